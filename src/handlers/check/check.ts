// One check, shared by the scheduled job, "Refresh now" and the Portal's refresh:
// fetch, absorb, save, and only then announce.

import { withProofs } from '../../core/audit/record';
import { withVitals } from '../../core/audit/vitals';
import { type Sighting, withHeads } from '../../core/memory/heads';
import type { State } from '../../core/memory/state';
import {
  type Answer,
  absorb,
  type StatusCheck,
  withAlerts,
  withDeaths,
} from '../../core/watch/absorb';
import { markSent, planNotices, requeue } from '../../core/watch/notices';
import { type Notice, withRefusal } from '../../core/watch/schedule';
import { nowSeconds } from '../../host/clock';
import { sendNotice } from '../../host/notify';
import { fetchStatus } from '../../host/plane';
import { loadState, updateState } from '../../host/state';
import { readChains } from './chains';
import type { Told } from './golem-check';
import { type LifeReadings, readLives } from './lives';
import { deliverDue } from './orders';

export async function runCheck(kind: 'scheduled' | 'refresh'): Promise<State> {
  const before = await loadState();
  const token = before.auth_token;
  // Not connected: Bardo talks to nobody.
  if (token === null) return before;
  const { sightings } = await checkLives(before);
  const startedAt = nowSeconds();
  const answer = await fetchStatus(token, before.history_cursor);
  const rotates = kind === 'scheduled';
  const check = { token, startedAt, now: nowSeconds(), rotates };
  const state = await absorbAndAnnounce(answer, check, sightings);
  return answer.ok ? deliverDue(state) : state;
}

/**
 * Deaths on chain are saved and told before the control plane is asked for anything: whatever it answers, and however
 * long that takes, comes too late to hide one.
 */
async function checkLives(before: State): Promise<LifeReadings> {
  const readings = await readLives(before);
  if (readings.vitals.length > 0)
    await announce((state) => withVitals(state, readings.vitals), withDeaths);
  return readings;
}

/** Saves first: a notice that is out and not remembered would go out twice. */
export async function absorbAndAnnounce(
  answer: Answer,
  check: StatusCheck,
  sightings: readonly Sighting[] = [],
): Promise<State> {
  const absorbed = await updateState((state) => absorb(state, answer, check));
  const readings = await readChains(absorbed, toldBy(answer, absorbed));
  return announce((state) => {
    const now = nowSeconds();
    const seen = withHeads(state, [...sightings, ...readings.sightings], now);
    return withProofs(seen, readings.proofs, readings.leases, now);
  }, withAlerts);
}

/** Only a status that was believed is held against the chain. */
function toldBy(answer: Answer, absorbed: State): Told {
  if (!answer.ok || absorbed.failure !== null) return null;
  const { chains = [], serverTime } = answer.status;
  return { chains, serverTime };
}

async function announce(
  change: (state: State) => State,
  withNews: (state: State, now: number) => State,
): Promise<State> {
  let notices: Notice[] = [];
  const now = nowSeconds();
  const saved = await updateState((state) => {
    const changed = withNews(change(state), now);
    notices = planNotices(changed, now);
    return markSent(changed, notices, now);
  });
  if (notices.length === 0) return saved;
  const refused: Notice[] = [];
  const problems: string[] = [];
  for (const notice of notices) {
    const { taken, problem } = await sendNotice(notice, saved.owner);
    if (!taken) refused.push(notice);
    if (problem !== null) problems.push(problem);
  }
  return updateState((state) => withRefusal(requeue(state, refused), problems, now));
}
