// What a chain's one record may hold. Adding a chain is one file of this folder and its line in list.ts: whatever is
// left out of it Bardo does not claim to know there.
import type { Address } from 'viem';
import type { Currency } from './currencies';

export type ChainRecord = {
  id: number;
  /** null: "chain 146". */
  name: string | null;
  /** What gas is paid in; null = its name is not claimed. */
  currency: Currency | null;
  /** MetaMask's delegation framework 1.3.0 is deployed there. */
  framework: boolean;
  /** Circle's. `calls` = its own name(), where that is not "USD Coin": an EIP-712 signature under another is worth nothing. */
  usdc?: { address: Address; decimals: number; calls?: string };
  explorer?: string;
  /** As its contracts count blocks: the first one's time (unix seconds), and the seconds between two, at least. */
  blocks?: { since: number; seconds: number };
  /** A price of gas rarely seen there, in gwei. Rollups are far below theirs except in the worst hours. */
  highGasPrice?: number;
  /** The identity registry of ERC-8004. */
  agents?: Address;
  /** Uniswap's, where it is not the one of all other chains. */
  permit2?: Address;
  /** Its currency wrapped as a token. */
  wrapped?: Address;
  swapRouter?: Address;
  /** Universal routers 2.0 and 2.1.1, in this order. Version 1.2 is left out: its commands above 0x0f mean other things. */
  universalRouters?: readonly [Address, Address];
  reactors?: readonly Reactor[];
};

/** How the order bytes of a UniswapX reactor are laid out. */
export type OrderKind = 'exclusive dutch' | 'dutch v2' | 'dutch v3' | 'priority';

export type Reactor = readonly [Address, OrderKind];
