// What version 2 of the status tells of a Golem beside what version 1 told. None of it is ever needed to read the rest:
// absent or null is "none, or not known".
import { Address, Amount, ChainId, Count, Hash, Time, Word } from './fields';
import { EndingStruct } from './last-words';
import { document, type Infer, maybe, orNull, yesNo } from './schema';

/** A new key that waits for its lease. */
const RotationStruct = document({
  key: Address,
  /** Since when the control plane knows. */
  askedAt: Time,
  /** When the lease of the present key ends. */
  oldKeyStopsAt: maybe(Time),
});

/** Reversible, unlike an ending. */
const HoldStruct = document({
  /** 'owner' or 'guardian'. */
  by: Word,
  since: Time,
  /** null = until it is resumed. */
  until: maybe(Time),
});

const PolicyStruct = document({
  hash: Hash,
  violations: Count,
  lastViolationAt: maybe(Time),
});

/** Amounts of the runway's token, and of native gas in wei. */
const SettlementStruct = document({
  spent: maybe(Amount),
  payments: maybe(Count),
  gasHome: maybe(Amount),
  gasStuck: maybe(Amount),
});

/** What left through its runways of this money in the last seven days, Replicants included. */
const PaceStruct = document({
  chainId: ChainId,
  token: orNull(Address),
  /** Seven days ago, or when the first of them began. */
  since: Time,
  spent: Amount,
  payments: Count,
  /** false = blocks could not be read, so there may be more. */
  complete: yesNo(),
  /** In the owner's account. */
  held: maybe(Amount),
});

export type Pace = Infer<typeof PaceStruct>;

export const GOLEM_FACTS = {
  /** 'delegation', 'bare', 'local' or 'embedded': who holds the money, and what bounds it. */
  custody: maybe(Word),
  rotation: maybe(RotationStruct),
  hold: maybe(HoldStruct),
  policy: maybe(PolicyStruct),
  /** Its last words; shown as its own only where their signature is a key's of its leases. */
  ending: maybe(EndingStruct),
  settlement: maybe(SettlementStruct),
  pace: maybe(PaceStruct),
};
