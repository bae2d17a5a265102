// Documents of the control plane's routes: what a request carries and what an answer holds.

import {
  Address,
  Amount,
  AnySignature,
  ChainId,
  Context,
  Count,
  Hash,
  Id,
  Line,
  Name,
  Signature,
  Time,
  Token,
} from './fields';
import { Generation, LinkAnswer, STOP } from './orders';
import type { Infer } from './schema';
import { document, list, oneOf, orAbsent, orNull, params, text, whole, yesNo } from './schema';
import { GolemStruct, HistoryEntryStruct, PermissionStruct, UnreadRanges } from './status';

const SiweNonce = text(/^[A-Za-z0-9]{8,64}$/);

export const NonceAnswer = document({ nonce: SiweNonce, expiresAt: Time });
export const SignIn = params({ message: text(/^[\s\S]{1,4000}$/), signature: AnySignature });
export const SessionAnswer = document({ owner: Address, expiresAt: Time });
export const TokenAnswer = document({ token: Token, owner: Address });

/** `done`: the chain already shows it. `queued`: the relay has it and will not forget it. */
export const RelayAnswer = document({
  id: Id,
  state: oneOf(['queued', 'sent', 'done', 'failed'] as const),
  transaction: orNull(Hash),
  reason: orNull(Line),
});

/** An order as the owner follows it. `generation` of a raise; the last one ends for ever. */
export const OrderAnswer = document({
  id: Id,
  act: oneOf(['raise', 'register', 'setReporter', 'heal'] as const),
  generation: orNull(Generation),
  state: oneOf(['queued', 'sent', 'done', 'failed'] as const),
  transaction: orNull(Hash),
  reason: orNull(Line),
  at: Time,
});

/** Whom a Golem asks to be allowed to pay; none is as good as absent. */
const AskedPayees = list(Address, 0, 8);

/**
 * Signed by `sessionKey` over `RunwayRequest`, or over `RunwayRequestTo` when it names payees (`runway-ask.ts`).
 * `name` and `reason` are the Golem's own words, and not signed.
 */
export const RunwayAsk = params({
  golem: Id,
  name: Name,
  chainId: ChainId,
  owner: Address,
  sessionKey: Address,
  token: Address,
  amount: Amount,
  days: whole(1, 3650),
  payees: orAbsent(AskedPayees),
  deadline: Time,
  nonce: Hash,
  reason: Line,
  signature: Signature,
});

export const RUNWAY_STATES = ['open', 'intended', 'granted', 'refused', 'expired'] as const;

/** With all that was signed, so that its reader need not believe it (`isSignedRunway`). */
export const RunwayAnswer = document({
  id: Id,
  golem: Id,
  name: Name,
  chainId: ChainId,
  owner: Address,
  sessionKey: Address,
  token: Address,
  amount: Amount,
  days: whole(1, 3650),
  payees: orAbsent(AskedPayees),
  deadline: Time,
  reason: Line,
  /** Absent for requests that were taken before it was kept. */
  nonce: orAbsent(Hash),
  signature: orAbsent(Signature),
  askedAt: Time,
  state: oneOf(RUNWAY_STATES),
  /** The permission that answered it. */
  permission: orNull(Id),
  /** The asking key is the one this Golem's lease names today. */
  knownKey: yesNo(),
});

export const RunwaysAnswer = document({ requests: list(RunwayAnswer, 0, 100) });

/** The owner's signature over `PermissionRequest`: the recorded intent. */
export const Intent = params({ deadline: Time, signature: AnySignature });

export const GolemNew = params({
  id: Id,
  name: Name,
  chainId: ChainId,
  guardian: orNull(Address),
  policyTier: whole(1, 3),
  knowledgeRecord: orAbsent(orNull(Id)),
});

/** `context` is what the wallet returned; every term is read from it and from the chain. */
export const GrantNew = params({
  golem: Id,
  chainId: ChainId,
  context: Context,
  /** The runway request it answers. */
  request: orAbsent(Id),
  /** The live permission it replaces, which the owner disables next. */
  replaces: orAbsent(Id),
});

/** `context`: the guardian's link, then the grant. */
export const LeaseNew = params({ golem: Id, context: Context });

export const PermissionAnswer = document({ permission: PermissionStruct });

export const RevocationNew = params({ permission: Id });
export const RevocationAnswer = document({
  permission: Id,
  revokedAt: Time,
  by: oneOf(['disabled', 'nonce', 'expired', 'ended'] as const),
});

export const GolemsAnswer = document({
  golems: list(GolemStruct, 0, 500),
  permissions: list(PermissionStruct, 0, 2000),
  serverTime: Time,
});

const StopAnswer = document(STOP);

