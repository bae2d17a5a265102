// Whether a chain's answer is of the present: the time of its newest block, held against this computer's clock. An
// endpoint that stands still or lags answers as readily as any other, and hides what happened since.
import { durationWords, MINUTE } from '../chain/time';

/** `time` is the block's, `at` the local time of the answer. */
type Seen = { block: number; time: number; at: number };

/** Ten minutes by which two clocks may differ, and ten for the next block of a slow chain. */
const OLDEST = 20 * MINUTE;

export function isOld({ time, at }: Pick<Seen, 'time' | 'at'>): boolean {
  return at - time > OLDEST;
}

/** "block 100, 2 h old by this computer's clock" */
export function oldBlockWords({ block, time, at }: Seen): string {
  return `block ${block}, ${durationWords(at - time)} old by this computer's clock`;
}
