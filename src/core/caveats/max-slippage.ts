// MaxSlippageEnforcer: swaps of one pair on one router to the account itself, never worse than a price
// feed by more than a bound, judged by the account's balances.
//
// terms, 97 bytes: version 1 · router 20 · selector 4 · tokenIn 20 · tokenOut 20 · tokenInArg 1 ·
// tokenOutArg 1 · recipientArg 1 · feed 20 · feedDecimals 1 · inDecimals 1 · outDecimals 1 ·
// maxFeedAge 4 · maxBps 2
import type { Address, Hex } from 'viem';
import { BARDO } from '../chain/bardo-addresses.generated';
import { swapTokenOf } from '../chain/uniswap';
import { caveat } from './caveat';
import { bardoTerms } from './layout';
import { percentWords } from './percent-words';

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
  ...bardoTerms(
    'address router, bytes4 selector, address tokenIn, address tokenOut, uint8 tokenInArg, uint8 tokenOutArg, uint8 recipientArg, address feed, uint8 feedDecimals, uint8 inDecimals, uint8 outDecimals, uint32 maxFeedAge, uint16 maxBps',
    problemOf,
  ),
  words: ({ router, tokenIn, tokenOut, feed, maxBps }, { chainId }) => ({
    text: `swaps only ${named(tokenIn, chainId)} for ${named(tokenOut, chainId)} at the router ${router}, to this account, losing at most ${percentWords(maxBps)} against the price feed ${feed}`,
  }),
  // It bounds the price of a swap, not how much is swapped.
  bounds: () => ({ calls: true, value: 'none' }),
});

/** The address stays beside the name: a list of ours is not the token's own word. */
function named(token: Address, chainId: number): string {
  const known = swapTokenOf(chainId, token);
  return known ? `${known.symbol} (${token})` : token;
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
