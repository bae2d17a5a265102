// Uniswap SwapRouter02: V3 and V2 swaps, alone or in a multicall together with the router's payments. A multicall runs
// its parts as the same caller and is followed as a whole; its parts are calls of their own for who reads along.
import type { Hex } from 'viem';
import type { Call } from '../chain/call';
import { swapRoutersOn } from '../chain/uniswap';
import type { Payment } from '../findings/effect';
import type { Finding } from '../findings/finding';
import type { Scene } from '../findings/scene';
import { type Decoder, type FunctionReader, functionReader } from './decoder';
import { routerMoves } from './router-moves';
import { receiversOf, swapEffects } from './swap-effects';
import { flowFacts, heldFacts } from './swap-facts';
import { flowOf } from './swap-flow';
import { explainSwap } from './swap-words';

const SINGLE = 'address tokenIn, address tokenOut, uint24 fee, address recipient';
/** The router itself refuses a fee above 1 %. */
const FEE = 'uint256 feeBips, address feeRecipient';
const SIGNED = 'uint8 v, bytes32 r, bytes32 s';
const PERMIT = `address token, uint256 value, uint256 deadline, ${SIGNED}`;
const PERMIT_ALLOWED = `address token, uint256 nonce, uint256 expiry, ${SIGNED}`;
const MIN_TO = 'uint256 amountMinimum, address recipient';

export const swapRouter02: Decoder = {
  contract: 'Uniswap SwapRouter02',
  targets: swapRoutersOn,
  exclusive: true,
  functions: [
    step(
      '0x04e45aaf',
      `exactInputSingle((${SINGLE}, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)`,
    ),
    step(
      '0xb858183f',
      'exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)',
    ),
    step(
      '0x5023b4df',
      `exactOutputSingle((${SINGLE}, uint256 amountOut, uint256 amountInMaximum, uint160 sqrtPriceLimitX96) params)`,
    ),
    step(
      '0x09b81346',
      'exactOutput((bytes path, address recipient, uint256 amountOut, uint256 amountInMaximum) params)',
    ),
    step(
      '0x472b43f3',
      'swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to)',
    ),
    step(
      '0x42712a67',
      'swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to)',
    ),
    step('0xac9650d8', 'multicall(bytes[] data)'),
    step('0x5ae401dc', 'multicall(uint256 deadline, bytes[] data)'),
    step('0x1f0464d1', 'multicall(bytes32 previousBlockhash, bytes[] data)'),
    step('0x49404b7c', `unwrapWETH9(${MIN_TO})`),
    step('0x49616997', 'unwrapWETH9(uint256 amountMinimum)'),
    step('0x9b2c0a37', `unwrapWETH9WithFee(${MIN_TO}, ${FEE})`),
    step('0xd4ef38de', `unwrapWETH9WithFee(uint256 amountMinimum, ${FEE})`),
    step('0xdf2ab5bb', `sweepToken(address token, ${MIN_TO})`),
    step('0xe90a182f', 'sweepToken(address token, uint256 amountMinimum)'),
    step('0xe0e189a0', `sweepTokenWithFee(address token, ${MIN_TO}, ${FEE})`),
    step('0x3068c554', `sweepTokenWithFee(address token, uint256 amountMinimum, ${FEE})`),
    step('0x12210e8a', 'refundETH()'),
    step('0x1c58db4f', 'wrapETH(uint256 value)'),
    step('0xf2d5d56b', 'pull(address token, uint256 value)'),
    step('0xf3995c67', `selfPermit(${PERMIT})`),
    step('0xc2e3140a', `selfPermitIfNecessary(${PERMIT})`),
    step('0x4659a494', `selfPermitAllowed(${PERMIT_ALLOWED})`),
    step('0xa4a78f0c', `selfPermitAllowedIfNecessary(${PERMIT_ALLOWED})`),
  ],
};

/** The list of a multicall is its last argument. */
function step(selector: Hex, text: string): FunctionReader {
  return functionReader(selector, text, {
    calls: (values, call) =>
      text.startsWith('multicall') ? parts(call, values.at(-1) as readonly Hex[]) : [],
    effects: (_values, call) => effectsOf(call),
    explain: (_values, call, scene) => explainWhole(call, scene),
  });
}

/** Of a list, the whole of it speaks and pays; its parts do neither. */
function explainWhole(call: Call, scene: Scene): Finding[] {
  if (call.listed) return [];
  const { moves, unread } = routerMoves(call, call.data);
  if (moves.length + unread === 0) return [];
  const flow = flowOf(moves, call);
  return explainSwap(call, scene, {
    recipients: receiversOf(call, moves),
    facts: [...heldFacts(flow, moves), ...flowFacts(call, scene, flow)],
    anyPrice: flow.anyPrice,
    leaves: flow.left.length > 0,
    swaps: moves.some(({ kind }) => kind === 'swap'),
    unread,
  });
}

function effectsOf(call: Call): Payment[] {
  if (call.listed) return [];
  const { moves } = routerMoves(call, call.data);
  return swapEffects(call, moves, flowOf(moves, call));
}

function parts(call: Call, data: readonly Hex[]): Call[] {
  return data.map((part) => ({ ...call, value: 0n, data: part, listed: true }));
}
