// A grant beside what its Golem already has: on chain both can be spent. All figures are those of `worst-case.ts`.
import { sameAddress } from '../chain/addresses';
import { dateWords, periodWords } from '../chain/time';
import { claimedRoutes } from '../delegations/claims';
import { hashDelegation } from '../delegations/delegation';
import type { Route } from '../delegations/drain-moments';
import { routesOfOne } from '../delegations/exposure';
import type { WorstCase } from '../delegations/pots';
import { worstCaseOf } from '../delegations/worst-case';
import { lossWords, takenWords } from '../delegations/worst-case-words';
import { isOwn } from '../findings/delegation';
import { type Fact, type Finding, MAX_TITLE, words } from '../findings/finding';
import { isLive, shortName } from '../findings/scene';
import type { Golem, Permission } from '../protocol/status';
import type { Read } from './delegation-budget';

/** A newer grant never replaces an older one on chain. Of every asset that it lets be taken all its budgets count. */
export function addsUp(read: Read, golem: Golem): Finding[] {
  const { delegation, takings, scene } = read;
  if (!isOwn(scene, delegation.delegator)) return [];
  const live = liveOf(read, golem);
  const sums = takings.flatMap((worst) => {
    const others = live.filter(({ token }) => sameToken(token, worst.token));
    const counts = !worst.unmetered && worst.untilEnd.uncapped !== 0n && others.length > 0;
    return counts ? [sumOf(read, worst, others)] : [];
  });
  const [sum, ...more] = sums;
  if (!sum) return [];
  const name = shortName(golem);
  const total = sum.rate && `Budgets add up: ${name} could spend ${sum.rate}`;
  const fits = total !== null && more.length === 0 && total.length <= MAX_TITLE;
  return [
    {
      level: 'warning',
      title: fits ? total : `Budgets add up: ${name} already has a live permission`,
      lines: [
        ...sums.map(({ line }) => line),
        'A new grant does not replace an old one: end the old one if it should.',
      ],
      facts: sums.flatMap(({ facts }) => facts),
    },
  ];
}

/** What the Golem has already; this very delegation is not beside itself. */
function liveOf({ delegation, scene }: Read, golem: Golem): Permission[] {
  const hash = hashDelegation(delegation);
  return (scene.watched?.permissions ?? []).filter(
    (one) =>
      one.golem === golem.id &&
      isLive(one, scene) &&
      !one.delegationHashes.some((known) => known.toLowerCase() === hash),
  );
}

type Sum = { rate: string | null; line: string; facts: Fact[] };

/** Of one asset, with what was granted before. */
function sumOf({ delegation, scene }: Read, worst: WorstCase, others: readonly Permission[]): Sum {
  const { chainId, now } = scene;
  const own = routesOfOne(delegation, chainId).filter(({ token }) => sameToken(token, worst.token));
  const routes = [...own, ...claimedRoutes(others, delegation.delegator)];
  const [whole] = worstCaseOf(routes, { now, holdings: [] });
  const rate = everyPeriod(routes);
  const amountEvery = (cap: bigint, every: number) =>
    `${lossWords(cap, worst)} every ${periodWords(BigInt(every))}`;
  return {
    rate: rate && amountEvery(rate.cap, rate.every),
    line: `Together can be taken: ${takenWords(whole ?? worst)}.`,
    facts: oncePerRoot(others).map(({ cap, periodSeconds, expiresAt }) =>
      words(
        'Already granted',
        `${amountEvery(BigInt(cap), periodSeconds)} until ${dateWords(expiresAt)}`,
      ),
    ),
  };
}

/** All of them together, when each counts in periods of the same length and nothing else. */
function everyPeriod(routes: readonly Route[]): { cap: bigint; every: number } | null {
  const meters = new Map(routes.flatMap((route) => route.meters.map((one) => [one.key, one])));
  const [first, ...rest] = [...meters.values()];
  if (first?.shape.kind !== 'period') return null;
  const { every } = first.shape;
  const same = rest.every(({ shape }) => shape.kind === 'period' && shape.every === every);
  const single = routes.every((route) => route.meters.length === 1);
  if (!same || !single) return null;
  return { cap: rest.reduce((sum, { cap }) => sum + cap, first.cap), every };
}

function sameToken(a: string | null, b: WorstCase['token']): boolean {
  return a === b || sameAddress(a, b);
}

/** Permissions that hang on one grant share its budget: it counts once. */
function oncePerRoot(permissions: readonly Permission[]): Permission[] {
  const byRoot = new Map(permissions.map((one) => [one.delegationHashes.at(-1), one]));
  return [...byRoot.values()];
}
