// The command bytes of Uniswap's Universal Router (versions 2.0 and later). A command is named by its
// byte; its input is read only if it is the one proper encoding, else the step counts as unread.
import type { Address, Hex } from 'viem';
import { byteLength, decodeStrict, Unreadable } from '../bytes/abi';
import { abiParameters } from '../bytes/abi-text';
import { type Json, namedJson } from '../bytes/json';
import type { Call } from '../chain/call';
import { hasHopBounds, wethOf } from '../chain/uniswap';
import type { StepJson } from './outcome';
import { PERMIT_BATCH, PERMIT_SINGLE, PERMIT2_TRANSFERS } from './permit2';
import type { Allowance } from './permit2-words';
import { type Amount, type Move, NATIVE, type Place, type SwapMove } from './swap-flow';
import { endsOfPath, paidAddresses, staysInRouter } from './swap-words';
import { CONTRACT_BALANCE, readActions } from './v4-actions';

export type Step = {
  /** For people. */
  name: string;
  /** What it is called in the router's own code, with its arguments; what is inside a plan is listed there. */
  json: StepJson;
  depth: number;
  read: boolean;
  moves: readonly (Move | SwapMove)[];
  permit?: { spender: Address; details: readonly Allowance[] };
};

/** Words, and the router's own name. */
const NAMES: { readonly [command: number]: readonly [string, string] } = {
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

/** The highest bit only says that the command may fail without failing the rest. */
const MAY_FAIL = 0x80;
const MAX_STEPS = 64;
const MAX_DEPTH = 3;

/** `left`: how many more steps are read, those of sub-plans included. */
type Budget = { left: number };
type Setting = { call: Call; depth: number; budget: Budget; mayFail: boolean };

export function readSteps(call: Call, commands: Hex, inputs: readonly Hex[]): Step[] {
  const budget = { left: MAX_STEPS };
  return stepsWithin({ call, depth: 0, budget, mayFail: false }, commands, inputs);
}

function stepsWithin(place: Setting, commands: Hex, inputs: readonly Hex[]): Step[] {
  const count = byteLength(commands);
  const taken = Math.min(count, place.budget.left);
  place.budget.left -= taken;
  const steps = [...Array(taken).keys()].flatMap((at) => {
    const code = Number.parseInt(commands.slice(2 + 2 * at, 4 + 2 * at), 16);
    const mayFail = place.mayFail || (code & MAY_FAIL) !== 0;
    return readStep({ ...place, mayFail }, code & ~MAY_FAIL, inputs[at] ?? '0x');
  });
  const more = count - taken;
  const rest = { name: `${more} more steps`, title: 'more', args: {} };
  return more > 0 ? [...steps, unread(place, rest)] : steps;
}

type Named = { name: string; title: string; args: { [key: string]: Json } };

function unread({ depth }: Setting, { name, title, args }: Named): Step {
  const json = { contract: 'Uniswap UniversalRouter', name: title, args, calls: [] };
  return { name, json, depth, read: false, moves: [] };
}

function readStep(place: Setting, command: number, input: Hex): Step[] {
  const hex = `0x${command.toString(16).padStart(2, '0')}`;
  const [name, title] = NAMES[command] ?? [`unknown command ${hex}`, `unknown command ${hex}`];
  const raw = unread(place, { name, title, args: { input } });
  try {
    const params = layoutOf(command, input);
    if (!params) return [raw];
    const values = decodeStrict(params, input) as readonly unknown[];
    const json = { ...raw.json, args: { ...namedJson(params, values), ...failing(place) } };
    return stepsOf(place, { command, values, step: { ...raw, json } });
  } catch (error) {
    if (error instanceof Unreadable) return [raw];
    throw error;
  }
}

/** Version 2.1.1 appends a price bound per hop, which the path's offset tells apart. */
function layoutOf(command: number, input: Hex): ReturnType<typeof abiParameters> | undefined {
  const hasBounds = input.slice(2 + 3 * 64, 2 + 4 * 64).endsWith('c0');
  return (hasBounds ? BOUNDED[command] : undefined) ?? LAYOUTS[command];
}

function failing({ mayFail }: Setting): { mayFail?: true } {
  return mayFail ? { mayFail: true } : {};
}

type Source = { command: number; values: readonly unknown[]; step: Step };

function stepsOf(place: Setting, { command, values, step }: Source): Step[] {
  const read = { ...step, read: true };
  if (command === 0x21) return subPlan(place, values, step);
  if (command === 0x10) return [v4Step(place, values, step)];
  if (command === 0x03 || command === 0x0a) {
    const [{ spender, details }] = values as [
      { spender: Address; details: Allowance | Allowance[] },
    ];
    return [{ ...read, permit: { spender, details: [details].flat() } }];
  }
  const isSwap = command <= 0x01 || command === 0x08 || command === 0x09;
  return [
    { ...read, moves: isSwap ? [swapOf(place, command, values)] : movesOf(place, command, values) },
  ];
}

function subPlan(place: Setting, values: readonly unknown[], step: Step): Step[] {
  if (place.depth >= MAX_DEPTH) return [step];
  const [commands, inputs] = values as [Hex, readonly Hex[]];
  const depth = place.depth + 1;
  const inner = stepsWithin({ ...place, depth }, commands, inputs);
  const calls = inner.filter((one) => one.depth === depth).map(({ json }) => json);
  const args = failing(place);
  return [{ ...step, read: true, json: { ...step.json, args, calls } }, ...inner];
}

function v4Step(place: Setting, values: readonly unknown[], step: Step): Step {
  const { call, mayFail } = place;
  const [codes, params] = values as [Hex, readonly Hex[]];
  const around = {
    mayFail,
    placeOf: (recipient: Address) => placeOf(call, recipient),
    hasHopBounds: hasHopBounds(call.chainId, call.to),
  };
  const actions = readActions(codes, params, around);
  const calls = actions.map(({ name, args }) => ({
    ...{ contract: 'Uniswap V4Router', name, args, calls: [] },
  }));
  return {
    ...step,
    read: actions.every(({ moves }) => moves !== null),
    json: { ...step.json, args: failing(place), calls },
    moves: actions.flatMap(({ moves }) => moves ?? []),
  };
}

/** The routers' stand-ins: 1 is the caller, 2 the router itself, which a later step pays out of. */
function placeOf(call: Call, recipient: Address): Place {
  return staysInRouter(call, recipient)
    ? 'router'
    : (paidAddresses(call, recipient)[0] ?? recipient);
}

function movesOf({ call, mayFail }: Setting, command: number, values: readonly unknown[]): Move[] {
  const [first, second, third] = values as [Address, Address, bigint];
  const move = { kind: 'move', from: 'router', mayFail, least: 0n } as const;
  const to = (recipient: Address) => placeOf(call, recipient);
  const weth = wethOf(call.chainId);
  switch (command) {
    case 0x02:
      return [{ ...move, from: 'payer', to: to(second), token: first, amount: third }];
    case 0x04:
      return [{ ...move, to: to(second), token: first, amount: 'all', least: third }];
    case 0x05:
      return [{ ...move, to: to(second), token: first, amount: wholeOr(third) }];
    case 0x06:
      return [{ ...move, to: to(second), token: first, amount: { bips: third } }];
    case 0x0b: {
      const amount = wholeOr(values[1] as bigint);
      return [{ ...move, to: to(first), token: NATIVE, as: weth, amount }];
    }
    case 0x0c: {
      const least = values[1] as bigint;
      return [{ ...move, to: to(first), token: weth, as: NATIVE, amount: 'all', least }];
    }
    case 0x0d: {
      const [transfers] = values as [{ to: Address; amount: bigint; token: Address }[]];
      return transfers.map((one) => ({
        ...{ ...move, from: 'payer', to: to(one.to), token: one.token, amount: one.amount },
      }));
    }
    default:
      return [];
  }
}

function wholeOr(amount: bigint): Amount {
  return amount === CONTRACT_BALANCE ? 'all' : amount;
}

type SwapValues = readonly [Address, bigint, bigint, Hex | readonly Address[], boolean];

function swapOf({ call, mayFail }: Setting, command: number, values: readonly unknown[]): SwapMove {
  const [recipient, first, second, route, byPayer] = values as unknown as SwapValues;
  const [start, end] =
    typeof route === 'string' ? endsOfPath(route) : [route[0] ?? null, route.at(-1) ?? null];
  if (!start || !end) throw new Unreadable('a swap along no path');
  const exactOut = command === 0x01 || command === 0x09;
  // A V3 exact-output path runs backwards; V2 paths never do.
  const [tokenIn, tokenOut] = command === 0x01 ? [end, start] : [start, end];
  const amount = exactOut ? second : first;
  // V2 sells what already lies at the pair for an input of 0. The router's balance as an amount is still pulled
  // from the caller where the caller pays.
  const isPaid = !exactOut && amount === 0n;
  const held = isPaid || (!exactOut && amount === CONTRACT_BALANCE);
  return {
    ...{ kind: 'swap', tokenIn, tokenOut, exactOut, mayFail, to: placeOf(call, recipient) },
    from: byPayer && !isPaid ? 'payer' : 'router',
    most: held ? 'all' : amount,
    least: exactOut ? first : second,
  };
}
