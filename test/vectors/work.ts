// Whether something is quick is asked of the processor, not of the clock on the wall: a machine that is busy with
// other things takes longer for the same work, and no test may fail for that.
import { existsSync, readFileSync } from 'node:fs';

/** Linux: nanoseconds that the calling thread has been running, then two other figures. */
const OWN = '/proc/thread-self/schedstat';

/** Milliseconds that this thread has worked; elsewhere than on Linux those that passed. */
export function workMs(): number {
  if (!existsSync(OWN)) return performance.now();
  return Number(readFileSync(OWN, 'utf8').split(' ')[0]) / 1e6;
}
