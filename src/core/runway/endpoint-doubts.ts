// What an endpoint says before something is signed, held against what it can plausibly be. Signed bytes last: a number
// that a lying or lagging endpoint made up would be in them for good. What is refused here is not remembered, so the
// next honest answer works.
import { ENDED_GENERATION } from '../caveats/golem-policy';
import { chainName } from '../chain/addresses';
import { DAY, durationWords, HOUR } from '../chain/time';
import { most } from '../delegations/meter';
import type { LeaseFacts, OracleRecord } from './lease-facts';
import type { RememberedLease } from './lease-memory';

/** Generations are seconds: a floor may be ahead of this clock by the skew of the one it was signed with. */
const AHEAD = DAY;

/** More often than anybody ends all leases, all grants, or changes a key. */
const MAX_ENDS = 100n;
const MAX_CHANGES = 1_000_000n;

type Scene = {
  facts: LeaseFacts;
  /** Of the same budget, newest first. */
  before: readonly RememberedLease[];
  /** Local time. */
  now: number;
};

export function floorProblem({ facts, before, now }: Scene): string | null {
  const { floor } = facts;
  const last = before[0]?.terms.generation ?? 0n;
  const latest = BigInt(now + AHEAD);
  // Our own lease may be of a time when this clock was wrong: what we signed explains a floor up to it.
  if (floor === ENDED_GENERATION || floor <= most(last, latest)) return null;
  const ahead = floor - BigInt(now);
  const words =
    floor > ENDED_GENERATION
      ? 'which does not exist'
      : `${durationWords(Number(ahead))} ahead of this computer's clock, which generations follow`;
  return suspect(facts, `it says that generation ${floor} of this budget is in use, ${words}`);
}

/** What is over by the endpoint's clock alone is not called over. */
export function timeProblem(
  { facts, now }: Pick<Scene, 'facts' | 'now'>,
  what: string,
  endsAt: number,
): string | null {
  if (endsAt > facts.time || endsAt <= now) return null;
  return suspect(facts, `by its clock ${what} has expired, by this computer's it has not`);
}

/** A lease of a later epoch than the chain's would come to life when its owner ends all leases. */
export function epochProblem({ facts, before }: Scene): string | null {
  const known = before.map(({ terms }) => terms.epoch).reduce(most, 0n);
  if (facts.epoch < known) {
    return suspect(facts, `it knows epoch ${facts.epoch}, and a lease was signed for ${known}`);
  }
  if (facts.epoch <= known + MAX_ENDS) return null;
  return suspect(facts, `it says that you ended all leases ${facts.epoch} times`);
}

/** Of the account's grants: a counter behind the signed one has not been seen yet. */
export function nonceProblem({ facts }: Scene, signed: readonly bigint[]): string | null {
  const behind = signed.find((nonce) => facts.nonce < nonce);
  if (behind !== undefined) {
    return suspect(facts, `it knows nonce ${facts.nonce}, and the grant was signed with ${behind}`);
  }
  const far = signed.some((nonce) => facts.nonce > nonce + MAX_ENDS);
  return far ? suspect(facts, `it says that you ended all grants ${facts.nonce} times`) : null;
}

/** An order with a number of the future would lie in wait until the record gets there. */
export function recordProblem(
  record: OracleRecord,
  facts: { chainId: number; block: number },
): string | null {
  const { reporter, nonce } = record;
  const limit = reporter === null ? 0n : MAX_CHANGES;
  return nonce > limit ? suspect(facts, `it says that the record changed ${nonce} times`) : null;
}

/** Until when an order may lie with the relay: a made-up time of the chain makes it no longer. */
export function deadlineOf(time: number, now: number, seconds: number): bigint {
  return BigInt(Math.min(time, now + HOUR) + seconds);
}

function suspect({ chainId, block }: { chainId: number; block: number }, why: string): string {
  return `MetaMask's endpoint for ${chainName(chainId)} lags or lies (block ${block}): ${why}. Nothing was signed. Check this computer's clock, or choose another endpoint in MetaMask and ask again`;
}
