// Uniswap's deployments, each address found in at least two of Uniswap's own lists on 2026-08:
// Uniswap/sdks (sdk-core addresses.ts, universal-router-sdk and uniswapx-sdk constants.ts),
// Uniswap/universal-router deploy-addresses, Uniswap/docs deployments, Uniswap/UniswapX README.
import type { Address } from 'viem';
import { isEtherChain, sameAddress, type Token, tokenOf } from './addresses';

type ByChain<T> = { readonly [chainId: number]: T };

/** The same bytecode, hence the same CREATE2 address, nearly everywhere. */
export const PERMIT2: Address = '0x000000000022d473030f116ddee9f6b43ac78ba3';

/** The zkSync family computes addresses differently, and Ronin has its own deployment. */
const PERMIT2_ELSEWHERE: ByChain<Address> = {
  300: '0x0000000000225e31d15943971f47ad3022f714fa',
  324: '0x0000000000225e31d15943971f47ad3022f714fa',
  2741: '0x0000000000225e31d15943971f47ad3022f714fa',
  2020: '0x771ca29e483df5447e20a89e0f00e1daf09ef534',
};

/** PancakeSwap's own deployment of the same code, in use on every chain it serves. */
const PANCAKE_PERMIT2: Address = '0x31c2f6fcff4f8759b3bd5bf0e1084a055615c768';

/** Uniswap's first. */
export function permit2On(chainId: number): readonly [Address, Address] {
  return [PERMIT2_ELSEWHERE[chainId] ?? PERMIT2, PANCAKE_PERMIT2];
}

export const SWAP_ROUTER_02: ByChain<Address> = {
  1: '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45',
  10: '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45',
  137: '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45',
  8453: '0x2626664c2603336e57b271c5c0b26f421741e481',
  42161: '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45',
  84532: '0x94cc0aac535ccdb3c01d6787d6413c739ae12bc4',
  11155111: '0x3bfa4769fb09eefc5a80d6e87c3b9c650f7ae48e',
};

/** Versions 2.0 and 2.1.1. Version 1.2 is left out: its commands above 0x0f mean other things. */
export const UNIVERSAL_ROUTERS: ByChain<readonly Address[]> = {
  1: ['0x66a9893cc07d91d95644aedd05d03f95e1dba8af', '0x4c82d1fbfe28c977cbb58d8c7ff8fcf9f70a2cca'],
  10: ['0x851116d9223fabed8e56c0e6b8ad0c31d98b3507', '0x8b844f885672f333bc0042cb669255f93a4c1e6b'],
  137: ['0x1095692a6237d83c6a72f3f5efedb9a670c49223', '0x8b844f885672f333bc0042cb669255f93a4c1e6b'],
  8453: [
    '0x6ff5693b99212da76ad316178a184ab56d299b43',
    '0xfdf682f51fe81aa4898f0ae2163d8a55c127fbc7',
  ],
  42161: [
    '0xa51afafe0263b40edaef0df8781ea9aa03e381a3',
    '0x8b844f885672f333bc0042cb669255f93a4c1e6b',
  ],
  84532: [
    '0x492e6456d9528771018deb9e87ef7750ef184104',
    '0x8b844f885672f333bc0042cb669255f93a4c1e6b',
  ],
  11155111: [
    '0x3a9d48ab9751398bbfa63ad67599bb04e4bdf98b',
    '0x7dfd4f31be6814d2906bde155c3e1b146eac1468',
  ],
};

/** Whether the router reads a price bound per hop, as from version 2.1.1 on; the older one stands first. */
export function hasHopBounds(chainId: number, router: string | null): boolean {
  return (UNIVERSAL_ROUTERS[chainId] ?? []).findIndex((one) => sameAddress(one, router)) > 0;
}

/** How the order bytes of a UniswapX reactor are laid out. */
export type OrderKind = 'exclusive dutch' | 'dutch v2' | 'dutch v3' | 'priority';

type Reactor = readonly [Address, OrderKind];

const REACTORS: ByChain<readonly Reactor[]> = {
  1: [
    ['0x6000da47483062a0d734ba3dc7576ce6a0b645c4', 'exclusive dutch'],
    ['0x00000011f84b9aa48e5f8aa8b9897600006289be', 'dutch v2'],
    ['0x0000000015757c461808ea25eb309638b62681cf', 'dutch v3'],
  ],
  10: [['0x000000000923439a92dae8930613568824108631', 'dutch v3']],
  130: [['0x000000005af66799d1a6317714d66800f9ca1406', 'dutch v3']],
  137: [['0x00000000bab6e234db8ad638b6a6395b7c499bc4', 'dutch v3']],
  8453: [
    ['0x000000001ec5656dcdb24d90dfa42742738de729', 'priority'],
    ['0x000000008a8330b5d1f43a62bf4c673a49f27ba0', 'dutch v3'],
  ],
  42161: [['0xb274d5f4b833b61b340b654d600a864fb604a87c', 'dutch v3']],
  42220: [['0x00000000b8077fdf2281a80be96f6c282b5d943a', 'dutch v3']],
};

export function reactorsOn(chainId: number): readonly Address[] {
  return (REACTORS[chainId] ?? []).map(([reactor]) => reactor);
}

export function orderKindAt(chainId: number, reactor: string | null): OrderKind | null {
  return REACTORS[chainId]?.find(([known]) => sameAddress(known, reactor))?.[1] ?? null;
}

const WETH: ByChain<Address> = {
  1: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  10: '0x4200000000000000000000000000000000000006',
  8453: '0x4200000000000000000000000000000000000006',
  42161: '0x82af49447d8a07e3bd95bd0d56f35241523fbab1',
  84532: '0x4200000000000000000000000000000000000006',
  11155111: '0xfff9976782d46cc05630d1f6ebab18b2324d6b14',
};

/** Wrapped ether; the zero address where we do not know it, which then counts as the coin itself. */
export function wethOf(chainId: number): Address {
  return WETH[chainId] ?? '0x0000000000000000000000000000000000000000';
}

export function wethOn(chainId: number): readonly Address[] {
  const known = WETH[chainId];
  return known ? [known] : [];
}

/** The contract that gives wrapped ether for what it is sent, by whatever function. */
export function isWrapped(chainId: number, token: string): boolean {
  return sameAddress(WETH[chainId], token);
}

/** What we know of either side of a swap: the token list, wrapped ether, and the zero address as the coin. */
export function swapTokenOf(chainId: number, token: string): Token | null {
  const coin = isEtherChain(chainId) ? 'ETH' : 'native coin';
  if (/^0x0{40}$/.test(token)) return { symbol: coin, decimals: 18 };
  if (isWrapped(chainId, token)) return { symbol: 'WETH', decimals: 18 };
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
