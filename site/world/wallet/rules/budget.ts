// MetaMask's limit on notices, counted as its rate limiter does: the first notice opens a window of fixed length,
// and when it is over the count starts anew.
import type { NoticeBudget } from '../view';

export type Budget = {
  /** False when the window is full; nothing is counted then but the refusal. */
  spend: () => boolean;
  state: () => NoticeBudget;
};

export function createBudget(limit: { most: number; withinMs: number }, now: () => number): Budget {
  const { most, withinMs } = limit;
  let since = Number.NEGATIVE_INFINITY;
  let spent = 0;
  let refused = 0;
  const renew = () => {
    if (now() < since + withinMs) return;
    spent = 0;
    refused = 0;
  };
  return {
    spend() {
      renew();
      if (spent >= most) {
        refused += 1;
        return false;
      }
      if (spent === 0) since = now();
      spent += 1;
      return true;
    },
    state() {
      renew();
      return {
        most,
        refused,
        left: most - spent,
        freeAtMs: spent < most ? null : since + withinMs,
      };
    },
  };
}
