// Uniswap SwapRouter02: V3 and V2 swaps, alone or in a multicall together with the router's payments.
// A multicall runs its parts as the same caller, so they are read as calls of their own.
import type { AbiParameter, Address, Hex } from 'viem';
import { SWAP_ROUTER_02 } from '../chain/uniswap';
import type { Finding } from '../insight/finding';
import type { Scene } from '../insight/scene';
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

const RECIPIENT = { name: 'recipient', type: 'address' } as const;
const DATA = { name: 'data', type: 'bytes[]' } as const;

const SINGLE_HEAD = [
  { name: 'tokenIn', type: 'address' },
  { name: 'tokenOut', type: 'address' },
  { name: 'fee', type: 'uint24' },
  RECIPIENT,
] as const;
const PATH_HEAD = [{ name: 'path', type: 'bytes' }, RECIPIENT] as const;
const IN_AND_LEAST = [
  { name: 'amountIn', type: 'uint256' },
  { name: 'amountOutMinimum', type: 'uint256' },
] as const;
const OUT_AND_MOST = [
  { name: 'amountOut', type: 'uint256' },
  { name: 'amountInMaximum', type: 'uint256' },
] as const;
const PRICE_LIMIT = { name: 'sqrtPriceLimitX96', type: 'uint160' } as const;

const V2_TAIL = [
  { name: 'path', type: 'address[]' },
  { name: 'to', type: 'address' },
] as const;

export const swapRouter02: Decoder = {
  contract: 'Uniswap SwapRouter02',
  targets: (chainId) => (SWAP_ROUTER_02[chainId] ? [SWAP_ROUTER_02[chainId]] : []),
  exclusive: true,
  functions: [
    functionReader({
      selector: '0x04e45aaf',
      signature: 'exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))',
      params: [struct([...SINGLE_HEAD, ...IN_AND_LEAST, PRICE_LIMIT])],
      explain: ([{ tokenIn, tokenOut, recipient, amountIn, amountOutMinimum }], call, scene) =>
        explain(call, scene, recipient, [
          side(tokenIn, amountIn),
          side(tokenOut, amountOutMinimum),
        ]),
    }),
    functionReader({
      selector: '0xb858183f',
      signature: 'exactInput((bytes,address,uint256,uint256))',
      params: [struct([...PATH_HEAD, ...IN_AND_LEAST])],
      explain: ([{ path, recipient, amountIn, amountOutMinimum }], call, scene) => {
        const [tokenIn, tokenOut] = endsOfPath(path);
        const sides = [side(tokenIn, amountIn), side(tokenOut, amountOutMinimum)] as const;
        return explain(call, scene, recipient, sides);
      },
    }),
    functionReader({
      selector: '0x5023b4df',
      signature: 'exactOutputSingle((address,address,uint24,address,uint256,uint256,uint160))',
      params: [struct([...SINGLE_HEAD, ...OUT_AND_MOST, PRICE_LIMIT])],
      explain: ([{ tokenIn, tokenOut, recipient, amountOut, amountInMaximum }], call, scene) =>
        explain(call, scene, recipient, [
          side(tokenIn, amountInMaximum),
          side(tokenOut, amountOut),
        ]),
    }),
    functionReader({
      selector: '0x09b81346',
      signature: 'exactOutput((bytes,address,uint256,uint256))',
      params: [struct([...PATH_HEAD, ...OUT_AND_MOST])],
      // An exact-output path runs backwards, from what is bought to what is paid.
      explain: ([{ path, recipient, amountOut, amountInMaximum }], call, scene) => {
        const [tokenOut, tokenIn] = endsOfPath(path);
        const sides = [side(tokenIn, amountInMaximum), side(tokenOut, amountOut)] as const;
        return explain(call, scene, recipient, sides);
      },
    }),
    functionReader({
      selector: '0x472b43f3',
      signature: 'swapExactTokensForTokens(uint256,uint256,address[],address)',
      params: [
        { name: 'amountIn', type: 'uint256' },
        { name: 'amountOutMin', type: 'uint256' },
        ...V2_TAIL,
      ],
      explain: ([amountIn, least, path, to], call, scene) =>
        explain(call, scene, to, [side(path[0], amountIn), side(path.at(-1), least)]),
    }),
    functionReader({
      selector: '0x42712a67',
      signature: 'swapTokensForExactTokens(uint256,uint256,address[],address)',
      params: [
        { name: 'amountOut', type: 'uint256' },
        { name: 'amountInMax', type: 'uint256' },
        ...V2_TAIL,
      ],
      explain: ([amountOut, most, path, to], call, scene) =>
        explain(call, scene, to, [side(path[0], most), side(path.at(-1), amountOut)]),
    }),
    functionReader({
      selector: '0xac9650d8',
      signature: 'multicall(bytes[])',
      params: [DATA],
      calls: ([data], call) => parts(call, data),
    }),
    functionReader({
      selector: '0x5ae401dc',
      signature: 'multicall(uint256,bytes[])',
      params: [{ name: 'deadline', type: 'uint256' }, DATA],
      calls: ([, data], call) => parts(call, data),
    }),
    functionReader({
      selector: '0x1f0464d1',
      signature: 'multicall(bytes32,bytes[])',
      params: [{ name: 'previousBlockhash', type: 'bytes32' }, DATA],
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

function struct<const Fields extends readonly AbiParameter[]>(components: Fields) {
  return { name: 'params', type: 'tuple', components } as const;
}
