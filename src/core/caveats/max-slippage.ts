// MaxSlippageEnforcer: swaps of one pair on one router to the account itself, never worse than a price
// feed by more than a bound, judged by the account's balances.
//
// terms, 97 bytes: version 1 · router 20 · selector 4 · tokenIn 20 · tokenOut 20 · tokenInArg 1 ·
// tokenOutArg 1 · recipientArg 1 · feed 20 · feedDecimals 1 · inDecimals 1 · outDecimals 1 ·
// maxFeedAge 4 · maxBps 2
import type { Address, Hex } from 'viem';
import { BARDO } from '../chain/bardo-addresses.generated';
import { swapTokenOf } from '../chain/uniswap';
import { encodable, fixedBytes, readable, VERSION, versioned } from './bardo-terms';
import { caveat } from './caveat';
import { percentWords } from './percent-words';
import { addressAt, addressBytes, bytesAt, packed, uintAt, uintBytes } from './terms';

export type MaxSlippageTerms = {
  router: Address;
  selector: Hex;
  tokenIn: Address;
  tokenOut: Address;
  tokenInArg: number;
  tokenOutArg: number;
  recipientArg: number;
  feed: Address;
  feedDecimals: number;
  inDecimals: number;
  outDecimals: number;
  maxFeedAge: bigint;
  maxBps: number;
};

export const maxSlippage = caveat<MaxSlippageTerms>({
  name: 'MaxSlippageEnforcer',
  address: BARDO.maxSlippageEnforcer,
  decode: (terms) => {
    versioned(terms, 97);
    return readable(fieldsOf(terms), problemOf);
  },
  encode: (terms) => {
    encodable(terms, problemOf);
    const byte = (value: number) => uintBytes(BigInt(value), 1);
    return packed(
      VERSION,
      addressBytes(terms.router),
      fixedBytes(terms.selector, 4),
      addressBytes(terms.tokenIn),
      addressBytes(terms.tokenOut),
      byte(terms.tokenInArg),
      byte(terms.tokenOutArg),
      byte(terms.recipientArg),
      addressBytes(terms.feed),
      byte(terms.feedDecimals),
      byte(terms.inDecimals),
      byte(terms.outDecimals),
      uintBytes(terms.maxFeedAge, 4),
      uintBytes(BigInt(terms.maxBps), 2),
    );
  },
  words: ({ router, tokenIn, tokenOut, feed, maxBps }, { chainId }) => ({
    text: `swaps only ${named(tokenIn, chainId)} for ${named(tokenOut, chainId)} at the router ${router}, to this account, losing at most ${percentWords(maxBps)} against the price feed ${feed}`,
  }),
  // It bounds the price of a swap, not how much is swapped.
  bounds: () => ({ calls: true, value: true }),
});

/** The address stays beside the name: a list of ours is not the token's own word. */
function named(token: Address, chainId: number): string {
  const known = swapTokenOf(chainId, token);
  return known ? `${known.symbol} (${token})` : token;
}

function fieldsOf(terms: Hex): MaxSlippageTerms {
  const byteAt = (start: number) => Number(uintAt(terms, start, 1));
  return {
    router: addressAt(terms, 1),
    selector: bytesAt(terms, 21, 4),
    tokenIn: addressAt(terms, 25),
    tokenOut: addressAt(terms, 45),
    tokenInArg: byteAt(65),
    tokenOutArg: byteAt(66),
    recipientArg: byteAt(67),
    feed: addressAt(terms, 68),
    feedDecimals: byteAt(88),
    inDecimals: byteAt(89),
    outDecimals: byteAt(90),
    maxFeedAge: uintAt(terms, 91, 4),
    maxBps: Number(uintAt(terms, 95, 2)),
  };
}

function problemOf(terms: MaxSlippageTerms): string | null {
  const [router, tokenIn, tokenOut] = [terms.router, terms.tokenIn, terms.tokenOut].map((one) =>
    one.toLowerCase(),
  );
  if (tokenIn === tokenOut || router === tokenIn || router === tokenOut) {
    return 'a router or a token named twice';
  }
  const decimals = [terms.feedDecimals, terms.inDecimals, terms.outDecimals];
  if (decimals.some((count) => count > 24)) return 'more than 24 decimals';
  return terms.maxBps >= 10_000 ? 'a loss of everything' : null;
}
