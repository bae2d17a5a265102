// The one visit to the control plane, shared by heartbeat, "Refresh now" and the Portal's refresh:
// fetch, absorb, save, and only then announce.

import { withProofs } from '../core/audit/record';
import { withHeads } from '../core/memory/heads';
import type { State } from '../core/memory/state';
import { type Answer, absorb, type Visit, withAlerts } from '../core/watch/absorb';
import { markSent, type Notice, planNotices, requeue } from '../core/watch/notices';
import { nowSeconds } from '../host/clock';
import { sendNotice } from '../host/notify';
import { fetchStatus } from '../host/plane';
import { loadState, updateState } from '../host/state';
import { lookAtChains, type Told } from './ledger';
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
  const look = await lookAtChains(absorbed, toldBy(answer, absorbed));
  return announce((state) => {
    const seen = withHeads(state, look.sightings, nowSeconds());
    return withProofs(seen, look.proofs, look.leases);
  });
}

/** Only a status that was believed is held against the chain. */
function toldBy(answer: Answer, absorbed: State): Told {
  if (!answer.ok || absorbed.failure !== null) return null;
  const { chains = [], serverTime } = answer.status;
  return { chains, serverTime };
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
