// The actions of Uniswap's V4 router, the input of one V4_SWAP command. Swaps change an open balance at the pool
// manager; settling pays into it, taking pays out of it. Version 2.1.1 added a price bound per hop.
import type { Address, Hex } from 'viem';
import { byteLength, decodeStrict, Unreadable } from '../bytes/abi';
import { type Json, namedJson } from '../bytes/json';
import type { Move, Place, SwapMove } from './swap-steps';
import { LAYOUTS } from './v4-layouts';

export type Action = {
  name: string;
  args: { [key: string]: Json };
  /** null = its bytes are not read. */
  moves: readonly (Move | SwapMove)[] | null;
};

/** Who a router's stand-ins mean, and whether the command around the actions may fail. */
export type Surroundings = {
  placeOf: (recipient: Address) => Place;
  mayFail: boolean;
  /** Routers of 2.1.1 read more fields; bytes for the other version mean something else to them. */
  hasHopBounds: boolean;
};

const MAX_ACTIONS = 64;
/** "Use all the router holds" as an amount. */
export const CONTRACT_BALANCE = 2n ** 255n;

export function readActions(actions: Hex, params: readonly Hex[], around: Surroundings): Action[] {
  const count = byteLength(actions);
  if (count > MAX_ACTIONS || count !== params.length) {
    throw new Unreadable('its actions and their parameters are not as many');
  }
  return params.map((input, at) => {
    const code = Number.parseInt(actions.slice(2 + 2 * at, 4 + 2 * at), 16);
    return readAction(code, input, around);
  });
}

function readAction(code: number, input: Hex, around: Surroundings): Action {
  const layout = LAYOUTS[code];
  const name = layout?.name ?? `unknown action 0x${code.toString(16).padStart(2, '0')}`;
  const raw: Action = { name, args: { input }, moves: null };
  if (!layout) return raw;
  const params = (around.hasHopBounds ? layout.bounded : undefined) ?? layout.params;
  try {
    const values = decodeStrict(params, input) as readonly unknown[];
    // The V4 router itself refuses the position manager's actions: they are named, and no money is counted on them.
    return { name, args: namedJson(params, values), moves: movesOf(code, values, around) };
  } catch (error) {
    if (error instanceof Unreadable) return raw;
    throw error;
  }
}

type Pool = { currency0: Address; currency1: Address };
type Hops = readonly { intermediateCurrency: Address }[];
type SwapParams = {
  poolKey: Pool;
  zeroForOne: boolean;
  path: Hops;
  currencyIn: Address;
  currencyOut: Address;
  amountIn: bigint;
  amountOutMinimum: bigint;
  amountOut: bigint;
  amountInMaximum: bigint;
};

function movesOf(
  code: number,
  values: readonly unknown[],
  around: Surroundings,
): readonly (Move | SwapMove)[] | null {
  if (code <= 9) return [swapOf(code, values[0] as SwapParams, around)];
  const { placeOf, mayFail } = around;
  const move = { kind: 'move', mayFail, least: 0n } as const;
  const [token] = values as readonly [Address];
  switch (code) {
    case 11: {
      const [, amount, byPayer] = values as [Address, bigint, boolean];
      const most = amount === 0n ? 'debt' : amount === CONTRACT_BALANCE ? 'all' : amount;
      return [{ ...move, from: byPayer ? 'payer' : 'router', to: 'pool', token, amount: most }];
    }
    case 12:
      return [
        { ...move, from: 'payer', to: 'pool', token, amount: 'debt', most: values[1] as bigint },
      ];
    case 14: {
      const [, recipient, amount] = values as [Address, Address, bigint];
      const taken = amount === 0n ? 'all' : amount;
      return [{ ...move, from: 'pool', to: placeOf(recipient), token, amount: taken }];
    }
    case 15:
      return [
        { ...move, from: 'pool', to: 'payer', token, amount: 'all', least: values[1] as bigint },
      ];
    case 16: {
      const [, recipient, bips] = values as [Address, Address, bigint];
      return [{ ...move, from: 'pool', to: placeOf(recipient), token, amount: { bips } }];
    }
    default:
      return null;
  }
}

function swapOf(code: number, params: SwapParams, { mayFail }: Surroundings): SwapMove {
  const [tokenIn, tokenOut] = code % 2 === 0 ? poolEnds(params) : pathEnds(params);
  const exactOut = code >= 8;
  const amount = exactOut ? params.amountInMaximum : params.amountIn;
  return {
    ...{ kind: 'swap', from: 'pool', to: 'pool', tokenIn, tokenOut, exactOut, mayFail },
    // An input of 0 is all of the open balance.
    most: !exactOut && amount === 0n ? 'all' : amount,
    least: exactOut ? params.amountOut : params.amountOutMinimum,
  };
}

function poolEnds({ poolKey, zeroForOne }: SwapParams): [Address, Address] {
  const { currency0, currency1 } = poolKey;
  return zeroForOne ? [currency0, currency1] : [currency1, currency0];
}

/** A path names what comes after its own token; of an exact output it names, backwards, what is sold. */
function pathEnds({ path: hops, currencyIn, currencyOut }: SwapParams): [Address, Address] {
  const far = (currencyIn ? hops.at(-1) : hops[0])?.intermediateCurrency;
  if (!far) throw new Unreadable('a swap along no path');
  return currencyIn ? [currencyIn, far] : [far, currencyOut];
}
