// Status protocol v1: the document of `GET /api/snap/status`. Schema = type = parser.
//
// Amounts are base units as decimal strings, times are unix seconds, ids are URL-safe, and there are
// no URLs: the Snap builds links from its own compiled Portal origin. Health, phase effects and
// levels are not part of it; the reader computes them.
import { type Infer, type StructError, validate } from '@metamask/superstruct';
import {
  type EntryStruct,
  type ListName,
  readEntries,
  type Unreadable,
  uniqueById,
} from './entries';
import { document, hex, list, oneOf, orNull, text, whole } from './schema';

export const PROTOCOL_VERSION = 1;
export const MAX_GOLEMS = 500;
export const MAX_PERMISSIONS = 2000;
export const MAX_HISTORY = 500;

export const PHASES = ['thriving', 'stable', 'conservation', 'declining', 'terminal'] as const;
export type Phase = (typeof PHASES)[number];

const Id = text(/^[a-z0-9-]{1,64}$/);
const Address = hex(20);
const Hash = hex(32);
/** At most 78 digits: 2^256 - 1 has as many. */
const Amount = text(/^(0|[1-9][0-9]{0,77})$/);
/** Year 2001 to 2286: ten digits, so a time in milliseconds is refused instead of read as far future. */
const Time = whole(1_000_000_000, 9_999_999_999);
const Count = whole(0, Number.MAX_SAFE_INTEGER);
const ChainId = whole(1, 4_294_967_295);
/** Any string is accepted as a name; `nameOf` decides what may be shown. */
const Name = text(/^[\s\S]{0,256}$/);
const Token = text(/^[A-Za-z0-9_-]{20,256}$/);
const Cursor = text(/^[A-Za-z0-9_-]{1,128}$/);

/** Signed by the Golem's session key over `Heartbeat` typed data; the Golem chose `at`. */
const HeartbeatStruct = document({
  at: Time,
  intervalSeconds: whole(1, 604_800),
  sequence: Count,
  blockNumber: Count,
  blockHash: Hash,
  signature: hex(65),
});

export const GolemStruct = document({
  id: Id,
  name: Name,
  chainId: ChainId,
  guardian: orNull(Address),
  parent: orNull(Id),
  phase: oneOf(PHASES),
  vitality: whole(0, 100),
  heartbeat: orNull(HeartbeatStruct),
  /** Trust tier of the Golem's policy: 1 (lightest) to 3. */
  policyTier: whole(1, 3),
  sessionKey: orNull(Address),
  /** Native gas of the session key, wei, and how many pulls it pays for; null = not known. */
  gasLeft: orNull(Amount),
  gasPullsLeft: orNull(Count),
  knowledgeRecord: orNull(Id),
});

const LeaseStruct = document({
  generation: whole(0, 4_294_967_295),
  /** uint64, as in the lease's terms. */
  budgetId: text(/^(0|[1-9][0-9]{0,19})$/),
  sessionKey: Address,
  cap: Amount,
  expiresAt: Time,
});

export const PermissionStruct = document({
  id: Id,
  golem: Id,
  chainId: ChainId,
  manager: Address,
  /** null = the chain's native token (gas money). */
  token: orNull(Address),
  cap: Amount,
  periodSeconds: whole(1, 315_360_000),
  left: Amount,
  startAt: Time,
  expiresAt: Time,
  /** Leaf first, root last, as in an ERC-7710 context. */
  delegationHashes: list(Hash, 1, 8),
  revokedAt: orNull(Time),
  lease: orNull(LeaseStruct),
});

export const HISTORY_KINDS = [
  'granted',
  'leased',
  'redeemed',
  'rotated',
  'fed',
  'phase',
  'replicated',
  'revoked',
  'died',
] as const;

export const HistoryEntryStruct = document({
  at: Time,
  kind: oneOf(HISTORY_KINDS),
  golem: Id,
  /** The permission it is about, which says what `amount` counts; null when it is about none. */
  permission: orNull(Id),
  amount: orNull(Amount),
  transaction: orNull(Hash),
});

const HEAD = {
  version: whole(PROTOCOL_VERSION, PROTOCOL_VERSION),
  serverTime: Time,
  owner: Address,
  nextToken: Token,
  historyCursor: Cursor,
};

const HeadStruct = document(HEAD);

/** The published schema. The three lists are bounded; each entry is judged on its own when read. */
export const StatusStruct = document({
  ...HEAD,
  golems: list(GolemStruct, 0, MAX_GOLEMS),
  permissions: list(PermissionStruct, 0, MAX_PERMISSIONS),
  history: list(HistoryEntryStruct, 0, MAX_HISTORY),
});

export type Golem = Infer<typeof GolemStruct>;
export type Permission = Infer<typeof PermissionStruct>;
export type HistoryEntry = Infer<typeof HistoryEntryStruct>;
type Head = Infer<typeof HeadStruct>;

export type Status = Head & {
  golems: Golem[];
  permissions: Permission[];
  history: HistoryEntry[];
  /** Entries that could not be read; never silently dropped. */
  unreadable: Unreadable[];
};

export type StatusResult = { ok: true; status: Status } | { ok: false; reason: string };

/**
 * Reads a status document. The head must be whole; of the lists, a broken entry is reported and left
 * out, because one bad record must not hide the death of another Golem.
 */
export function parseStatus(input: unknown): StatusResult {
  const [error, head] = validate(input, HeadStruct, { coerce: true });
  if (error) return { ok: false, reason: headReason(input, error) };

  const lists = input as Record<string, unknown>;
  const unreadable: Unreadable[] = [];
  const read = <T>(name: ListName, struct: EntryStruct<T>, most: number) =>
    readEntries({ document: lists, name, struct, most, unreadable });
  const golems = read('golems', GolemStruct, MAX_GOLEMS);
  const permissions = read('permissions', PermissionStruct, MAX_PERMISSIONS);
  const history = read('history', HistoryEntryStruct, MAX_HISTORY);
  if (!golems || !permissions || !history) {
    return { ok: false, reason: 'a list is missing or longer than the protocol allows' };
  }
  return {
    ok: true,
    status: {
      ...head,
      golems: uniqueById(golems, 'golems', unreadable),
      permissions: uniqueById(permissions, 'permissions', unreadable),
      history,
      unreadable,
    },
  };
}

/** The name to show: server text only if it is plain, else the id. Markdown or bidi never reach a view. */
export function nameOf(golem: { id: string; name: string }): string {
  return /^[A-Za-z0-9 _-]{1,24}$/.test(golem.name) && /[A-Za-z0-9]/.test(golem.name)
    ? golem.name
    : golem.id;
}

function headReason(input: unknown, error: StructError): string {
  const version = (input as { version?: unknown } | null)?.version;
  if (typeof version === 'number' && version > PROTOCOL_VERSION) {
    return `it speaks protocol version ${version}, this Bardo reads version ${PROTOCOL_VERSION}: update Bardo`;
  }
  return `its field "${error.path.join('.') || 'document'}" is missing or wrong`;
}
