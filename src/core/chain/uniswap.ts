// Uniswap's contracts and wrapped currencies, by chain.
import type { Address } from 'viem';
import { currencyOf, sameAddress, type Token, tokenOf } from './addresses';
import type { OrderKind } from './chains/record';
import { chainOf } from './known';

/** The same bytecode, hence the same CREATE2 address, nearly everywhere. */
export const PERMIT2: Address = '0x000000000022d473030f116ddee9f6b43ac78ba3';

/** PancakeSwap's own deployment of the same code, in use on every chain it serves. */
const PANCAKE_PERMIT2: Address = '0x31c2f6fcff4f8759b3bd5bf0e1084a055615c768';

const NOWHERE: Address = '0x0000000000000000000000000000000000000000';

/** A coin that Bardo cannot name; wallets take 18 decimals where nobody says another number. */
const UNNAMED: Token = { symbol: 'native currency', decimals: 18 };

/** Uniswap's first. */
export function permit2On(chainId: number): readonly [Address, Address] {
  return [chainOf(chainId)?.permit2 ?? PERMIT2, PANCAKE_PERMIT2];
}

/** SwapRouter02. */
export function swapRoutersOn(chainId: number): readonly Address[] {
  return listed(chainOf(chainId)?.swapRouter);
}

export function universalRoutersOn(chainId: number): readonly Address[] {
  return chainOf(chainId)?.universalRouters ?? [];
}

/** Whether the router reads a price bound per hop, as from version 2.1.1 on; the older one stands first. */
export function hasHopBounds(chainId: number, router: string | null): boolean {
  return universalRoutersOn(chainId).findIndex((one) => sameAddress(one, router)) > 0;
}

export function reactorsOn(chainId: number): readonly Address[] {
  return (chainOf(chainId)?.reactors ?? []).map(([reactor]) => reactor);
}

export function orderKindAt(chainId: number, reactor: string | null): OrderKind | null {
  const reactors = chainOf(chainId)?.reactors;
  return reactors?.find(([known]) => sameAddress(known, reactor))?.[1] ?? null;
}

/** The wrapped currency; the zero address where we do not know it, which then counts as the coin itself. */
export function wethOf(chainId: number): Address {
  return chainOf(chainId)?.wrapped ?? NOWHERE;
}

export function wethOn(chainId: number): readonly Address[] {
  return listed(chainOf(chainId)?.wrapped);
}

/** The contract that gives the wrapped currency for what it is sent, by whatever function. */
export function isWrapped(chainId: number, token: string): boolean {
  return sameAddress(chainOf(chainId)?.wrapped, token);
}

/** What we know of either side of a swap: the token list, the wrapped currency, and the zero address as the coin. */
export function swapTokenOf(chainId: number, token: string): Token | null {
  const coin = currencyOf(chainId) ?? UNNAMED;
  if (token === NOWHERE) return coin;
  if (isWrapped(chainId, token)) return { ...coin, symbol: `W${coin.symbol}` };
  return tokenOf(chainId, token);
}

/**
 * Below this an amount is worth next to nothing whichever token it is: a millionth of a coin that Bardo knows, and
 * never less than a hundred base units. A floor of so little bounds no price.
 */
export function dustOf(chainId: number, token: string): bigint {
  const decimals = swapTokenOf(chainId, token)?.decimals ?? 0;
  return decimals > 8 ? 10n ** BigInt(decimals - 6) : 100n;
}

function listed(address: Address | undefined): readonly Address[] {
  return address ? [address] : [];
}
