// How often a Golem beats is told by the server and signed by nobody. So a claim of long pauses excuses silence
// up to a bound of ours, and none beyond it.
import { DAY } from '../chain/time';

type Heartbeat = { at: number; intervalSeconds: number };

export function dueEvery({ intervalSeconds }: Heartbeat): number {
  return Math.min(intervalSeconds, DAY);
}

/** Two beats were missed. */
export function isOverdue(heartbeat: Heartbeat, now: number): boolean {
  return now - heartbeat.at > 2 * dueEvery(heartbeat);
}
