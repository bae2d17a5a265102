// The one visit to the control plane, shared by heartbeat, "Refresh now" and the Portal's refresh:
// fetch, absorb, save, and only then announce.
import { type Answer, absorb, type Visit, withAlerts } from '../core/watch/absorb';
import { chainsOf, type Sighting, withHeads } from '../core/watch/heads';
import { markSent, type Notice, planNotices, requeue } from '../core/watch/notices';
import type { State } from '../core/watch/state';
import { readChain } from '../host/chain';
import { nowSeconds } from '../host/clock';
import { sendNotice } from '../host/notify';
import { fetchStatus } from '../host/plane';
import { loadState, updateState } from '../host/state';
import { deliverDue } from './orders';

export async function tick(kind: 'heartbeat' | 'refresh'): Promise<State> {
  const before = await loadState();
  const token = before.auth_token;
  // Not connected: Bardo talks to nobody.
  if (token === null) return before;
  const startedAt = nowSeconds();
  const answer = await fetchStatus(token, before.history_cursor);
  const rotates = kind === 'heartbeat';
  const visit = { token, startedAt, now: nowSeconds(), rotates };
  const state = await absorbAndAnnounce(answer, visit);
  return answer.ok ? deliverDue(state) : state;
}

/** Saves first: a notice that is out and not remembered would go out twice. */
export async function absorbAndAnnounce(answer: Answer, visit: Visit): Promise<State> {
  const absorbed = await updateState((state) => absorb(state, answer, visit));
  const sightings = await lookAtChains(absorbed);
  return announce((state) => withHeads(state, sightings, nowSeconds()));
}

/** One chain after the other: the wallet has one selected network. */
async function lookAtChains(state: State): Promise<Sighting[]> {
  const sightings: Sighting[] = [];
  for (const chainId of chainsOf(state)) {
    sightings.push({ chainId, read: await readChain(chainId, []) });
  }
  return sightings;
}

async function announce(change: (state: State) => State): Promise<State> {
  let notices: Notice[] = [];
  const now = nowSeconds();
  const saved = await updateState((state) => {
    const changed = withAlerts(change(state), now);
    notices = planNotices(changed, now);
    return markSent(changed, notices, now);
  });
  const refused: Notice[] = [];
  for (const notice of notices) {
    if (!(await sendNotice(notice))) refused.push(notice);
  }
  return refused.length === 0 ? saved : updateState((state) => requeue(state, refused));
}
