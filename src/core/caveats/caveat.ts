// The contract every caveat fulfils: one file per enforcer with the byte layout of its terms,
// encode and decode side by side, and the words an owner reads.
import type { Address, Hex } from 'viem';
import type { Json } from '../decoders/decoder';
import type { Level } from '../insight/finding';

export type CaveatSpec<Terms> = {
  /** Name of the enforcer contract, as deployed. */
  name: string;
  /** Lower case. */
  address: Address;
  /** Throws `Unreadable` unless `terms` is exactly one well-formed value. */
  decode: (terms: Hex) => Terms;
  encode: (terms: Terms) => Hex;
  /** A sentence fragment for the list of rules, e.g. "at most 10 USDC every day". */
  words: (terms: Terms, scene: CaveatScene) => CaveatWords;
  /** Terms for `explain`: bigints as decimal strings. */
  json: (terms: Terms) => { [key: string]: Json };
};

export type CaveatScene = { chainId: number; now: number };

/** `level` is set when the caveat itself deserves a warning (already expired, no limit in effect). */
export type CaveatWords = { text: string; level?: Level };

/** A caveat with its type parameter closed over, so that different ones live in one list. */
export type Caveat = {
  name: string;
  address: Address;
  read: (terms: Hex, scene: CaveatScene) => CaveatReading;
};

export type CaveatReading = { words: CaveatWords; terms: { [key: string]: Json } };

export function caveat<Terms>(spec: CaveatSpec<Terms>): Caveat & CaveatSpec<Terms> {
  return {
    ...spec,
    read: (terms, scene) => {
      const decoded = spec.decode(terms);
      return { words: spec.words(decoded, scene), terms: spec.json(decoded) };
    },
  };
}