export const GolemAnswer = document({
  golem: GolemStruct,
  permissions: list(PermissionStruct, 0, 100),
  /** Leaf first, as it can be redeemed today: lease and grant, or the grant alone. */
  contexts: list(LinkAnswer, 0, 100),
  replicants: list(GolemStruct, 0, 100),
  /** Their slices of this runway, and the contexts to read the tree from. */
  replicantPermissions: list(PermissionStruct, 0, 100),
  replicantContexts: list(LinkAnswer, 0, 100),
  requests: list(RunwayAnswer, 0, 100),
  /** A new session key the Golem asks a lease for. */
  pendingKey: orNull(Address),
  /** The Golem asks its owner to disable the grant: nothing else ends it on chain. */
  asksForRevocation: yesNo(),
  diedAt: orNull(Time),
  /** The order to stop that it is told with its next heartbeat. */
  stop: orNull(StopAnswer),
  /** What its guardian's orders came to, newest first. */
  orders: list(OrderAnswer, 0, 50),
});

/** What a permission paid between `at` and the midnight (UTC) after it; over all payments, not only those listed. */
const DaySpent = document({ at: Time, permission: Id, spent: Amount, payments: Count });

export const HistoryAnswer = document({
  history: list(HistoryEntryStruct, 0, 500),
  from: Time,
  days: list(DaySpent, 0, 800),
  /** More happened than is listed: the oldest entries are left out. */
  truncated: yesNo(),
  /** Blocks of the Golem's chain that could not be read yet: what happened there is missing here. */
  unread: UnreadRanges,
});

export const SuccessionAnswer = document({
  golem: Id,
  name: Name,
  diedAt: Time,
  chainId: ChainId,
  token: orNull(Address),
  /** The dead Golem's last daily cap and length of its runway: what its successor starts from. */
  lastCap: Amount,
  days: whole(0, 3650),
  spent: Amount,
  knowledgeRecord: orNull(Id),
  /** Grants that no transaction of the owner has ended yet. */
  open: list(Id, 0, 100),
});

/** Signed by the session key over `Heartbeat`; the guardian is zero when there is none. */
export const HeartbeatNew = params({
  owner: Address,
  golem: Id,
  chainId: ChainId,
  guardian: Address,
  sequence: Count,
  issuedAt: Time,
  phase: whole(0, 4),
  vitality: whole(0, 10_000),
  blockNumber: Count,
  blockHash: Hash,
  intervalSeconds: whole(1, 604_800),
  signature: Signature,
});

export const HeartbeatAnswer = document({ sequence: Count, stop: orNull(StopAnswer) });

export const AgentState = document({
  golem: GolemStruct,
  owner: Address,
  permissions: list(PermissionStruct, 0, 100),
  contexts: list(LinkAnswer, 0, 100),
  requests: list(RunwayAnswer, 0, 100),
  /** To be obeyed only if its signature proves it. */
  stop: orNull(StopAnswer),
  lastSequence: orNull(Count),
});

/** The present key asks a lease for the next one. */
export const RotationNew = params({ sessionKey: Address });
export const RotationAnswer = document({ pendingKey: Address });

/** The session key's link to a child, on top of the lease. */
export const ReplicantNew = params({ id: Id, name: Name, context: Context });

/** What the Golem's death asks for: the owner's own end of what the chain still shows open. */
export const EndingNew = params({ reason: Line });
export const EndingAnswer = document({
  /** Permissions that the chain shows ended, or whose lease can move nothing any more. */
  revokedCount: Count,
  /** Permissions that wait for the owner's own transaction. */
  open: list(Id, 0, 100),
});

export const HealthAnswer = document({
  ok: yesNo(),
  store: oneOf(['pglite', 'postgres'] as const),
  /** The process that follows the chains and sends for the relay. `here`: it is the one that answers. */
  leader: orNull(document({ term: Count, since: Time, here: yesNo() })),
  chains: list(
    document({
      chainId: ChainId,
      head: orNull(Count),
      /** When that block was made. `still`: so long ago that the chain or its node stands still. */
      headAt: orNull(Time),
      still: yesNo(),
      indexed: orNull(Count),
      /** Blocks between the two; null while nothing was read, no head is known, or the known one stands still. */
      lag: orNull(Count),
      /** Blocks that could not be read, or not whole; they are tried again. */
      unread: document({ count: Count, ranges: UnreadRanges }),
      relay: orNull(Address),
      /** Of the relay account in wei, as it was when it last had to pay. */
      purse: orNull(Amount),
      /**
       * Not yet on the chain: how many, how many of those end a live lease, since when the oldest waits, and what keeps
       * one of them, as far as it is known. `failed`: given up in the last day.
       */
      orders: document({
        waiting: Count,
        ends: Count,
        oldest: orNull(Time),
        reason: orNull(Line),
        failed: Count,
      }),
    }),
    0,
    32,
  ),
});

export type RelayState = Infer<typeof RelayAnswer>;
export type RunwayAskBody = Infer<typeof RunwayAsk>;
export type RunwayRecord = Infer<typeof RunwayAnswer>;
export type HeartbeatBody = Infer<typeof HeartbeatNew>;
export type OrderRecord = Infer<typeof OrderAnswer>;
