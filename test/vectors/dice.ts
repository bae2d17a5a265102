// Chance that can be repeated: whoever has the seed throws the same again.

/** Mulberry32: whole numbers below 2^32. */
export function numbersOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** From 0 to 1, which is never reached. */
export function sharesOf(seed: number): () => number {
  const next = numbersOf(seed);
  return () => next() / 2 ** 32;
}
