// Documents of the control plane's routes: what a request carries and what an answer holds.

import {
  Address,
  Amount,
  AnySignature,
  ChainId,
  Context,
  Count,
  Cursor,
  Hash,
  Id,
  Line,
  Name,
  Time,
  Token,
} from './fields';
import { EndingStruct } from './last-words';
import { Generation, LinkAnswer, STOP } from './orders';
import { RunwayAnswer } from './runway-shapes';
import {
  document,
  type Infer,
  list,
  maybe,
  oneOf,
  orAbsent,
  orNull,
  params,
  text,
  whole,
  yesNo,
} from './schema';
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

export const StopAnswer = document(STOP);

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
  /** What to name as `before` for the page of older entries; null = there are none. */
  next: maybe(Cursor),
  /** Blocks of the Golem's chain that could not be read yet: what happened there is missing here. */
  unread: UnreadRanges,
});

/** What one Golem paid through one permission between two of the bounds that were asked for, over all payments. */
const SpentBetween = document({
  /** Place of the first of the two among the bounds. */
  slot: whole(0, 62),
  golem: Id,
  permission: Id,
  spent: Amount,
  payments: Count,
});

export const SpendingAnswer = document({
  bounds: list(Time, 2, 63),
  spent: list(SpentBetween, 0, 5000),
  /** There is more than is listed: sums of it would be too small. */
  truncated: yesNo(),
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
  /** Its last words: shown as its own only where their signature is a key's of its leases. */
  ending: maybe(EndingStruct),
  /** In its whole life, from the chain's events. */
  spentBy: orAbsent(
    list(document({ token: orNull(Address), amount: Amount, payments: Count }), 0, 20),
  ),
  /** Gas that its keys sent home. */
  sweeps: orAbsent(list(document({ transaction: Hash, account: Address, amount: Amount }), 0, 20)),
  /** Its keys, newest first: what they still hold is stuck. */
  keys: orAbsent(list(Address, 0, 20)),
  /** Leases that nothing has ended: the chain shows neither the Golem's death nor an end of their own. */
  orphans: orAbsent(Count),
  /** Grants that no transaction of the owner has ended yet. */
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
export type OrderRecord = Infer<typeof OrderAnswer>;
