// One command of the Universal Router as moves of money.
import type { Address, Hex } from 'viem';
import { Unreadable } from '../bytes/abi';
import type { Call } from '../chain/call';
import { wethOf } from '../chain/uniswap';
import { type Amount, type Move, NATIVE, type Place, type SwapMove } from './swap-steps';
import { endsOfPath, paidAddresses, staysInRouter } from './swap-words';
import { CONTRACT_BALANCE } from './v4-actions';

/** `left`: how many more steps are read, those of sub-plans included. */
type Budget = { left: number };
export type Setting = { call: Call; depth: number; budget: Budget; mayFail: boolean };

/** The routers' stand-ins: 1 is the caller, 2 the router itself, which a later step pays out of. */
export function placeOf(call: Call, recipient: Address): Place {
  return staysInRouter(call, recipient)
    ? 'router'
    : (paidAddresses(call, recipient)[0] ?? recipient);
}

export function movesOf(
  { call, mayFail }: Setting,
  command: number,
  values: readonly unknown[],
): Move[] {
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

export function swapOf(
  { call, mayFail }: Setting,
  command: number,
  values: readonly unknown[],
): SwapMove {
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
