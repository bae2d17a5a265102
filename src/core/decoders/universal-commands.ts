// The command bytes of Uniswap's Universal Router (versions 2.0 and later). A command is named by its
// byte; its input is read only if it is the one proper encoding, else the step counts as unread.
import type { AbiParameter, Address, Hex } from 'viem';
import { byteLength, decodeStrict, Unreadable } from '../bytes/abi';
import { abiParameters } from '../bytes/abi-text';
import type { Call } from './decoder';
import { PERMIT_BATCH, PERMIT_SINGLE, PERMIT2_TRANSFERS } from './permit2';
import type { Allowance } from './permit2-words';
import { endsOfPath, isAnyPrice, paidAddresses, type Side, staysInRouter } from './swap-words';

export type Step = {
  name: string;
  read: boolean;
  pays?: readonly Address[];
  swap?: { pays: Side; gets: Side; anyPrice: boolean };
  permit?: { spender: Address; details: readonly Allowance[] };
};

const NAMES: { readonly [command: number]: string } = {
  0: 'V3 swap, exact input',
  1: 'V3 swap, exact output',
  2: 'Permit2 transfer',
  3: 'Permit2 batch permit',
  4: 'sweep',
  5: 'transfer',
  6: 'pay a portion',
  8: 'V2 swap, exact input',
  9: 'V2 swap, exact output',
  10: 'Permit2 permit',
  11: 'wrap ETH',
  12: 'unwrap WETH',
  13: 'Permit2 batch transfer',
  14: 'balance check',
  16: 'V4 swap',
  17: 'V3 position permit',
  18: 'V3 position call',
  19: 'V4 pool creation',
  20: 'V4 position call',
  33: 'sub-plan',
  64: 'Across bridge deposit',
};

/** The highest bit only says that the command may fail without failing the rest. */
const MAY_FAIL = 0x80;
const MAX_STEPS = 64;
const MAX_DEPTH = 3;

/** "Use all the router holds" as an input amount. */
const CONTRACT_BALANCE = 2n ** 255n;
/** Up to 1 % is a fee; more is a payment. */
const FEE_BIPS = 100n;

const ADDRESS = { type: 'address' } as const;
const UINT = { type: 'uint256' } as const;
const BYTES = { type: 'bytes' } as const;
const BYTES_LIST = { type: 'bytes[]' } as const;
const SINGLE = abiParameters(`${PERMIT_SINGLE}, bytes signature`);
const BATCH = abiParameters(`${PERMIT_BATCH}, bytes signature`);
const TRANSFERS = abiParameters(PERMIT2_TRANSFERS);

/** `left`: how many more steps are read, those of sub-plans included. */
type Budget = { left: number };

export function readSteps(call: Call, commands: Hex, inputs: readonly Hex[]): Step[] {
  return stepsWithin({ call, depth: 0, budget: { left: MAX_STEPS } }, commands, inputs);
}

type Place = { call: Call; depth: number; budget: Budget };

function stepsWithin(place: Place, commands: Hex, inputs: readonly Hex[]): Step[] {
  const count = byteLength(commands);
  const codes = [...Array(Math.min(count, place.budget.left)).keys()].map((at) =>
    byteAt(commands, at),
  );
  place.budget.left -= codes.length;
  const steps = codes.flatMap((code, at) => {
    const input = inputs[at];
    const command = code & ~MAY_FAIL;
    const name = NAMES[command] ?? `unknown command 0x${command.toString(16).padStart(2, '0')}`;
    return readStep({ ...place, command, name, input: input ?? '0x' });
  });
  const more = count - codes.length;
  return more > 0 ? [...steps, { name: `${more} more steps`, read: false }] : steps;
}

type Source = Place & { command: number; name: string; input: Hex };

function readStep(source: Source): Step[] {
  try {
    return stepsOf(source);
  } catch (error) {
    if (error instanceof Unreadable) return [{ name: source.name, read: false }];
    throw error;
  }
}

