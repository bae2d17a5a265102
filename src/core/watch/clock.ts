// Two clocks meet here: this computer's and the server's. Ages and expiries are told in the server's
// time (which follows the chain) as long as the two agree roughly; if not, nobody knows which is
// right, and nothing that depends on time is said or announced.
import { MINUTE, type Moment } from '../chain/time';
import type { State } from '../memory/state';

export const TOLERATED_SKEW = 10 * MINUTE;

export type Clock = {
  /** Best estimate of the time now; null when the clocks disagree. */
  now: Moment;
  /** Server minus this computer, seconds; null before the first answer. */
  skew: number | null;
};

export function clockOf(state: Pick<State, 'server_time' | 'last_fetch_at'>, local: number): Clock {
  const { server_time: server, last_fetch_at: fetchedAt } = state;
  if (server === null || fetchedAt === null) return { now: local, skew: null };
  const skew = server - fetchedAt;
  // Now is never before the last answer: else this computer's clock was set back meanwhile.
  const agreed = Math.abs(skew) <= TOLERATED_SKEW && local >= fetchedAt - TOLERATED_SKEW;
  return { now: agreed ? local + skew : null, skew };
}
