// How often a Golem beats is told by the server and signed by nobody. So a claim of long pauses excuses silence
// up to a bound of ours, and none beyond it.
import { DAY } from '../chain/time';

type Pulse = { at: number; intervalSeconds: number };

export function dueEvery({ intervalSeconds }: Pulse): number {
  return Math.min(intervalSeconds, DAY);
}

/** Two beats were missed. */
export function isOverdue(pulse: Pulse, now: number): boolean {
  return now - pulse.at > 2 * dueEvery(pulse);
}
