// What can be taken, by what the chain enforces and nothing else: the one figure behind every title, limit and
// warning about money.
//
//   now       in one block: at once, as the counters stand
//   anyDay    the worst 24 hours between now and the end: MetaMask's day can pay its cap just before its reset
//             and again just after, a stream all that has gathered, a lease never more than its cap
//   untilEnd  [now, end): the end of the last route; without one there is no bound but a total's
//
// Assumed against the owner: every Golem key and every Replicant key is stolen, nobody revokes, the
// phase is healed to the best (only terminal is for ever), redeemer rules stop nobody.
// Grants add up: a newer one does not end an older one. Replicants spend their parent's meters and
// add nothing to them.

import type { Address } from 'viem';
import { sameAddress } from '../chain/addresses';
import { UNLIMITED } from '../chain/money';
import { DAY, HORIZON } from '../chain/time';
import { drainOf, drainOfAnyDay, MAX_STEPS, type Route, type Span } from './drain';
import { least, mostInAnyDay } from './meter';

export type Loss = bigint | 'unlimited';

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

/** Clocks may disagree: the time is `now`, or anything between that and `latest`. */
export type Clock = { now: number; latest?: number };

/** One entry per account and asset that a live route reaches, over all given routes. */
export function worstCaseOf(
  routes: readonly Route[],
  { now, latest = now, holdings }: Clock & { holdings: readonly Holding[] },
): WorstCase[] {
  const live = routes
    .filter(({ endsAt }) => endsAt === null || endsAt > now)
    .map((route) => ({ ...route, endsAt: dateWithin(route.endsAt, latest) }));
  return potsOf(live, holdings).map((pot) => {
    const own = live.filter((route) => isIn(route, pot));
    const span = { from: now, to: Infinity };
    // However many routes a stranger writes, all of them together take no longer than one.
    const steps = MAX_STEPS / own.length;
    const total = lossOf(boundOf(own, span, (some, time) => drainOf(some, time, steps)));
    const day = lossOf(boundOf(own, span, drainOfAnyDay));
    const held = holdings.find((holding) => isIn(holding, pot))?.amount ?? null;
    return {
      ...pot,
      now: figure(leastLoss(atOnce(own, now, latest), total), held),
      anyDay: figure(leastLoss(day, total), held),
      untilEnd: figure(total, held),
      endsAt: lastOf(own.map(({ endsAt }) => endsAt)),
      endBlock: lastOf(own.map(({ endBlock }) => endBlock)),
      unmetered: own.some(isUnmetered),
      weighed: own.every((route) => route.weighed === true),
    };
  });
}

/** An end in more than ten years is none. */
export function dateWithin(endsAt: number | null, now: number): number | null {
  return endsAt !== null && endsAt > now + HORIZON ? null : endsAt;
}

/**
 * In one block at a moment between the two. Without payments a meter only ever lets more through as time goes
 * by, until the route closes; payments are left out when the moment is in doubt.
 */
function atOnce(routes: readonly Route[], now: number, latest: number): Loss {
  const measure = (at: number, some: readonly Route[]) =>
    boundOf(some, { from: at, to: at + 1 }, drainOf);
  if (latest <= now) return lossOf(measure(now, routes));
  const widest = routes.map((route) => {
    const last = route.endsAt === null ? latest : Math.min(latest, route.endsAt - 1);
    const meters = route.meters.map((meter) => ({ ...meter, paid: [] }));
    return last < route.opensAt ? 0n : measure(last, [{ ...route, meters }]);
  });
  return lossOf(widest.reduce((sum, one) => sum + one, 0n));
}

/** No rule limits the amount of one use or of one day. */
export function isUnmetered({ meters }: Route): boolean {
  return meters.every((one) => mostInAnyDay(one, one.startAt, one.startAt + DAY) >= UNLIMITED);
}

/** null = one of them never ends. */
function lastOf<T extends number | bigint>(ends: readonly (T | null)[]): T | null {
  const known = ends.filter((end) => end !== null);
  if (known.length < ends.length) return null;
  return known.reduce<T | null>((last, end) => (last !== null && last > end ? last : end), null);
}

type Pot = Pick<WorstCase, 'chainId' | 'account' | 'token'>;

/** A route over any token puts everything its account holds at risk. */
function potsOf(routes: readonly Route[], holdings: readonly Holding[]): Pot[] {
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

function isIn(thing: Pot, pot: Pot): boolean {
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

type Measure = (routes: readonly Route[], span: Span) => bigint;

/**
 * Routes that share meters share their money: at most what the shared meters let through, and at most
 * the sum of the parts. Routes that share nothing add up. Exact for a grant with the leases of one
 * budget, its Golem's key among the stolen (a thief on chain gets the same in test/drain); from above
 * where several budgets hang on one grant, or only Replicants' keys are stolen.
 */
function boundOf(routes: readonly Route[], span: Span, measure: Measure): bigint {
  return clustersOf(routes, new Set()).reduce(
    (sum, cluster) => sum + clusterBound(cluster, span, measure),
    0n,
  );
}

function clusterBound(cluster: readonly Route[], span: Span, measure: Measure): bigint {
  const shared = sharedKeys(cluster);
  const alike = cluster.every(({ meters }) => meters.every(({ key }) => shared.has(key)));
  if (alike) return measure(cluster, span);

  const parts = clustersOf(cluster, shared);
  const sum = (parts.length > 1 ? parts : cluster.map((route) => [route])).reduce(
    (total, part) => total + clusterBound(part, span, measure),
    0n,
  );
  if (shared.size === 0) return sum;
  const narrowed = cluster.map((route) => ({
    ...route,
    meters: route.meters.filter(({ key }) => shared.has(key)),
  }));
  return least(sum, measure(narrowed, span));
}

/** Routes tied together by a meter other than `ignored`; those without one belong together. */
function clustersOf(routes: readonly Route[], ignored: ReadonlySet<string>): Route[][] {
  const clusters: { keys: Set<string>; routes: Route[] }[] = [];
  for (const route of routes) {
    const keys = new Set(route.meters.map(({ key }) => key).filter((key) => !ignored.has(key)));
    const tied = clusters.filter((cluster) =>
      keys.size === 0 ? cluster.keys.size === 0 : [...keys].some((key) => cluster.keys.has(key)),
    );
    for (const cluster of tied) clusters.splice(clusters.indexOf(cluster), 1);
    clusters.push({
      keys: new Set([...keys, ...tied.flatMap((cluster) => [...cluster.keys])]),
      routes: [...tied.flatMap((cluster) => cluster.routes), route],
    });
  }
  return clusters.map((cluster) => cluster.routes);
}

function sharedKeys(routes: readonly Route[]): Set<string> {
  const [first, ...rest] = routes.map(({ meters }) => meters.map(({ key }) => key));
  return new Set((first ?? []).filter((key) => rest.every((keys) => keys.includes(key))));
}

function lossOf(amount: bigint): Loss {
  return amount >= UNLIMITED ? 'unlimited' : amount;
}

function leastLoss(a: Loss, b: Loss): Loss {
  if (a === 'unlimited') return b;
  return b === 'unlimited' ? a : least(a, b);
}

function figure(uncapped: Loss, held: bigint | null): Figure {
  if (held === null) return { uncapped, held };
  return { uncapped, held: uncapped === 'unlimited' ? held : least(uncapped, held) };
}
