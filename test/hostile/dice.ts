// What a hostile control plane decides by.
import { numbersOf } from '../vectors/dice';

export type Dice = {
  /** 0 to `below` - 1. */
  upTo: (below: number) => number;
  /** True so often of a hundred. */
  chance: (percent: number) => boolean;
  pick: <T>(from: readonly T[]) => T;
  hex: (bytes: number) => `0x${string}`;
};

export function diceOf(seed: number): Dice {
  const next = numbersOf(seed);
  const upTo = (below: number) => next() % below;
  return {
    upTo,
    chance: (percent) => upTo(100) < percent,
    pick: (from) => from[upTo(from.length)] as never,
    hex: (bytes) => {
      let text = '';
      while (text.length < 2 * bytes) text += next().toString(16).padStart(8, '0');
      return `0x${text.slice(0, 2 * bytes)}`;
    },
  };
}

/** `BARDO_SEED` repeats a run; it is printed with every failure and at the start. */
export function seedOf(): number {
  return Number(process.env.BARDO_SEED ?? Math.floor(Math.random() * 2 ** 31));
}
