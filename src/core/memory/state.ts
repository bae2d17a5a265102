// What the Snap remembers between two checks: schema = type, versioned; stored.ts reads and migrates it.
// It is kept in the wallet's *unencrypted* store so that a locked wallet still warns; the watch
// token is the only secret in it and may only read. Arrays, not objects, wherever the key would be
// a server's string.

import { AnyHex, AnyText, AnyWhole } from '../protocol/fields';
import { RaiseOrder, StopOrder } from '../protocol/orders';
import {
  either,
  type Infer,
  list,
  oneOf,
  orAbsent,
  orNull,
  params,
  type Struct,
  whole,
  yesNo,
} from '../protocol/schema';
import { GolemStruct, HistoryEntryStruct, PermissionStruct, PHASES } from '../protocol/status';
import { MAX_WAITING, WaitingStruct } from '../protocol/waiting';
import { AlertStruct } from './alert';
import { ProofStruct } from './claim';
import { POINT } from './point';

export const STATE_VERSION = 4;
export const MAX_HEADS = 64;

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

/**
 * Signed bytes, leaf first. `signed` here, or `restored` after a reinstallation and proven by our own key: nobody
 * else can make one. `shown` by the control plane: every link is signed, but whoever holds any grant of the owner
 * can pass it on and sign as many as they like.
 */
const LeaseRecordStruct = params({
  golem: AnyText,
  chainId: AnyWhole,
  context: AnyHex,
  signedAt: Seconds,
  by: oneOf(['signed', 'restored', 'shown']),
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

/** Signed by the guardian after a dialog; a check may hand it on again without any key. */
const OrderStruct = either(orderOf('stop', StopOrder), orderOf('raise', RaiseOrder));

/** `time` is the block's, `at` the local time of that answer. */
const SeenStruct = params({ block: AnyWhole, time: Seconds, at: Seconds });

/** The newest block seen of a chain, or why none could be seen. */
const HeadStruct = params({
  chainId: AnyWhole,
  /** null = never seen. */
  seen: orNull(SeenStruct),
  /** Why the last question had no answer; null when it had. */
  problem: orNull(AnyText),
  /** Checks in a row without an answer. */
  failing: AnyWhole,
  /** What is strange about the answer: a block of the past, of the future, or far ahead of its time. */
  doubt: orNull(AnyText),
  /** Checks in a row without a fresh block, since the first that was old; absent = the newest is fresh. */
  stale: orAbsent(AnyWhole),
});

/** `blocks` of them, the first of which is `from` and the last `to`. */
const UnreadStruct = params({
  chainId: AnyWhole,
  from: AnyWhole,
  to: AnyWhole,
  blocks: AnyWhole,
  since: Seconds,
  /** Statuses in a row that told of any. */
  checks: AnyWhole,
});

/** What the oracle says of a Golem whose lease this Snap signed: asked on every check, whatever else there is. */
const VitalStruct = params({
  golem: AnyText,
  chainId: AnyWhole,
  /** null = no record, or not known. */
  phase: orNull(oneOf(PHASES)),
  /** The last answer; null = none yet. */
  seen: orNull(SeenStruct),
  triedAt: Seconds,
  /** Why the last question had none. */
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
  owner: orNull(AnyHex),
  failure: orNull(FailureStruct),
  history_cursor: orNull(AnyText),
  history: list(HistoryEntryStruct, 0, 100),
  contradictions: list(params({ ...POINT, text: AnyText, golem: orNull(AnyText) })),
  /** Local times at which notices went out, for the wallet's rate limits. */
  sent: params({ native: list(Seconds), inApp: list(Seconds) }),
  /** Golems whose end the owner has confirmed here and that the status does not show ended yet. */
  revoking: list(params({ golem: AnyText, at: Seconds })),
  leases: list(LeaseRecordStruct, 0, 2000),
  orders: list(OrderStruct, 0, 2000),
  claims: list(ProofStruct, 0, 1500),
  heads: list(HeadStruct, 0, MAX_HEADS),
  vitals: list(VitalStruct, 0, 2000),
  /** What of the last status could not be asked about, since when, and in how many checks in a row. */
  unasked: orNull(
    params({
      since: Seconds,
      checks: AnyWhole,
      /** Permissions without a place among the questions, and of how many Golems. */
      permissions: AnyWhole,
      golems: AnyWhole,
      /** Golems on chains that only the server names and that gave no answer. */
      unreached: AnyWhole,
    }),
  ),
  /** Blocks of the owner's chains that the control plane says it could not read; absent = none. */
  unread: orAbsent(list(UnreadStruct, 0, 32)),
  /** What came of the owner's last approval, until a home page has shown it; absent = shown, or none. */
  outcome: orAbsent(params({ at: Seconds, words: AnyText })),
  /** What waits for the owner by the last status; absent = nothing. */
  waiting: orAbsent(list(WaitingStruct, 0, MAX_WAITING)),
  /** Why the wallet took the last refused notice not, other than by its rate limit. */
  refused: orNull(params({ at: Seconds, words: AnyText })),
  last_tick_at: orNull(Seconds),
  /** The last spell in which no check ran although Bardo was connected. */
  blind: orNull(params({ from: Seconds, to: Seconds })),
  /** State that could not be read: kept as it was, never used. */
  set_aside: orNull(params({ at: Seconds, reason: AnyText, raw: AnyText })),
});

export type { Alert } from './alert';
export type State = Infer<typeof StateStruct>;
export type GolemRecord = Infer<typeof GolemRecordStruct>;
export type Failure = Infer<typeof FailureStruct>;
export type LeaseRecord = Infer<typeof LeaseRecordStruct>;
export type Head = Infer<typeof HeadStruct>;
export type Unread = Infer<typeof UnreadStruct>;
export type Vital = Infer<typeof VitalStruct>;
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
    vitals: [],
    unasked: null,
    refused: null,
    last_tick_at: null,
    blind: null,
    set_aside: null,
  };
}
