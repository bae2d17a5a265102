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

import { UNLIMITED } from '../chain/money';
import { DAY, HORIZON } from '../chain/time';
import { drainOf, drainOfAnyDay, MAX_STEPS } from './drain';
import type { Route } from './drain-moments';
import { boundOf, type Loss, leastLoss, lossOf } from './loss';
import { least, mostInAnyDay } from './meter';
import { type Figure, type Holding, isIn, potsOf, type WorstCase } from './pots';

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

function figure(uncapped: Loss, held: bigint | null): Figure {
  if (held === null) return { uncapped, held };
  return { uncapped, held: uncapped === 'unlimited' ? held : least(uncapped, held) };
}
