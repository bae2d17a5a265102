// What the Snap remembers between two heartbeats: schema = type = parser, versioned and migrated.
// It is kept in the wallet's *unencrypted* store so that a locked wallet still warns; the watch
// token is the only secret in it and may only read. Arrays, not objects, wherever the key would be
// a server's string.

import { check } from '../protocol/check';
import { AnyText, AnyWhole } from '../protocol/fields';
import { RaiseOrder, StopOrder } from '../protocol/orders';
import {
  either,
  type Infer,
  list,
  oneOf,
  orNull,
  params,
  type Struct,
  whole,
  yesNo,
} from '../protocol/schema';
import { GolemStruct, HistoryEntryStruct, PermissionStruct } from '../protocol/status';
import { ProofStruct } from './claim';

export const STATE_VERSION = 2;
export const MOST_HEADS = 64;

const Seconds = AnyWhole;

const GolemRecordStruct = params({
  golem: GolemStruct,
  /** Local time this record was last confirmed by the control plane. */
  seenAt: Seconds,
  /** `missing`: the server stopped listing it; `unreadable`: its latest record could not be read. */
  listing: oneOf(['listed', 'missing', 'unreadable']),
  /** A dead or missing Golem the owner has put away. */
  dismissed: yesNo(),
});

const AlertStruct = params({
  /** Names the cause: one key, one announcement. */
  key: AnyText,
  rank: AnyWhole,
  at: Seconds,
  native: AnyText,
  title: AnyText,
  body: AnyText,
  golem: orNull(AnyText),
  /** Channels it has still to go out on. */
  pending: list(oneOf(['native', 'inApp'])),
  /** When the cause went away; null while it lasts. */
  clearedAt: orNull(Seconds),
  /** Set when it came back soon after it was announced: if it still lasts then, it is said again. */
  quietUntil: orNull(Seconds),
});

const FailureStruct = params({
  kind: oneOf([
    'unreachable',
    'slow',
    'rejected',
    'busy',
    'refused',
    'too-large',
    'unreadable',
    'other-owner',
  ]),
  detail: AnyText,
  at: Seconds,
  /** Failures in a row, and since when. */
  count: AnyWhole,
  since: Seconds,
});

/** A lease this Snap signed, or read back after it was installed anew: lease and grant, leaf first. */
const LeaseRecordStruct = params({
  golem: AnyText,
  chainId: AnyWhole,
  context: AnyText,
  signedAt: Seconds,
  by: oneOf(['signed', 'restored']),
});

const orderOf = <const K extends string, B>(kind: K, body: Struct<B>) =>
  params({
    golem: AnyText,
    kind: oneOf([kind]),
    chainId: AnyWhole,
    body,
    at: Seconds,
    /** When the control plane took it; null while nobody has. */
    deliveredAt: orNull(Seconds),
  });

/** Signed by the guardian after a dialog; a heartbeat may hand it on again without any key. */
const OrderStruct = either(orderOf('stop', StopOrder), orderOf('raise', RaiseOrder));

/** The newest block seen of a chain, or why none could be seen. */
const HeadStruct = params({
  chainId: AnyWhole,
  /** `time` is the block's, `at` the local time of that answer; null = never seen. */
  seen: orNull(params({ block: AnyWhole, time: Seconds, at: Seconds })),
  /** Why the last question had no answer; null when it had. */
  problem: orNull(AnyText),
});

export const StateStruct = params({
  version: whole(STATE_VERSION, STATE_VERSION),
  golems: list(GolemRecordStruct),
  permissions: list(PermissionStruct),
  alert_history: list(AlertStruct),
  auth_token: orNull(AnyText),
  /** Local time of the last good answer; null before the first. */
  last_fetch_at: orNull(Seconds),
  /** The server's clock in that answer. */
  server_time: orNull(Seconds),
  /** The one owner this Snap watches for. */
  owner: orNull(AnyText),
  failure: orNull(FailureStruct),
  history_cursor: orNull(AnyText),
  history: list(HistoryEntryStruct, 0, 100),
  contradictions: list(params({ key: AnyText, text: AnyText, golem: orNull(AnyText) })),
  /** Local times at which notices went out, for the wallet's rate limits. */
  sent: params({ native: list(Seconds), inApp: list(Seconds) }),
  /** Golems whose end the owner has confirmed here and that the status does not show ended yet. */
  revoking: list(params({ golem: AnyText, at: Seconds })),
  leases: list(LeaseRecordStruct, 0, 2000),
  orders: list(OrderStruct, 0, 2000),
  claims: list(ProofStruct, 0, 1500),
  heads: list(HeadStruct, 0, MOST_HEADS),
  last_tick_at: orNull(Seconds),
  /** The last spell in which no heartbeat ran although Bardo was connected. */
  blind: orNull(params({ from: Seconds, to: Seconds })),
  /** State that could not be read: kept as it was, never used. */
  set_aside: orNull(params({ at: Seconds, reason: AnyText, raw: AnyText })),
});

export type State = Infer<typeof StateStruct>;
export type GolemRecord = Infer<typeof GolemRecordStruct>;
export type Alert = Infer<typeof AlertStruct>;
export type Failure = Infer<typeof FailureStruct>;
export type LeaseRecord = Infer<typeof LeaseRecordStruct>;
export type Head = Infer<typeof HeadStruct>;
export type Contradiction = State['contradictions'][number];

export function emptyState(): State {
  return {
    version: STATE_VERSION,
    golems: [],
    permissions: [],
    alert_history: [],
    auth_token: null,
    last_fetch_at: null,
    server_time: null,
    owner: null,
    failure: null,
    history_cursor: null,
    history: [],
    contradictions: [],
    sent: { native: [], inApp: [] },
    revoking: [],
    leases: [],
    orders: [],
    claims: [],
    heads: [],
    last_tick_at: null,
    blind: null,
    set_aside: null,
  };
}

/** Stored bytes to state. Anything but a known version of ours is set aside, not trusted, not lost. */
export function parseState(stored: unknown, now: number): State {
  if (stored === null || stored === undefined) return emptyState();
  const migrated = migrate(stored);
  const checked = check(migrated, StateStruct);
  if (checked.ok) return checked.value;
  return {
    ...emptyState(),
    set_aside: { at: now, reason: reasonOf(stored, checked.path), raw: rawOf(stored) },
  };
}

/**
 * Version 0 is the unversioned draft, with maps keyed by Golem id. Only the token crosses over: the
 * next heartbeat reads the rest afresh, and the draft's own health words are not ours. Version 1 knew
 * no chain: all of it crosses over, and nothing in it counts as proven.
 */
function migrate(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null) return stored;
  if ('version' in stored) {
    if (stored.version !== 1) return stored;
    const { leases, orders, claims, heads } = emptyState();
    return { ...stored, version: STATE_VERSION, leases, orders, claims, heads };
  }
  const { auth_token: token } = stored as { auth_token?: unknown };
  if (token !== null && typeof token !== 'string') return stored;
  return { ...emptyState(), auth_token: token };
}

function reasonOf(stored: unknown, path: readonly string[]): string {
  const version = (stored as { version?: unknown }).version;
  if (typeof version === 'number' && version > STATE_VERSION) {
    return `it was written by a newer Bardo (state version ${version})`;
  }
  return `its field "${path.join('.') || 'state'}" is damaged`.slice(0, 120);
}

/** Bounded copy for a person who wants to look; 64 KB is far more than a sound state of one Golem. */
function rawOf(stored: unknown): string {
  const text = JSON.stringify(stored) ?? '';
  return text.slice(0, 65_536);
}
