// The moments at which a bound of the drain moves.
import type { Address } from 'viem';
import type { Life } from './life';
import { type Meter, turnOf } from './meter';

/** One way out: whoever holds the key at its end may spend what all its meters allow. */
export type Route = Life & {
  chainId: number;
  /** The account that pays: the delegator of the root. */
  account: Address;
  /** null = native currency; `any` = every token, because no rule limits tokens. */
  token: Address | null | 'any';
  /** `all` = the account can be made to do anything; `fixed` = every use is the same given calls. */
  power?: 'all' | 'fixed' | 'payments';
  /** A rule limits the amount, by a measure that Bardo cannot put into a figure. */
  weighed?: boolean;
  /** None = nothing limits the amount. */
  meters: readonly Meter[];
};

export type Span = { from: number; to: number };

/** Sorted moments at which more may become free; null = too many to go through. */
export function momentsOf(
  routes: readonly Route[],
  { from, to }: Span,
  steps: number,
): number[] | null {
  const meters = uniqueByTurn(routes.flatMap((route) => [...route.meters]));
  const turns = meters.flatMap((meter) => turnOf(meter) ?? []);
  if (turns.reduce((sum, { every }) => sum + (to - from) / every, 0) > steps) return null;

  const moments = new Set([from]);
  const add = (at: number) => {
    if (at > from && at < to) moments.add(at);
  };
  for (const { every, phase } of turns) {
    const first = phase + Math.ceil((from - phase) / every) * every;
    for (let at = first; at < to; at += every) add(at);
  }
  for (const { opensAt } of routes) add(opensAt);
  for (const { startAt } of meters) add(startAt);
  if (meters.some(({ shape }) => shape.kind === 'stream')) {
    for (const at of [...moments, to, ...routes.map(({ endsAt }) => endsAt ?? to)]) add(at - 1);
  }
  return [...moments].sort((a, b) => a - b);
}

function uniqueByTurn(meters: readonly Meter[]): Meter[] {
  const name = ({ key, startAt, shape }: Meter) => `${key} ${startAt} ${shape.kind}`;
  return [...new Map(meters.map((meter) => [name(meter), meter])).values()];
}

/** Index of the last of the first `count` moments that lies before `start`; -1 = none. */
export function lastBefore(moments: readonly number[], start: number, count: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((moments[middle] ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
