// Two clocks meet here: this computer's and the server's. Ages and expiries are told in the server's
// time (which follows the chain) as long as the two agree roughly; if not, nobody knows which is
// right, and nothing that depends on time is announced.
import { MINUTE } from '../chain/time';
import type { State } from './state';

const TOLERATED_SKEW = 10 * MINUTE;

export type Clock = {
  /** Best estimate of the time now, unix seconds. */
  now: number;
  /** Server minus this computer, seconds; null before the first answer. */
  skew: number | null;
  agreed: boolean;
};

export function clockOf(state: Pick<State, 'server_time' | 'last_fetch_at'>, local: number): Clock {
  const { server_time: server, last_fetch_at: fetchedAt } = state;
  if (server === null || fetchedAt === null) return { now: local, skew: null, agreed: true };
  const skew = server - fetchedAt;
  const agreed = Math.abs(skew) <= TOLERATED_SKEW;
  return { now: agreed ? local + skew : local, skew, agreed };
}