function stepsOf({ call, depth, budget, command, name, input }: Source): Step[] {
  const paying = (recipient: Address): Step[] => [
    { name, read: true, pays: paidAddresses(call, recipient) },
  ];
  switch (command) {
    case 0x00:
    case 0x01:
    case 0x08:
    case 0x09:
      return [{ name, ...readSwap(call, command, input) }];
    case 0x02:
      return paying(decodeStrict([ADDRESS, ADDRESS, { type: 'uint160' }], input)[1]);
    case 0x04:
    case 0x05:
      return paying(decodeStrict([ADDRESS, ADDRESS, UINT], input)[1]);
    case 0x06: {
      const [, recipient, bips] = decodeStrict([ADDRESS, ADDRESS, UINT], input);
      return bips <= FEE_BIPS ? [{ name, read: true }] : paying(recipient);
    }
    case 0x03: {
      const [{ spender, details }] = decodeStrict(BATCH, input);
      return [{ name, read: true, permit: { spender, details } }];
    }
    case 0x0a: {
      const [{ spender, details }] = decodeStrict(SINGLE, input);
      return [{ name, read: true, permit: { spender, details: [details] } }];
    }
    case 0x0b:
    case 0x0c:
      return paying(decodeStrict([ADDRESS, UINT], input)[0]);
    case 0x0d: {
      const [transfers] = decodeStrict(TRANSFERS, input);
      return [{ name, read: true, pays: transfers.flatMap(({ to }) => paidAddresses(call, to)) }];
    }
    case 0x0e:
      decodeStrict([ADDRESS, ADDRESS, UINT], input);
      return [{ name, read: true }];
    case 0x10:
      return [{ name, ...readV4(call, input) }];
    case 0x21: {
      if (depth >= MAX_DEPTH) return [{ name, read: false }];
      const [commands, inputs] = decodeStrict([BYTES, BYTES_LIST], input);
      return stepsWithin({ call, depth: depth + 1, budget }, commands, inputs);
    }
    default:
      return [{ name, read: false }];
  }
}

/** Version 2.1.1 appends a price bound per hop, which the path's offset tells apart. */
function readSwap(call: Call, command: number, input: Hex): Omit<Step, 'name'> {
  const isV3 = command < 0x08;
  const path = isV3 ? BYTES : ({ type: 'address[]' } as const);
  const base: AbiParameter[] = [ADDRESS, UINT, UINT, path, { type: 'bool' }];
  const hasBounds = input.slice(2 + 3 * 64, 2 + 4 * 64).endsWith('c0');
  const values = decodeStrict(hasBounds ? [...base, { type: 'uint256[]' }] : base, input);
  const [recipient, first, second, route] = values as [Address, bigint, bigint, Hex | Address[]];

  const [start, end] =
    typeof route === 'string' ? endsOfPath(route) : [route[0] ?? null, route.at(-1) ?? null];
  const exactIn = command === 0x00 || command === 0x08;
  const amountIn = exactIn ? first : second;
  const held = exactIn && amountIn === CONTRACT_BALANCE;
  // A V3 exact-output path runs backwards; V2 paths never do.
  const [tokenIn, tokenOut] = isV3 && !exactIn ? [end, start] : [start, end];
  const pays = { token: tokenIn, amount: held ? 0n : amountIn };
  const gets = { token: tokenOut, amount: exactIn ? second : first };
  const anyPrice = !staysInRouter(call, recipient) && isAnyPrice(pays.amount, gets.amount);
  return { read: true, pays: paidAddresses(call, recipient), swap: { pays, gets, anyPrice } };
}

function byteAt(bytes: Hex, at: number): number {
  return Number.parseInt(bytes.slice(2 + 2 * at, 4 + 2 * at), 16);
}

/** Of a V4 swap only the payouts are read: actions 0x0e take, 0x0f take all, 0x10 take a portion. */
function readV4(call: Call, input: Hex): Omit<Step, 'name'> {
  const [actions, params] = decodeStrict([BYTES, BYTES_LIST], input);
  const pays: Address[] = [];
  if (byteLength(actions) > MAX_STEPS) return { read: false };
  for (let at = 0; at < byteLength(actions); at += 1) {
    const action = byteAt(actions, at);
    const isSwapOrSettle = action >= 0x06 && action <= 0x0c && action !== 0x0a;
    if (isSwapOrSettle || action === 0x0f) continue;
    if (action !== 0x0e && action !== 0x10) return { read: false };
    const [, recipient, much] = decodeStrict([ADDRESS, ADDRESS, UINT], params[at] ?? '0x');
    if (action === 0x0e || much > FEE_BIPS) pays.push(...paidAddresses(call, recipient));
  }
  return { read: true, pays };
}
