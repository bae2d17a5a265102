// The contract every caveat fulfils: one file per enforcer with the byte layout of its terms,
// encode and decode side by side, and the words an owner reads.
import type { Address, Hex } from 'viem';
import { type Json, jsonOf } from '../bytes/json';
import type { Execution } from '../chain/execution';
import type { Level } from './level';

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
  bounds: (terms: Terms, scene: CaveatScene) => Bounds;
  /**
   * What is different inside a LogicalOrWrapper, where the wrapper calls the enforcer and not the manager: words
   * for the owner, or `refused` when the enforcer lets no other caller in.
   */
  inWrapper?: string;
};

/** `inWrapper`: the rule stands in a set of a LogicalOrWrapper. */
export type CaveatScene = { chainId: number; now: number; inWrapper?: true };

/** `level` is set when the caveat itself deserves a warning (already expired, no limit in effect). */
export type CaveatWords = { text: string; level?: Level | undefined };

/**
 * What a rule keeps in check; what no rule of a delegation mentions is open to the delegate.
 * A rule that merely narrows who may use it sets none of these. A bound that does not always hold is no
 * bound: an amount above every real one, a count or an end that nobody lives to see.
 */
export type Bounds = {
  /** Which calls may be made. */
  calls?: true;
  /** How much native currency may leave: none at all, or so much as `budgets` or `fixed` say. */
  value?: Extent;
  /** The same for coins of every kind. */
  tokens?: Extent;
  /** Every use is exactly these calls, all of them, in this order. */
  fixed?: readonly Execution[];
  /** How often it can be used, ever. */
  uses?: bigint;
  /** Unix seconds from which nothing passes any more, or `block` when the end is a block number. */
  until?: bigint | 'block';
  /** For adding them to others and for their worst case. Each has a counter of its own: they add up. */
  budgets?: readonly Budget[];
  /** What an account may lose in one use, by its balance before and after. */
  losses?: readonly Loss[];
  /** Single NFTs that it lets go to anyone. */
  nfts?: readonly Nft[];
  /** Contracts whose ownership it hands over. */
  ownership?: readonly Address[];
  /** Nothing passes: the enforcer refuses its own terms. */
  nothing?: true;
};

export type Extent = 'none' | 'limited';

/** `token` null = native currency; `every` null = in total. */
export type Budget = {
  token: Address | null;
  /** At most this much in each period or, with `every` null, in total. */
  amount: bigint;
  /** Seconds. */
  every: bigint | null;
  /** Unix seconds before which nothing leaves; absent = at once. */
  startsAt?: bigint;
  /** A stream: so much at its start, and so much more with each second, up to `amount`. */
  initial?: bigint;
  perSecond?: bigint;
};

/**
 * In each single use the balance of `account` falls by at most `amount` (0 = it cannot fall). This says nothing
 * about another account, another token, an approval used later or the next use.
 */
export type Loss = { account: Address; token: Address | null; amount: bigint };

export type Nft = { contract: Address; tokenId: bigint };

/** A caveat with its type parameter closed over, so that different ones live in one list. */
export type Caveat = {
  name: string;
  address: Address;
  inWrapper?: string;
  read: (terms: Hex, scene: CaveatScene) => CaveatReading;
};

type CaveatReading = {
  /** For `explain`: bigints as decimal strings. */
  terms: { [key: string]: Json };
  bounds: Bounds;
  words: CaveatWords;
};

/** As it was signed: what the redeemer adds to it (`args`) is not part of it. */
export type SignedCaveat = { enforcer: Address; terms: Hex };

/** One rule of a delegation, read or not. */
export type Rule = {
  /** null = an enforcer Bardo does not know. */
  name: string | null;
  words: CaveatWords;
  bounds: Bounds;
  /** null when the terms could not be read. */
  terms: { [key: string]: Json } | null;
};

export function caveat<Terms extends object>(spec: CaveatSpec<Terms>): Caveat & CaveatSpec<Terms> {
  return {
    ...spec,
    read: (terms, scene) => {
      const decoded = spec.decode(terms);
      return {
        terms: jsonOf(decoded),
        bounds: spec.bounds(decoded, scene),
        words: spec.words(decoded, scene),
      };
    },
  };
}
