// Life and death of every Golem leased here, asked of the chains before the control plane is asked for anything.

import { type Facts, factsOf } from '../../core/audit/facts';
import { vitalityQuestion } from '../../core/audit/questions';
import { type VitalAsk, vitalBatches } from '../../core/audit/vitals';
import type { ChainRead } from '../../core/chain/multicall';
import type { Sighting } from '../../core/memory/heads';
import type { State, Vital } from '../../core/memory/state';
import { readChain } from '../../host/chain';
import { nowSeconds } from '../../host/clock';

/** After this many seconds no batch is begun: whoever was left out comes first in the next check. */
const MAX_SECONDS = 60;

export type LifeReadings = { vitals: Vital[]; sightings: Sighting[] };

export async function readLives(state: State): Promise<LifeReadings> {
  const readings: LifeReadings = { vitals: [], sightings: [] };
  const until = nowSeconds() + MAX_SECONDS;
  const silent = new Map<number, ChainRead>();
  for (const asks of vitalBatches(state)) {
    const chainId = asks[0]?.chainId ?? 0;
    const calls = new Map(asks.map(({ guardian, golem }) => vitalityQuestion(guardian, golem)));
    // A chain that did not answer its first batch is not waited for again.
    const known = nowSeconds() < until ? silent.get(chainId) : NO_TIME;
    const read = known ?? (await readChain(chainId, [...calls.values()]));
    if (!read.ok) silent.set(chainId, read);
    readings.sightings.push({ chainId, read });
    const facts = read.ok ? factsOf(calls, read) : read.reason;
    readings.vitals.push(...asks.map((ask) => vitalOf(ask, facts, read === NO_TIME)));
  }
  return readings;
}

const NO_TIME: ChainRead = { ok: false, reason: 'no time was left for it in this check' };

/** `first`: its turn was missed, so it comes first in the next check. */
function vitalOf(
  { golem, chainId, guardian }: VitalAsk,
  facts: Facts | string,
  first: boolean,
): Vital {
  const at = nowSeconds();
  const unseen = (problem: string): Vital => {
    return { golem, chainId, triedAt: first ? 0 : at, phase: null, seen: null, problem };
  };
  if (typeof facts === 'string') return unseen(facts);
  const record = facts.vitality(guardian, golem);
  if (!record) return unseen("Bardo's oracle gave no answer");
  const { block, time } = facts;
  const seen = { at, block, time };
  return { golem, chainId, triedAt: at, phase: record.phase, seen, problem: null };
}
