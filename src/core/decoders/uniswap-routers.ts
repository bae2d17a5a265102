// Uniswap SwapRouter02: V3 and V2 swaps, alone or in a multicall together with the router's payments.
// A multicall runs its parts as the same caller, so they are read as calls of their own.
import type { Address, Hex } from 'viem';
import { SWAP_ROUTER_02 } from '../chain/uniswap';
import type { Finding } from '../findings/finding';
import type { Scene } from '../findings/scene';
import { type Call, type Decoder, functionReader } from './decoder';
import {
  endsOfPath,
  explainSwap,
  isAnyPrice,
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
        explain: ([amountIn, least, path, to], call, scene) =>
          explain(call, scene, to, [side(path[0], amountIn), side(path.at(-1), least)]),
      },
    ),
    functionReader(
      '0x42712a67',
      'swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to)',
      {
        explain: ([amountOut, most, path, to], call, scene) =>
          explain(call, scene, to, [side(path[0], most), side(path.at(-1), amountOut)]),
      },
    ),
    functionReader('0xac9650d8', 'multicall(bytes[] data)', {
      calls: ([data], call) => parts(call, data),
    }),
    functionReader('0x5ae401dc', 'multicall(uint256 deadline, bytes[] data)', {
      calls: ([, data], call) => parts(call, data),
    }),
    functionReader('0x1f0464d1', 'multicall(bytes32 previousBlockhash, bytes[] data)', {
      calls: ([, data], call) => parts(call, data),
    }),
    ...ROUTER_PAYMENTS,
  ],
};

type Sides = readonly [pays: Side, gets: Side];

function explain(call: Call, scene: Scene, recipient: Address, [pays, gets]: Sides): Finding[] {
  return explainSwap(call, scene, {
    recipients: paidAddresses(call, recipient),
    facts: swapFacts(call, pays, gets),
    // What stays in the router is bounded by the step that pays it out.
    anyPrice: !staysInRouter(call, recipient) && isAnyPrice(pays.amount, gets.amount),
    unread: 0,
  });
}

function side(token: Address | null | undefined, amount: bigint): Side {
  return { token: token ?? null, amount };
}

function parts(call: Call, data: readonly Hex[]): Call[] {
  return data.map((part) => ({ ...call, value: 0n, data: part }));
}
