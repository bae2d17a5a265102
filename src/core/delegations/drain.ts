// The most that can leave by given routes in [from, to), blocks at every second.
//
// Spending as much as possible as early as possible is the best a thief can do: let X(t) be what is
// gone by t. A meter whose window opens at s allows X(t) ≤ X(s - 1) + size - (paid since s before
// `from`). At each t the greedy X meets one of these bounds, and any other plan Y has Y(s - 1) ≤
// X(s - 1) by induction, hence Y(t) ≤ X(t). So it is enough to look at the moments when a bound moves:
// openings, starts, resets and bucket edges, and the second before them while a stream grows.
//
// `from` itself counts, `to` does not; a permission that ends at e pays until e - 1, as on chain.
// Exact when caps and payments are whole units of a lease; below that a payment rounds up and the
// figure is higher than the truth by less than one unit for each payment.
import type { Address } from 'viem';
import type { Life } from './life';
import {
  least,
  type Meter,
  most,
  mostBetween,
  mostInAnyDay,
  paidSince,
  sizeAt,
  turnOf,
  windowStart,
} from './meter';

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

/** Ten years of days with buckets; beyond it the sum of whole windows is taken instead of single steps. */
export const MAX_STEPS = 40_000;

/**
 * Routes over the same meters: at every moment the widest of them is used. Two leases of one budget
 * are such routes. (Using a higher generation ends the lower ones, which this ignores: the figure is
 * too high only if the higher one is also wider and ends sooner.)
 */
export function drainOf(routes: readonly Route[], span: Span, steps = MAX_STEPS): bigint {
  const { from } = span;
  const to = Math.min(span.to, Math.max(...routes.map(({ endsAt }) => endsAt ?? Infinity)));
  if (to <= from) return 0n;
  const moments = to === Infinity ? null : momentsOf(routes, { from, to }, steps);
  if (!moments) return coarseDrain(routes, { from, to });

  const gone: bigint[] = [];
  const goneBefore = (start: number) => gone[lastBefore(moments, start, gone.length)] ?? 0n;
  for (const at of moments) {
    const open = routes.filter((route) => isOpenAt(route, at));
    const reach = open.map((route) => reachOf(route, at, goneBefore));
    gone.push([gone.at(-1) ?? 0n, ...reach].reduce(most));
  }
  return gone.at(-1) ?? 0n;
}

/** The most within any 24 hours of the span: the least over the meters, from above. */
export function drainOfAnyDay(routes: readonly Route[], { from, to }: Span): bigint {
  const each = routes.map(({ meters, endsAt }) => {
    const end = Math.min(to, endsAt ?? Infinity);
    return leastOf(meters.map((meter) => mostInAnyDay(meter, from, end)));
  });
  return each.reduce(most, 0n);
}

/** What can be gone in total after spending all the route allows at `at`. */
function reachOf({ meters }: Route, at: number, goneBefore: (start: number) => bigint): bigint {
  return leastOf(
    meters.map((meter) => {
      const start = windowStart(meter, at);
      return goneBefore(start) + sizeAt(meter, at) - paidSince(meter, start);
    }),
  );
}

/** Meter by meter over the whole span: never too low. An endless span has room for every window. */
function coarseDrain(routes: readonly Route[], { from, to }: Span): bigint {
  const keys = new Set(routes.flatMap(({ meters }) => meters.map(({ key }) => key)));
  const perKey = [...keys].map((key) => {
    // A route may set several caps on one counter: all of them bind it.
    const each = routes.map(({ meters }) =>
      leastOf(meters.filter((one) => one.key === key).map((one) => mostOf(one, { from, to }))),
    );
    return each.reduce(most);
  });
  return leastOf(perKey);
}

/** Above every real amount: read as unlimited. */
const ENDLESS = 2n ** 256n;

function mostOf(meter: Meter, { from, to }: Span): bigint {
  if (to !== Infinity) return mostBetween(meter, from, to);
  if (meter.cap === 0n) return 0n;
  return turnOf(meter) ? ENDLESS : mostBetween(meter, from, Number.MAX_SAFE_INTEGER);
}

/** Sorted moments at which more may become free; null = too many to go through. */
function momentsOf(routes: readonly Route[], { from, to }: Span, steps: number): number[] | null {
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
function lastBefore(moments: readonly number[], start: number, count: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((moments[middle] ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function isOpenAt({ opensAt, endsAt }: Route, at: number): boolean {
  return at >= opensAt && (endsAt === null || at < endsAt);
}

function leastOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce(least, ENDLESS);
}
