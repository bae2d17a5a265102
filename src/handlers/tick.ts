// The one visit to the control plane, shared by heartbeat, "Refresh now" and the Portal's refresh:
// fetch, absorb, save, and only then announce.
import { type Answer, absorb, type Visit } from '../core/watch/absorb';
import { markSent, type Notice, planNotices, requeue } from '../core/watch/notices';
import type { State } from '../core/watch/state';
import { nowSeconds } from '../host/clock';
import { sendNotice } from '../host/notify';
import { fetchStatus } from '../host/plane';
import { loadState, updateState } from '../host/state';

export async function tick(kind: 'heartbeat' | 'refresh'): Promise<State> {
  const before = await loadState();
  const token = before.auth_token;
  // Not connected: Bardo talks to nobody.
  if (token === null) return before;
  const startedAt = nowSeconds();
  const answer = await fetchStatus(token, before.history_cursor);
  return absorbAndAnnounce(answer, {
    token,
    startedAt,
    now: nowSeconds(),
    rotates: kind === 'heartbeat',
  });
}

/** Saves first: a notice that is out and not remembered would go out twice. */
export async function absorbAndAnnounce(answer: Answer, visit: Visit): Promise<State> {
  let notices: Notice[] = [];
  const saved = await updateState((state) => {
    const absorbed = absorb(state, answer, visit);
    notices = planNotices(absorbed, visit.now);
    return markSent(absorbed, notices, visit.now);
  });
  const refused: Notice[] = [];
  for (const notice of notices) {
    if (!(await sendNotice(notice))) refused.push(notice);
  }
  return refused.length === 0 ? saved : updateState((state) => requeue(state, refused));
}
