// What becomes of a delivery after a try. What surely did not arrive is tried again, later each time and never all at
// once; what may have arrived is not, because nothing is told twice.
import { randomInt } from 'node:crypto';
import { lineOf } from './plan';
import type { Outcome } from './post';

/** Seconds between tries: eight tries in about eight hours. */
const WAITS = [30, 60, 300, 900, 3600, 7200, 14_400];
const MAX_WISH = 3600;

export type Verdict = {
  state: 'delivered' | 'waiting' | 'failed' | 'unknown';
  answer: string;
  /** Seconds until the next try. */
  wait: number | null;
};

/** `attempts`: with this one. A test is tried once: its owner is there to see it. */
export function verdictOf(outcome: Outcome, attempts: number, test: boolean): Verdict {
  const answer = lineOf(answerWords(outcome));
  if (outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300) {
    return { state: 'delivered', answer, wait: null };
  }
  if (outcome.kind === 'unclear') return { state: 'unknown', answer, wait: null };
  const wait = WAITS[attempts - 1];
  if (test || wait === undefined || !isPassing(outcome)) {
    return { state: 'failed', answer, wait: null };
  }
  const wish = outcome.kind === 'answered' ? Math.min(outcome.retryAfter ?? 0, MAX_WISH) : 0;
  return { state: 'waiting', answer, wait: Math.max(jittered(wait), wish) };
}

/** The target may take it another time. */
function isPassing(outcome: Outcome): boolean {
  if (outcome.kind !== 'answered') return outcome.kind === 'unreached';
  return outcome.status >= 500 || [408, 425, 429].includes(outcome.status);
}

function answerWords(outcome: Outcome): string {
  if (outcome.kind !== 'answered') return outcome.words;
  return outcome.words.trim() === '' ? `${outcome.status}` : `${outcome.status}: ${outcome.words}`;
}

/** Half to one and a half of it. */
function jittered(seconds: number): number {
  return randomInt(Math.ceil(seconds / 2), Math.ceil(seconds * 1.5) + 1);
}
