// The layouts of the parameters of V4 router actions.
import type { AbiParameter } from 'viem';
import { abiParameters } from '../bytes/abi-text';

const POOL =
  '(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks) poolKey';
const PATH =
  '(address intermediateCurrency, uint24 fee, int24 tickSpacing, address hooks, bytes hookData)[] path';

const single = (amounts: string, bound: string) =>
  abiParameters(`(${POOL}, bool zeroForOne, ${amounts}${bound}, bytes hookData) params`);
const path = (token: string, amounts: string, bound: string) =>
  abiParameters(`(address ${token}, ${PATH}${bound}, ${amounts}) params`);

const IN = 'uint128 amountIn, uint128 amountOutMinimum';
const OUT = 'uint128 amountOut, uint128 amountInMaximum';
const HOP = ', uint256 minHopPriceX36';
const HOPS = ', uint256[] minHopPriceX36';

type Layout = { name: string; params: readonly AbiParameter[]; bounded?: readonly AbiParameter[] };

export const LAYOUTS: { readonly [action: number]: Layout } = {
  6: { name: 'SWAP_EXACT_IN_SINGLE', params: single(IN, ''), bounded: single(IN, HOP) },
  7: {
    name: 'SWAP_EXACT_IN',
    params: path('currencyIn', IN, ''),
    bounded: path('currencyIn', IN, HOPS),
  },
  8: { name: 'SWAP_EXACT_OUT_SINGLE', params: single(OUT, ''), bounded: single(OUT, HOP) },
  9: {
    name: 'SWAP_EXACT_OUT',
    params: path('currencyOut', OUT, ''),
    bounded: path('currencyOut', OUT, HOPS),
  },
  11: {
    name: 'SETTLE',
    params: abiParameters('address currency, uint256 amount, bool payerIsUser'),
  },
  12: { name: 'SETTLE_ALL', params: abiParameters('address currency, uint256 maxAmount') },
  14: {
    name: 'TAKE',
    params: abiParameters('address currency, address recipient, uint256 amount'),
  },
  15: { name: 'TAKE_ALL', params: abiParameters('address currency, uint256 minAmount') },
  16: {
    name: 'TAKE_PORTION',
    params: abiParameters('address currency, address recipient, uint256 bips'),
  },
  20: { name: 'SWEEP', params: abiParameters('address currency, address to') },
  21: { name: 'WRAP', params: abiParameters('uint256 amount') },
  22: { name: 'UNWRAP', params: abiParameters('uint256 amount') },
};
