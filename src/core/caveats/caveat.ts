// The contract every caveat fulfils: one file per enforcer with the byte layout of its terms,
// encode and decode side by side, and the words an owner reads.
import type { Address, Hex } from 'viem';
import { type Json, jsonOf } from '../decoders/decoder';
import type { Level } from '../findings/finding';

export type CaveatSpec<Terms> = {
  /** Name of the enforcer contract, as deployed. */
  name: string;
  /** Lower case. */
  address: Address;
  /** Throws `Unreadable` unless `terms` is exactly one well-formed value. */
  decode: (terms: Hex) => Terms;
  /** Throws `RangeError` for values the layout cannot hold. */
  encode: (terms: Terms) => Hex;
  /** A sentence fragment for the list of rules, e.g. "at most 10 USDC every day". */
  words: (terms: Terms, scene: CaveatScene) => CaveatWords;
  /** What this rule keeps in check. */
  bounds: (terms: Terms) => Bounds;
};

export type CaveatScene = { chainId: number; now: number };

/** `level` is set when the caveat itself deserves a warning (already expired, no limit in effect). */
export type CaveatWords = { text: string; level?: Level };

/**
 * What a rule keeps in check; what no rule of a delegation mentions is open to the delegate.
 * A rule that merely narrows who may use it sets none of these.
 */
export type Bounds = {
  /** Which calls may be made. */
  calls?: true;
  /** How much native currency may leave. */
  value?: true;
  /** How much of a token may leave, or that no token can. */
  tokens?: true;
  /** Every use is the same given calls. */
  fixed?: true;
  /** How often it can be used. */
  uses?: true;
  /** Unix seconds from which nothing passes any more, or `block` when the end is a block number. */
  until?: bigint | 'block';
  /** The budget, for adding it to others and for its worst case. */
  budget?: Budget;
};

/** `token` null = native currency; `every` null = in total; `perSecond` = what a stream grows by. */
export type Budget = {
  token: Address | null;
  amount: bigint;
  every: bigint | null;
  perSecond?: bigint;
};

/** A caveat with its type parameter closed over, so that different ones live in one list. */
export type Caveat = {
  name: string;
  address: Address;
  read: (terms: Hex) => CaveatReading;
};

type CaveatReading = {
  /** For `explain`: bigints as decimal strings. */
  terms: { [key: string]: Json };
  bounds: Bounds;
  words: (scene: CaveatScene) => CaveatWords;
};

export function caveat<Terms extends object>(spec: CaveatSpec<Terms>): Caveat & CaveatSpec<Terms> {
  return {
    ...spec,
    read: (terms) => {
      const decoded = spec.decode(terms);
      return {
        terms: jsonOf(decoded),
        bounds: spec.bounds(decoded),
        words: (scene) => spec.words(decoded, scene),
      };
    },
  };
}
