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

import { lastBefore, momentsOf, type Route, type Span } from './drain-moments';
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

function isOpenAt({ opensAt, endsAt }: Route, at: number): boolean {
  return at >= opensAt && (endsAt === null || at < endsAt);
}

function leastOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce(least, ENDLESS);
}
