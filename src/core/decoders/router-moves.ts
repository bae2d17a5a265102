// SwapRouter02's functions as moves of money, for following a multicall as a whole. Only what is well-formed counts:
// a part that is not is reported by its own reader.
import type { Address, Hex } from 'viem';
import { decodeStrict, Unreadable } from '../bytes/abi';
import { abiParameters } from '../bytes/abi-text';
import { sameAddress } from '../chain/addresses';
import type { Call } from '../chain/call';
import { wethOf } from '../chain/uniswap';
import { type Move, NATIVE, type Place, type SwapMove } from './swap-steps';
import { endsOfPath, paidAddresses, staysInRouter } from './swap-words';

const SINGLE =
  '(address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 first, uint256 second, uint160 limit) params';
const ALONG = '(bytes path, address recipient, uint256 first, uint256 second) params';
const V2 = 'uint256 first, uint256 second, address[] path, address recipient';

/** By selector: the arguments, and whether the output is exact. */
const SWAPS: { readonly [selector: string]: readonly [string, boolean] } = {
  '0x04e45aaf': [SINGLE, false],
  '0x5023b4df': [SINGLE, true],
  '0xb858183f': [ALONG, false],
  '0x09b81346': [ALONG, true],
  '0x472b43f3': [V2, false],
  '0x42712a67': [V2, true],
};

/** Unwrapping and sweeping, with a receiver or to the caller, with a fee or without. */
const PAYOUTS: { readonly [selector: string]: string } = {
  '0x49404b7c': 'uint256 least, address recipient',
  '0x49616997': 'uint256 least',
  '0x9b2c0a37': 'uint256 least, address recipient, uint256 bips, address feeRecipient',
  '0xd4ef38de': 'uint256 least, uint256 bips, address feeRecipient',
  '0xdf2ab5bb': 'address token, uint256 least, address recipient',
  '0xe90a182f': 'address token, uint256 least',
  '0xe0e189a0':
    'address token, uint256 least, address recipient, uint256 bips, address feeRecipient',
  '0x3068c554': 'address token, uint256 least, uint256 bips, address feeRecipient',
};

/** `unread`: swaps whose path leads nowhere, so that what they move is not known. */
export type RouterMoves = { moves: readonly (Move | SwapMove)[]; unread: number };

/** A multicall inside another runs as the same caller, too. */
const OTHERS: { readonly [selector: string]: (call: Call, input: Hex) => RouterMoves } = {
  '0x1c58db4f': (call, input) => read([wrapOf(call, input)]),
  '0x12210e8a': () => read([{ ...INSIDE, to: 'payer', token: NATIVE, amount: 'all' }]),
  '0xf2d5d56b': (_call, input) => read([pullOf(input)]),
  '0xac9650d8': (call, input) => listed(call, 'bytes[] data', input),
  '0x5ae401dc': (call, input) => listed(call, 'uint256 deadline, bytes[] data', input),
  '0x1f0464d1': (call, input) => listed(call, 'bytes32 previousBlockhash, bytes[] data', input),
};

const INSIDE = { kind: 'move', from: 'router', mayFail: false, least: 0n } as const;

function read(moves: readonly (Move | SwapMove)[]): RouterMoves {
  return { moves, unread: 0 };
}

function listed(call: Call, text: string, input: Hex): RouterMoves {
  const data = decodeStrict(abiParameters(text), input).at(-1) as readonly Hex[];
  const parts = data.map((part) => routerMoves(call, part));
  return {
    moves: parts.flatMap(({ moves }) => moves),
    unread: parts.reduce((sum, { unread }) => sum + unread, 0),
  };
}

function pullOf(input: Hex): Move {
  const [token, amount] = decodeStrict([{ type: 'address' }, { type: 'uint256' }], input);
  return { ...INSIDE, from: 'payer', to: 'router', token, amount };
}

export function routerMoves(call: Call, data: Hex): RouterMoves {
  const selector = data.slice(0, 10).toLowerCase();
  const input: Hex = `0x${data.slice(10)}`;
  const swap = SWAPS[selector];
  const payout = PAYOUTS[selector];
  try {
    if (swap) return read([swapOf(call, swap, input)]);
    if (payout) return read(payoutOf(call, payout, input));
    return (OTHERS[selector] ?? (() => read([])))(call, input);
  } catch (error) {
    if (error instanceof Unreadable) return { moves: [], unread: 1 };
    throw error;
  }
}

type Fields = {
  tokenIn?: Address;
  tokenOut?: Address;
  path?: Hex | readonly Address[];
  recipient?: Address;
  first: bigint;
  second: bigint;
  token?: Address;
  least: bigint;
  bips?: bigint;
  feeRecipient?: Address;
};

function fieldsOf(text: string, input: Hex): Fields {
  const params = abiParameters(text);
  const values = decodeStrict(params, input) as readonly unknown[];
  if (text.startsWith('(')) return values[0] as Fields;
  return Object.fromEntries(params.map(({ name }, at) => [name, values[at]])) as Fields;
}

function swapOf(call: Call, [text, exactOut]: readonly [string, boolean], input: Hex): SwapMove {
  const fields = fieldsOf(text, input);
  const { recipient = call.from, first, second, path } = fields;
  const ends = typeof path === 'string' ? endsOfPath(path) : [path?.[0], path?.at(-1)];
  // An exact-output path of V3 runs backwards.
  const [start, end] = text === ALONG && exactOut ? [ends[1], ends[0]] : ends;
  const tokenIn = fields.tokenIn ?? start;
  const tokenOut = fields.tokenOut ?? end;
  if (!tokenIn || !tokenOut) throw new Unreadable('a swap along no path');
  const most = exactOut ? second : first;
  // An input of 0 is whatever the router holds.
  const held = !exactOut && most === 0n;
  return {
    ...{ kind: 'swap', tokenIn, tokenOut, exactOut, mayFail: false, to: placeOf(call, recipient) },
    from: held ? 'router' : 'payer',
    most: held ? 'all' : most,
    least: exactOut ? first : second,
    orCoin: sameAddress(tokenIn, wethOf(call.chainId)),
  };
}

/** With a fee, the share goes first: the floor is asked of the whole, and what is left of it arrives. */
function payoutOf(call: Call, text: string, input: Hex): Move[] {
  const fields = fieldsOf(text, input);
  const { token = wethOf(call.chainId), recipient = call.from, bips = 0n, feeRecipient } = fields;
  const move = { ...INSIDE, token, ...(fields.token ? {} : { as: NATIVE }) };
  const least = fields.least - (fields.least * bips) / 10_000n;
  return [
    ...(feeRecipient ? [{ ...move, to: placeOf(call, feeRecipient), amount: { bips } }] : []),
    { ...move, to: placeOf(call, recipient), amount: 'all', least },
  ];
}

function wrapOf(call: Call, input: Hex): Move {
  const [amount] = decodeStrict([{ type: 'uint256' }], input);
  return {
    ...{ kind: 'move', from: 'router', to: 'router', mayFail: false, least: 0n, amount },
    ...{ token: NATIVE, as: wethOf(call.chainId) },
  };
}

function placeOf(call: Call, recipient: Address): Place {
  return staysInRouter(call, recipient)
    ? 'router'
    : (paidAddresses(call, recipient)[0] ?? recipient);
}
