// Calls that go to one contract each and not into the common question: contracts that Bardo does not know, and the
// trial redemption "could its key spend right now?". Both are few, and nothing is begun after the time is up.
import { type Facts, factsOf } from '../../core/audit/facts';
import { probeOf, verdictOf } from '../../core/audit/probe';
import { type Calls, foreignQuestions, type Target } from '../../core/audit/questions';
import { livingOf } from '../../core/audit/targets';
import type { ChainAnswer } from '../../core/chain/multicall';
import { probeChain, readChain } from '../../host/chain';
import { nowSeconds } from '../../host/clock';
import type { Judged } from './golem-check';

const MAX_PROBES = 8;
/** Questions to contracts that Bardo does not know, each by itself. */
const MAX_FOREIGN = 4;

/** What is left of one check. */
export type Allowance = { until: number; foreign: number };

export function allowanceUntil(until: number): Allowance {
  return { until, foreign: MAX_FOREIGN };
}

/** The same with what unknown contracts answer; whatever they do, they do it to their own question. */
export async function withForeign(
  known: Calls,
  answer: ChainAnswer,
  targets: readonly Target[],
  left: Allowance,
): Promise<Facts> {
  const calls = new Map(known);
  const results = [...answer.results];
  for (const [key, call] of targets.flatMap((one) => [...foreignQuestions(one)])) {
    if (left.foreign <= 0 || calls.has(key) || nowSeconds() >= left.until) continue;
    left.foreign -= 1;
    const read = await readChain(answer.chainId, [call]);
    calls.set(key, call);
    results.push(read.ok ? (read.results[0] ?? null) : null);
  }
  return factsOf(calls, { ...answer, results });
}

export async function withProbes(judged: readonly Judged[], until: number): Promise<Judged[]> {
  const probed: Judged[] = [];
  let left = MAX_PROBES;
  for (const one of judged) {
    const held = livingOf(one.target);
    const call = held && probeOf(held);
    const { facts } = one.check;
    // Where no manager answers there is nothing that could refuse, and a call to nobody succeeds.
    const isThere = !('problem' in facts) && facts.paused !== null;
    const asks = call && isThere && left > 0 && nowSeconds() < until;
    if (asks) left -= 1;
    const isSmart = !('problem' in facts) && facts.manager(one.target.owner) !== null;
    const probe = asks ? verdictOf(await probeChain(one.target.chainId, call), isSmart) : null;
    probed.push({ ...one, check: { ...one.check, probe } });
  }
  return probed;
}
