// Random terms and MetaMask's own encoder for them: what every caveat of the framework is held against.
import fc from 'fast-check';
import type { Hex } from 'viem';
import type { CaveatSpec } from '../../../src/core/caveats/caveat';

export const hex = (bytes: { minLength?: number; maxLength?: number }) =>
  fc.uint8Array(bytes).map((value): Hex => `0x${Buffer.from(value).toString('hex')}`);
export const address = hex({ minLength: 20, maxLength: 20 });
export const amount = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n });
/** The oracle takes seconds as numbers and refuses times it deems absurd. */
export const seconds = fc.integer({ min: 1, max: 253_402_300_799 });

export type Case<T> = { spec: CaveatSpec<T>; terms: fc.Arbitrary<T>; official: (terms: T) => Hex };

export function aCase<T>(spec: CaveatSpec<T>, terms: fc.Arbitrary<T>, official: (terms: T) => Hex) {
  // Each case has terms of a type of its own, which a list of all cases cannot name.
  return { spec, terms, official } as unknown as Case<unknown>;
}
