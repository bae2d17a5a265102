// Status protocol: the document of `GET /api/snap/status`. Schema = type = parser.
//
// Version 2 is answered to who asks for it (`?version=2`), version 1 to everybody else; this reader takes both.
// There are no URLs: the Snap builds links from its own compiled Portal origin. Health, phase effects and
// levels are not part of it; the reader computes them.
import { check } from './check';
import { type ListName, readEntries, type Unreadable, uniqueById } from './entries';
import {
  Address,
  Amount,
  ChainId,
  Count,
  Cursor,
  Hash,
  Id,
  Line,
  Name,
  Signature,
  Time,
  Token,
  Uint64,
  Word,
} from './fields';
import { GOLEM_FACTS } from './golem-facts';
import { MAX_MANDATES, type Mandate, MandateStruct } from './mandates';
import {
  document,
  type Infer,
  list,
  maybe,
  oneOf,
  orAbsent,
  orNull,
  type Struct,
  whole,
} from './schema';
import { MAX_WAITING, type Waiting, WaitingStruct } from './waiting';

export const PROTOCOL_VERSION = 2;
export const MAX_GOLEMS = 500;
export const MAX_PERMISSIONS = 2000;
export const MAX_HISTORY = 500;

export const PHASES = ['thriving', 'stable', 'conservation', 'declining', 'terminal'] as const;
export type Phase = (typeof PHASES)[number];

/** Signed by the Golem's session key over `Heartbeat` typed data; the Golem chose `at`. */
export const HeartbeatStruct = document({
  at: Time,
  intervalSeconds: whole(1, 604_800),
  sequence: Count,
  blockNumber: Count,
  blockHash: Hash,
  /** As signed: the phase's rank and basis points. What the Golem lists beside it may be from the chain. */
  phase: orAbsent(whole(0, 4)),
  vitality: orAbsent(whole(0, 10_000)),
  signature: Signature,
});

const GOLEM = {
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
};

export const FirstGolemStruct = document(GOLEM);
export const GolemStruct = document({ ...GOLEM, ...GOLEM_FACTS });

export const LeaseStruct = document({
  generation: whole(0, 4_294_967_295),
  /** As in the lease's terms. */
  budgetId: Uint64,
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

/** Those of version 1. Since version 2 there may be others. */
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

const entry = <K>(kind: Struct<K>) => ({
  at: Time,
  kind,
  golem: Id,
  /** The permission it is about, which says what `amount` counts; null when it is about none. */
  permission: orNull(Id),
  amount: orNull(Amount),
  transaction: orNull(Hash),
});

export const FirstHistoryEntryStruct = document(entry(oneOf(HISTORY_KINDS)));
export const HistoryEntryStruct = document({
  ...entry(Word),
  payee: maybe(Address),
  /** What for, in the Golem's own words: foreign text. */
  purpose: maybe(Line),
  /** Of the receipt that the control plane keeps. */
  receipt: maybe(Id),
});

/** Blocks, both ends included. */
export const UnreadRanges = list(document({ from: Count, to: Count }), 0, 16);

/**
 * The block of each chain up to which this status knows what happened there, and the blocks before it that could
 * not be read: what happened in those is missing from it.
 */
const SpokenStruct = document({
  chainId: ChainId,
  block: Count,
  hash: Hash,
  at: Time,
  unread: orAbsent(UnreadRanges),
});

const HEAD = {
  serverTime: Time,
  owner: Address,
  nextToken: Token,
  historyCursor: Cursor,
  chains: orAbsent(list(SpokenStruct, 0, 32)),
};

const HeadStruct = document({ ...HEAD, version: whole(1, PROTOCOL_VERSION) });

/** The published schemas, which no Snap carries. The lists are bounded; each entry is judged on its own when read. */
export const FirstStatusStruct = /* @__PURE__ */ document({
  version: whole(1, 1),
  ...HEAD,
  golems: list(FirstGolemStruct, 0, MAX_GOLEMS),
  permissions: list(PermissionStruct, 0, MAX_PERMISSIONS),
  history: list(FirstHistoryEntryStruct, 0, MAX_HISTORY),
});

export const StatusStruct = /* @__PURE__ */ document({
  version: whole(2, 2),
  ...HEAD,
  golems: list(GolemStruct, 0, MAX_GOLEMS),
  permissions: list(PermissionStruct, 0, MAX_PERMISSIONS),
  history: list(HistoryEntryStruct, 0, MAX_HISTORY),
  /** Open questions to the owner. */
  waiting: list(WaitingStruct, 0, MAX_WAITING),
  mandates: list(MandateStruct, 0, MAX_MANDATES),
});

export type Golem = Infer<typeof GolemStruct>;
export type Permission = Infer<typeof PermissionStruct>;
export type HistoryEntry = Infer<typeof HistoryEntryStruct>;
export type Spoken = Infer<typeof SpokenStruct>;
type Head = Infer<typeof HeadStruct>;

export type Status = Head & {
  golems: Golem[];
  permissions: Permission[];
  history: HistoryEntry[];
  waiting: Waiting[];
  mandates: Mandate[];
  /** Entries that could not be read; never silently dropped. */
  unreadable: Unreadable[];
};

export type StatusResult = { ok: true; status: Status } | { ok: false; reason: string };

/**
 * Reads a status document. The head must be whole; of the lists, a broken entry is reported and left
 * out, because one bad record must not hide the death of another Golem.
 */
export function parseStatus(input: unknown): StatusResult {
  const head = check(input, HeadStruct);
  if (!head.ok) return { ok: false, reason: headReason(input, head.path) };

  const lists = input as Record<string, unknown>;
  const unreadable: Unreadable[] = [];
  const read = <T>(name: ListName, struct: Struct<T>, most: number) =>
    readEntries({ document: lists, name, struct, most, unreadable });
  const first = head.value.version === 1;
  const golems = read('golems', first ? FirstGolemStruct : GolemStruct, MAX_GOLEMS);
  const permissions = read('permissions', PermissionStruct, MAX_PERMISSIONS);
  const told: Struct<HistoryEntry> = first ? FirstHistoryEntryStruct : HistoryEntryStruct;
  const history = read('history', told, MAX_HISTORY);
  const waiting = first ? [] : read('waiting', WaitingStruct, MAX_WAITING);
  const mandates = first ? [] : read('mandates', MandateStruct, MAX_MANDATES);
  if (!golems || !permissions || !history || !waiting || !mandates) {
    return { ok: false, reason: 'a list is missing or longer than the protocol allows' };
  }
  return {
    ok: true,
    status: {
      ...head.value,
      golems: uniqueById(golems, 'golems', unreadable),
      permissions: uniqueById(permissions, 'permissions', unreadable),
      history,
      waiting: uniqueById(waiting, 'waiting', unreadable),
      mandates: uniqueById(mandates, 'mandates', unreadable),
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

function headReason(input: unknown, path: readonly string[]): string {
  const version = (input as { version?: unknown } | null)?.version;
  if (typeof version === 'number' && version > PROTOCOL_VERSION) {
    return `it speaks protocol version ${version}, this Bardo reads versions up to ${PROTOCOL_VERSION}: update Bardo`;
  }
  return `its field "${path.join('.') || 'document'}" is missing or wrong`;
}
