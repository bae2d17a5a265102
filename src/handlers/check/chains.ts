// What the chains show in one check: gather what is signed, ask, judge. Bounded in Golems, requests and time, for each
// Golem by itself; what was not reached says so. Needs no key and no window, so it works while locked.

import { factsOf } from '../../core/audit/facts';
import { needsThen, proofOf } from '../../core/audit/proof';
import { questionsOf, type Target } from '../../core/audit/questions';
import { batchesOf, chainsOf, targetsOf } from '../../core/audit/targets';
import type { Finding, Proof } from '../../core/memory/claim';
import type { Sighting } from '../../core/memory/heads';
import type { LeaseRecord, State } from '../../core/memory/state';
import { readChain } from '../../host/chain';
import { nowSeconds } from '../../host/clock';
import { withContexts } from './contexts';
import {
  beforeOf,
  type Gathered,
  golemCheck,
  type Judged,
  type Told,
  unasked,
} from './golem-check';
import { type Allowance, allowanceUntil, withForeign, withProbes } from './probes';

/** After this many seconds nothing new is begun; the next check goes on where this one stopped. */
const MAX_SECONDS = 40;
/** One check, by the clock: counts turns. */
const TURN = 300;
const OTHER_CHAINS = 'the control plane names more chains than one check asks';
const NO_TIME = 'no time was left for it in this check';

export type ChainReadings = { proofs: Proof[]; sightings: Sighting[]; leases: LeaseRecord[] };

export async function readChains(state: State, told: Told): Promise<ChainReadings> {
  const leases: LeaseRecord[] = [];
  const sightings: Sighting[] = [];
  const extras = new Map<string, Finding[]>();
  const turn = Math.floor(nowSeconds() / TURN);
  const at = { state, told, extras };
  const targets = await withContexts(targetsOf(state, turn), state, {
    told,
    extras,
    turn,
    leases,
  });
  const left = allowanceUntil(nowSeconds() + MAX_SECONDS);
  const judged: Judged[] = [];
  const chains = chainsOf(targets, state);
  for (const chainId of chains) {
    const own = targets.filter((one) => one.chainId === chainId);
    for (const batch of batchesOf(own))
      judged.push(...(await checkBatch(chainId, batch, { ...at, left, sightings })));
  }
  const unreached = targets.filter(({ chainId }) => !chains.includes(chainId));
  judged.push(...unreached.map((target) => unasked(target, OTHER_CHAINS, at)));
  // After all of them: a contract that is slow to refuse keeps no Golem from being asked about.
  const probed = await withProbes(judged, left.until);
  const proofs = probed.map(({ target, check, before }) => proofOf(target, check, before));
  return { proofs, sightings, leases };
}

type Round = Gathered & { left: Allowance; sightings: Sighting[] };

async function checkBatch(chainId: number, targets: Target[], at: Round): Promise<Judged[]> {
  if (nowSeconds() >= at.left.until) return targets.map((target) => unasked(target, NO_TIME, at));
  const spoken = at.told?.chains.find((one) => one.chainId === chainId) ?? null;
  const calls = questionsOf(targets, spoken?.block ?? null);
  const read = await readChain(chainId, [...calls.values()]);
  at.sightings.push({ chainId, read });
  if (!read.ok) return targets.map((target) => unasked(target, read.reason, at));
  const facts = await withForeign(calls, read, targets, at.left);
  const checks = targets.map((target) => ({
    target,
    check: golemCheck(target, facts, at, spoken),
  }));
  const asksThen = spoken !== null && checks.some(({ target, check }) => needsThen(target, check));
  const earlier = asksThen ? await readChain(chainId, [...calls.values()], spoken.block) : null;
  const atSpoken = earlier?.ok ? factsOf(calls, earlier) : null;
  return checks.map(({ target, check }) => ({
    target,
    check: { ...check, atSpoken },
    before: beforeOf(target, at.state),
  }));
}
