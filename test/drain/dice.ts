// What a game of chance with real money decides by.
import { sharesOf } from '../vectors/dice';

export type Dice = {
  /** From `least` to `most`, both included. */
  int: (least: number, most: number) => number;
  pick: <T>(from: readonly T[]) => T;
  chance: (share: number) => boolean;
};

export function diceOf(seed: number): Dice {
  const next = sharesOf(seed);
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    int,
    pick: (from) => from[int(0, from.length - 1)] as (typeof from)[number],
    chance: (share) => next() < share,
  };
}
