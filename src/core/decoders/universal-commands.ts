// The command bytes of Uniswap's Universal Router (versions 2.0 and later). A command is named by its
// byte; its input is read only if it is the one proper encoding, else the step counts as unread.
import type { Address, Hex } from 'viem';
import { byteLength, decodeStrict, Unreadable } from '../bytes/abi';
import { type Json, namedJson } from '../bytes/json';
import type { Call } from '../chain/call';
import { hasHopBounds } from '../chain/uniswap';
import type { StepJson } from './outcome';
import type { Allowance } from './permit2-words';
import type { Move, SwapMove } from './swap-steps';
import { COMMAND_NAMES, layoutOf } from './universal-layouts';
import { movesOf, placeOf, type Setting, swapOf } from './universal-moves';
import { readActions } from './v4-actions';

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
