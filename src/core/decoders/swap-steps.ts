// The steps of a router's list as moves of money between places.
import type { Address } from 'viem';

/** `router` and `pool` (V4's open balance) hold money between two steps. */
export type Place = 'payer' | 'router' | 'pool' | Address;

/** `all` there is at that place, or of `debt` to the pool; a share in basis points is a fee or a payment. */
export type Amount = bigint | 'all' | 'debt' | { bips: bigint };

export type Move = {
  kind: 'move';
  from: 'payer' | 'router' | 'pool';
  to: Place;
  token: Address;
  /** What arrives is another token: wrapping and unwrapping. */
  as?: Address;
  amount: Amount;
  /** The step fails when the debt is larger. */
  most?: bigint;
  /** The step fails when less arrives. */
  least: bigint;
  mayFail: boolean;
};

export type SwapMove = {
  kind: 'swap';
  from: 'payer' | 'router' | 'pool';
  to: Place;
  tokenIn: Address;
  /** Exactly this for an exact input, at most this for an exact output. */
  most: bigint | 'all';
  tokenOut: Address;
  least: bigint;
  exactOut: boolean;
  mayFail: boolean;
  /** SwapRouter02 sells the coin it holds for WETH it would pull, where that is enough. */
  orCoin?: boolean;
};

/**
 * From here on a ceiling is none: it catches the largest uint128 and uint256 and halves of them, and no
 * token has so many units.
 */
export const NO_CEILING = 2n ** 127n;

export const NATIVE: Address = '0x0000000000000000000000000000000000000000';
