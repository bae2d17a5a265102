// What one place holds of one token while a list of steps runs: bounds from both sides, what is owed to the pool, and
// the swaps that brought it.
import type { Address } from 'viem';
import { type Move, NO_CEILING } from './swap-steps';

/** `behind`: swaps whose whole output this one sells on; they are bounded as it is. */
export type Swap = { own: bigint; bounded: boolean; behind: Swap[] };
/** `most`: null = a swap brought an unknown amount. `owed` is at most, `surely` at least. */
export type Pot = {
  least: bigint;
  most: bigint | null;
  owed: bigint;
  surely: bigint;
  /** A part of what is owed has no ceiling. */
  open: boolean;
  token: Address;
  swaps: Swap[];
};

export type Arrival = { least: bigint; most: bigint | null; swaps: Swap[]; mayFail: boolean };

export function emptyPot(token: Address): Pot {
  return { least: 0n, most: 0n, owed: 0n, surely: 0n, open: false, token, swaps: [] };
}

export function sum(most: bigint | null, more: bigint): bigint | null {
  return most === null ? null : most + more;
}

export function less(most: bigint | null, taken: bigint): bigint | null {
  if (most === null) return null;
  return taken > most ? 0n : most - taken;
}

export function lower(one: bigint, other: bigint | undefined): bigint {
  return other !== undefined && other < one ? other : one;
}

export function isEndless(most: bigint | null): boolean {
  return most === null || most >= NO_CEILING;
}

/** What a step promises to move, and what it leaves at least. */
export function passed({ amount, least }: Move, held: bigint): { promised: bigint; left: bigint } {
  if (typeof amount === 'bigint') {
    return { promised: amount, left: amount > held ? 0n : held - amount };
  }
  if (typeof amount === 'object') {
    const share = (held * amount.bips) / 10_000n;
    const most = (held * amount.bips + 9_999n) / 10_000n;
    return { promised: share, left: most > held ? 0n : held - most };
  }
  return { promised: least > held ? least : held, left: 0n };
}

export function ownOf(swaps: readonly Swap[]): bigint {
  return swaps.reduce((sum, { own }) => sum + own, 0n);
}

/** A floor under what several swaps brought together binds each of them, and those they sold on for. */
export function settle(swaps: readonly Swap[]): void {
  for (const swap of swaps) {
    swap.bounded = true;
    settle(swap.behind);
  }
}
