// Uniswap SwapRouter02: V3 and V2 swaps, alone or in a multicall together with the router's payments.
// A multicall runs its parts as the same caller, so they are read as calls of their own.
import type { Address, Hex } from 'viem';
import type { Call } from '../chain/call';
import { SWAP_ROUTER_02 } from '../chain/uniswap';
import type { Payment } from '../findings/effect';
import type { Finding } from '../findings/finding';
import type { Scene } from '../findings/scene';
import { type Decoder, functionReader } from './decoder';
import { routerMoves } from './router-moves';
import { swapEffects } from './swap-effects';
import { flowOf } from './swap-flow';
import {
  endsOfPath,
  explainSwap,
  isAnyPrice,
  leftFacts,
  paidAddresses,
  type Side,
  staysInRouter,
  swapFacts,
} from './swap-words';
import { ROUTER_PAYMENTS } from './uniswap-payments';

export const swapRouter02: Decoder = {
  contract: 'Uniswap SwapRouter02',
  targets: (chainId) => (SWAP_ROUTER_02[chainId] ? [SWAP_ROUTER_02[chainId]] : []),
  exclusive: true,
  functions: [
    functionReader(
      '0x04e45aaf',
      'exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
      {
        effects: (_values, call) => effectsOf(call),
        explain: ([{ tokenIn, tokenOut, recipient, amountIn, amountOutMinimum }], call, scene) =>
          explain(call, scene, recipient, [
            side(tokenIn, amountIn),
            side(tokenOut, amountOutMinimum),
          ]),
      },
    ),
    functionReader(
      '0xb858183f',
      'exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params)',
      {
        effects: (_values, call) => effectsOf(call),
        explain: ([{ path, recipient, amountIn, amountOutMinimum }], call, scene) => {
          const [tokenIn, tokenOut] = endsOfPath(path);
          const sides = [side(tokenIn, amountIn), side(tokenOut, amountOutMinimum)] as const;
          return explain(call, scene, recipient, sides);
        },
      },
    ),
    functionReader(
      '0x5023b4df',
      'exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountOut, uint256 amountInMaximum, uint160 sqrtPriceLimitX96) params)',
      {
        effects: (_values, call) => effectsOf(call),
        explain: ([{ tokenIn, tokenOut, recipient, amountOut, amountInMaximum }], call, scene) =>
          explain(call, scene, recipient, [
            side(tokenIn, amountInMaximum),
            side(tokenOut, amountOut),
          ]),
      },
    ),
    functionReader(
      '0x09b81346',
      'exactOutput((bytes path, address recipient, uint256 amountOut, uint256 amountInMaximum) params)',
      {
        // An exact-output path runs backwards, from what is bought to what is paid.
        effects: (_values, call) => effectsOf(call),
        explain: ([{ path, recipient, amountOut, amountInMaximum }], call, scene) => {
          const [tokenOut, tokenIn] = endsOfPath(path);
          const sides = [side(tokenIn, amountInMaximum), side(tokenOut, amountOut)] as const;
          return explain(call, scene, recipient, sides);
        },
      },
    ),
    functionReader(
      '0x472b43f3',
      'swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to)',
      {
        effects: (_values, call) => effectsOf(call),
        explain: ([amountIn, least, path, to], call, scene) =>
          explain(call, scene, to, [side(path[0], amountIn), side(path.at(-1), least)]),
      },
    ),
    functionReader(
      '0x42712a67',
      'swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to)',
      {
        effects: (_values, call) => effectsOf(call),
        explain: ([amountOut, most, path, to], call, scene) =>
          explain(call, scene, to, [side(path[0], most), side(path.at(-1), amountOut)]),
      },
    ),
    functionReader('0xac9650d8', 'multicall(bytes[] data)', {
      calls: ([data], call) => parts(call, data),
      effects: (_values, call) => effectsOf(call),
      explain: (_values, call, scene) => explainList(call, scene),
    }),
    functionReader('0x5ae401dc', 'multicall(uint256 deadline, bytes[] data)', {
      calls: ([, data], call) => parts(call, data),
      effects: (_values, call) => effectsOf(call),
      explain: (_values, call, scene) => explainList(call, scene),
    }),
    functionReader('0x1f0464d1', 'multicall(bytes32 previousBlockhash, bytes[] data)', {
      calls: ([, data], call) => parts(call, data),
      effects: (_values, call) => effectsOf(call),
      explain: (_values, call, scene) => explainList(call, scene),
    }),
    ...ROUTER_PAYMENTS,
  ],
};

/** Each part speaks for itself; that nothing bounds the list, only the whole of it can tell. */
function explainList(call: Call, scene: Scene): Finding[] {
  if (call.listed) return [];
  const flow = flowOf(routerMoves(call, call.data), call.from, call.value);
  const leaves = flow.left.length > 0;
  if (!(flow.anyPrice || leaves)) return [];
  const facts = leftFacts(call, flow);
  return explainSwap(call, scene, {
    ...{ recipients: [], facts, anyPrice: flow.anyPrice, leaves, unread: 0 },
  });
}

/** Of a list, the whole of it pays; its parts say nothing of their own. */
function effectsOf(call: Call): Payment[] {
  if (call.listed) return [];
  const moves = routerMoves(call, call.data);
  return swapEffects(call, moves, flowOf(moves, call.from, call.value));
}

type Sides = readonly [pays: Side, gets: Side];

function explain(call: Call, scene: Scene, recipient: Address, [pays, gets]: Sides): Finding[] {
  // What stays in the router is bounded by the step that pays it out, where there is one.
  const goesOn = call.listed && staysInRouter(call, recipient);
  const facts = swapFacts(call, pays, gets);
  const flow = flowOf(routerMoves(call, call.data), call.from, call.value);
  return explainSwap(call, scene, {
    recipients: paidAddresses(call, recipient),
    facts: [
      ...(goesOn && gets.amount === 0n ? facts.slice(0, 1) : facts),
      ...(call.listed ? [] : leftFacts(call, flow)),
    ],
    anyPrice: !goesOn && isAnyPrice(pays.amount, gets.amount),
    leaves: !call.listed && flow.left.length > 0,
    unread: 0,
  });
}

function side(token: Address | null | undefined, amount: bigint): Side {
  return { token: token ?? null, amount };
}

function parts(call: Call, data: readonly Hex[]): Call[] {
  return data.map((part) => ({ ...call, value: 0n, data: part, listed: true }));
}
