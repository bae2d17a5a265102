// The command bytes of Uniswap's Universal Router (versions 2.0 and later). A command is named by its
// byte; its input is read only if it is the one proper encoding, else the step counts as unread.
import type { Address, Hex } from 'viem';
import { byteLength, decodeStrict, Unreadable } from '../bytes/abi';
import { type Json, namedJson } from '../bytes/json';
import type { Call } from '../chain/call';
import { hasHopBounds, wethOf } from '../chain/uniswap';
import type { StepJson } from './outcome';
import type { Allowance } from './permit2-words';
import { type Amount, type Move, NATIVE, type Place, type SwapMove } from './swap-steps';
import { endsOfPath, paidAddresses, staysInRouter } from './swap-words';
import { COMMAND_NAMES, layoutOf } from './universal-layouts';
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
  const [name, title] = COMMAND_NAMES[command] ?? [
    `unknown command ${hex}`,
    `unknown command ${hex}`,
  ];
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
