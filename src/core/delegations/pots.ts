// What stands at risk: one token, or the native currency, of one account on one chain.
import type { Address } from 'viem';
import { sameAddress } from '../chain/addresses';
import type { Route } from './drain-moments';
import type { Loss } from './loss';

/** `held` = the same by what the account holds now; null when the balance is not known. */
export type Figure = { uncapped: Loss; held: bigint | null };

export type WorstCase = {
  chainId: number;
  account: Address;
  /** null = native currency. */
  token: Address | null | 'any';
  now: Figure;
  anyDay: Figure;
  untilEnd: Figure;
  /** When the last route closes by itself; null = at no date, or beyond ten years. */
  endsAt: number | null;
  /** The block in which the last route closes at the latest; null = none. */
  endBlock: bigint | null;
  /** No rule limits the amount of one use or of one day. */
  unmetered: boolean;
  /** Its rules do limit it, by a measure that Bardo cannot put into a figure. */
  weighed: boolean;
};

export type Holding = {
  chainId: number;
  account: Address;
  token: Address | null;
  amount: bigint;
};

type Pot = Pick<WorstCase, 'chainId' | 'account' | 'token'>;

/** A route over any token puts everything its account holds at risk. */
export function potsOf(routes: readonly Route[], holdings: readonly Holding[]): Pot[] {
  const exposed = holdings.filter(
    ({ token, ...place }) =>
      token !== null && routes.some((one) => one.token === 'any' && samePlace(one, place)),
  );
  const pots = [...routes, ...exposed].map(({ chainId, account, token }) => ({
    chainId,
    account,
    token,
  }));
  return pots.filter((pot, index) => pots.findIndex((other) => samePot(pot, other)) === index);
}

export function isIn(thing: Pot, pot: Pot): boolean {
  if (!samePlace(thing, pot)) return false;
  return sameToken(thing.token, pot.token) || (thing.token === 'any' && pot.token !== null);
}

function samePot(a: Pot, b: Pot): boolean {
  return samePlace(a, b) && sameToken(a.token, b.token);
}

function samePlace(a: Omit<Pot, 'token'>, b: Omit<Pot, 'token'>): boolean {
  return a.chainId === b.chainId && sameAddress(a.account, b.account);
}

function sameToken(a: string | null, b: string | null): boolean {
  return a === b || sameAddress(a, b);
}
