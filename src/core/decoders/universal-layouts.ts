// The commands of Uniswap's Universal Router by their byte: name and arguments.
import type { Hex } from 'viem';
import { abiParameters } from '../bytes/abi-text';
import { PERMIT_BATCH, PERMIT_SINGLE, PERMIT2_TRANSFERS } from './permit2';

/** Words, and the router's own name. */
export const COMMAND_NAMES: { readonly [command: number]: readonly [string, string] } = {
  0: ['V3 swap, exact input', 'V3_SWAP_EXACT_IN'],
  1: ['V3 swap, exact output', 'V3_SWAP_EXACT_OUT'],
  2: ['Permit2 transfer', 'PERMIT2_TRANSFER_FROM'],
  3: ['Permit2 batch permit', 'PERMIT2_PERMIT_BATCH'],
  4: ['sweep', 'SWEEP'],
  5: ['transfer', 'TRANSFER'],
  6: ['pay a portion', 'PAY_PORTION'],
  8: ['V2 swap, exact input', 'V2_SWAP_EXACT_IN'],
  9: ['V2 swap, exact output', 'V2_SWAP_EXACT_OUT'],
  10: ['Permit2 permit', 'PERMIT2_PERMIT'],
  11: ['wrap ETH', 'WRAP_ETH'],
  12: ['unwrap WETH', 'UNWRAP_WETH'],
  13: ['Permit2 batch transfer', 'PERMIT2_TRANSFER_FROM_BATCH'],
  14: ['balance check', 'BALANCE_CHECK_ERC20'],
  16: ['V4 swap', 'V4_SWAP'],
  17: ['V3 position permit', 'V3_POSITION_MANAGER_PERMIT'],
  18: ['V3 position call', 'V3_POSITION_MANAGER_CALL'],
  19: ['V4 pool creation', 'V4_INITIALIZE_POOL'],
  20: ['V4 position call', 'V4_POSITION_MANAGER_CALL'],
  33: ['sub-plan', 'EXECUTE_SUB_PLAN'],
  64: ['Across bridge deposit', 'ACROSS_V4_DEPOSIT_V3'],
};

const PAYOUT = abiParameters('address token, address recipient, uint256 amountMinimum');
const V3 = 'address recipient, uint256 first, uint256 second, bytes path, bool payerIsUser';
const V2 = 'address recipient, uint256 first, uint256 second, address[] path, bool payerIsUser';
const HOPS = ', uint256[] minHopPriceX36';
const EXACT_IN = ['amountIn', 'amountOutMin'] as const;
const EXACT_OUT = ['amountOut', 'amountInMax'] as const;

const swapParams = (text: string, [first, second]: readonly [string, string]) =>
  abiParameters(text.replace('first', first).replace('second', second));

/** By command: the arguments as the router reads them. */
const LAYOUTS: { readonly [command: number]: ReturnType<typeof abiParameters> } = {
  0: swapParams(V3, EXACT_IN),
  1: swapParams(V3, EXACT_OUT),
  2: abiParameters('address token, address recipient, uint160 amount'),
  3: abiParameters(`${PERMIT_BATCH}, bytes signature`),
  4: PAYOUT,
  5: abiParameters('address token, address recipient, uint256 value'),
  6: abiParameters('address token, address recipient, uint256 bips'),
  8: swapParams(V2, EXACT_IN),
  9: swapParams(V2, EXACT_OUT),
  10: abiParameters(`${PERMIT_SINGLE}, bytes signature`),
  11: abiParameters('address recipient, uint256 amount'),
  12: abiParameters('address recipient, uint256 amountMinimum'),
  13: abiParameters(PERMIT2_TRANSFERS),
  14: abiParameters('address owner, address token, uint256 minBalance'),
  16: abiParameters('bytes actions, bytes[] params'),
  33: abiParameters('bytes commands, bytes[] inputs'),
};
const BOUNDED: typeof LAYOUTS = {
  0: swapParams(V3 + HOPS, EXACT_IN),
  1: swapParams(V3 + HOPS, EXACT_OUT),
  8: swapParams(V2 + HOPS, EXACT_IN),
  9: swapParams(V2 + HOPS, EXACT_OUT),
};

/** Version 2.1.1 appends a price bound per hop, which the path's offset tells apart. */
export function layoutOf(
  command: number,
  input: Hex,
): ReturnType<typeof abiParameters> | undefined {
  const hasBounds = input.slice(2 + 3 * 64, 2 + 4 * 64).endsWith('c0');
  return (hasBounds ? BOUNDED[command] : undefined) ?? LAYOUTS[command];
}
