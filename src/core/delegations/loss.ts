// A loss: base units, or without bound. The least of what the meters and their clusters let through.
import { UNLIMITED } from '../chain/money';
import type { Route, Span } from './drain-moments';
import { least } from './meter';

export type Loss = bigint | 'unlimited';

type Measure = (routes: readonly Route[], span: Span) => bigint;

/**
 * Routes that share meters share their money: at most what the shared meters let through, and at most
 * the sum of the parts. Routes that share nothing add up. Exact for a grant with the leases of one
 * budget, its Golem's key among the stolen (a thief on chain gets the same in test/drain); from above
 * where several budgets hang on one grant, or only Replicants' keys are stolen.
 */
export function boundOf(routes: readonly Route[], span: Span, measure: Measure): bigint {
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

export function lossOf(amount: bigint): Loss {
  return amount >= UNLIMITED ? 'unlimited' : amount;
}

export function leastLoss(a: Loss, b: Loss): Loss {
  if (a === 'unlimited') return b;
  return b === 'unlimited' ? a : least(a, b);
}
