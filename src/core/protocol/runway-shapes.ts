// A Golem's request for a runway, and what became of it.
import {
  Address,
  Amount,
  ChainId,
  Hash,
  Id,
  Line,
  Link,
  Name,
  Signature,
  Time,
  UserCode,
  Word,
} from './fields';
import {
  document,
  type Infer,
  list,
  maybe,
  oneOf,
  orAbsent,
  orNull,
  params,
  whole,
  yesNo,
} from './schema';

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

/**
 * What its answer would be, judged by the control plane. `runway`: a new grant. `key`: this Golem's grant lives, and
 * another key than its lease's asks: a new lease. `renewal`: the key in force asks for a grant in the living one's place.
 */
export const RUNWAY_KINDS = ['runway', 'key', 'renewal'] as const;
export type RunwayKind = (typeof RUNWAY_KINDS)[number];

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
  // Absent from control planes of before, as all of these.
  /** One of RUNWAY_KINDS, or what a newer control plane knows. */
  kind: orAbsent(Word),
  /** The permission whose place a new grant would take; of one that was answered, whose place it took. */
  replaces: maybe(Id),
  /** `userCodeOf` the digest and `codeNonce`, which was drawn after the request was posted. */
  code: orAbsent(UserCode),
  codeNonce: orAbsent(Hash),
  /** Where its owner answers it. */
  link: orAbsent(Link),
  /** Seconds between two looks at its outcome. */
  interval: orAbsent(whole(1, 3600)),
});

export const RunwaysAnswer = document({ requests: list(RunwayAnswer, 0, 100) });
export type RunwayAskBody = Infer<typeof RunwayAsk>;
export type RunwayRecord = Infer<typeof RunwayAnswer>;
