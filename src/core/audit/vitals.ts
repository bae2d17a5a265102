// Life and death of every Golem leased here: one question each, asked of the oracle under the guardian that the lease
// itself names. It needs nothing of what a control plane says, comes before its status is even fetched, and has
// batches of its own, so no status document can displace it.
import type { Address } from 'viem';
import { Unreadable } from '../bytes/abi';
import { lower } from '../bytes/hex';
import { MAX_CALLS } from '../chain/multicall';
import { decodeContext } from '../delegations/delegation';
import { isOwn } from '../memory/leases';
import type { LeaseRecord, State, Vital } from '../memory/state';

export type VitalAsk = { golem: string; chainId: number; guardian: Address };

/** Leases remembered are at most 1,500: every one of them is asked about within two checks. */
const MAX_ASKS = 800;

/** Batches of one chain each. Chains that answered last time come first, then whoever waited longest. */
export function vitalBatches(state: State): VitalAsk[][] {
  const known = new Map(state.vitals.map((vital) => [nameOf(vital), vital]));
  // The dead stay dead: they are asked again after the living, against a block that was dropped.
  const order = (ask: VitalAsk) => {
    const vital = known.get(nameOf(ask));
    return (vital?.triedAt ?? 0) + (vital?.phase === 'terminal' ? 2 ** 40 : 0);
  };
  const asks = asksOf(state)
    .sort((a, b) => order(a) - order(b))
    .slice(0, MAX_ASKS);
  const failing = new Map(state.heads.map((head) => [head.chainId, head.failing]));
  const chains = [...new Set(asks.map(({ chainId }) => chainId))].sort(
    (a, b) => (failing.get(a) ?? 0) - (failing.get(b) ?? 0),
  );
  return chains.flatMap((chain) => packed(asks.filter(({ chainId }) => chainId === chain)));
}

function packed(asks: readonly VitalAsk[]): VitalAsk[][] {
  const count = Math.ceil(asks.length / MAX_CALLS);
  return Array.from({ length: count }, (_, at) => asks.slice(at * MAX_CALLS, (at + 1) * MAX_CALLS));
}

/**
 * Each Golem once for every chain it is leased on, under the guardian of its newest lease. By signing and not by
 * arrival: an old lease of a former guardian that a server shows late does not turn the question away.
 */
function asksOf({ leases }: State): VitalAsk[] {
  const own = leases.filter(isOwn).sort((a, b) => a.signedAt - b.signedAt);
  const newest = new Map(own.map((lease) => [nameOf(lease), lease]));
  return [...newest.values()].flatMap((lease) => {
    const guardian = guardianIn(lease);
    return guardian ? [{ golem: lease.golem, chainId: lease.chainId, guardian }] : [];
  });
}

/** Our own leases are two links: the first is the guardian's. */
function guardianIn({ context }: LeaseRecord): Address | null {
  try {
    return decodeContext(context).map(({ delegator }) => lower(delegator))[0] ?? null;
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** Answers into the state; what is no longer leased here is forgotten. */
export function withVitals(state: State, answers: readonly Vital[]): State {
  const known = new Map(state.vitals.map((vital) => [nameOf(vital), vital]));
  for (const answer of answers)
    known.set(nameOf(answer), mergedVital(known.get(nameOf(answer)), answer));
  const leased = new Set(state.leases.filter(isOwn).map(nameOf));
  return { ...state, vitals: [...known.values()].filter((vital) => leased.has(nameOf(vital))) };
}

/** Without an answer the last one stays. A block that is not newer does not undo a death: its node lags. */
function mergedVital(before: Vital | undefined, answer: Vital): Vital {
  if (!before?.seen) return answer;
  const { seen, phase } = before;
  if (!answer.seen) return { ...answer, seen, phase };
  const lags = phase === 'terminal' && answer.seen.block <= seen.block;
  return lags ? { ...answer, seen, phase } : answer;
}

function nameOf({ golem, chainId }: Pick<Vital, 'golem' | 'chainId'>): string {
  return `${golem} ${chainId}`;
}
