// The budget of a delegation that is about to be signed: what can be taken, and whether it is more than
// usual. All figures are those of `worst-case.ts`.
import type { Rule } from '../caveats/caveat';
import { DAY, periodWords } from '../chain/time';
import { isRoot } from '../delegations/delegation';
import type { Route } from '../delegations/drain-moments';
import { routesOfOne } from '../delegations/exposure';
import type { WorstCase } from '../delegations/pots';
import { lossWords, takenWords } from '../delegations/worst-case-words';
import type { Terms } from '../findings/delegation';
import { endOf } from '../findings/delegation-dangers';
import type { Finding } from '../findings/finding';
import type { Scene } from '../findings/scene';
import { beyondUsual, isJudged, USUAL_DAYS } from '../runway/usual';

export type Read = {
  delegation: Terms;
  rules: readonly Rule[];
  /** What its own rules let be taken, by asset. */
  takings: readonly WorstCase[];
  scene: Scene;
};

/**
 * What follows "Gives Atlas", longest first: "5 USDC now, 1 USDC a day, at most 12 USDC". Empty when it is
 * not one amount of one asset.
 */
export function budgetTitles({ delegation, takings, scene }: Read): string[] {
  const [worst, ...more] = takings;
  if (!worst || more.length > 0 || worst.token === 'any' || worst.unmetered) return [];
  const { now, untilEnd } = worst;
  const amount = (loss: WorstCase['now']['uncapped']) => lossWords(loss, worst);
  if (now.uncapped === untilEnd.uncapped) return [`at most ${amount(now.uncapped)} in total`];
  const routes = routesOfOne(delegation, scene.chainId);
  const rate = rateOf(routes, now.uncapped, amount);
  const first = now.uncapped === 0n ? 'nothing' : amount(now.uncapped);
  if (rate?.isNow) return [`at most ${rate.words}`];
  const rest = rate?.words ?? 'more later';
  const most = untilEnd.uncapped === 'unlimited' ? [] : [`at most ${amount(untilEnd.uncapped)}`];
  return [
    [`${first} now`, rest, ...most].join(', '),
    `${first} now, ${rest}`,
    `${first} now, and more later`,
  ];
}

type Rate = { words: string; isNow: boolean };

/** "10 USDC every day", "0.5 USDC a day"; null when more than one counter runs. */
function rateOf(
  routes: readonly Route[],
  now: WorstCase['now']['uncapped'],
  amount: (loss: bigint) => string,
): Rate | null {
  const [route, ...others] = routes;
  const running = route?.meters.filter(({ shape }) => shape.kind !== 'total') ?? [];
  const [meter] = running;
  if (!meter || others.length > 0 || running.length > 1) return null;
  const { shape, cap } = meter;
  switch (shape.kind) {
    case 'stream':
      return { words: `${amount(shape.perSecond * BigInt(DAY))} a day`, isNow: false };
    case 'rolling':
      return { words: `${amount(cap)} in any 24 hours`, isNow: cap === now };
    case 'period': {
      const every = periodWords(BigInt(shape.every));
      // A start to come changes nothing about the most that a period pays.
      return { words: `${amount(cap)} every ${every}`, isNow: cap === now || now === 0n };
    }
    case 'total':
      return null;
  }
}

/** One sentence for each asset. */
export function budgetLines({ takings }: Read): string[] {
  if (takings.length === 0) return ['Its rules let no money be taken.'];
  return takings.map((worst) => `Can be taken: ${takenWords(worst)}.`);
}

export function budgetFindings(read: Read): Finding[] {
  return [...unusual(read), ...unjudged(read)];
}

function unusual({ delegation, rules, takings, scene }: Read): Finding[] {
  const end = endOf(rules, scene);
  const tooLong = typeof end === 'bigint' && end > BigInt(scene.now + USUAL_DAYS * DAY);
  const lines = [
    ...takings.flatMap(beyondUsual),
    ...(tooLong ? [`It is longer than ${USUAL_DAYS} days.`] : []),
  ];
  if (lines.length === 0) return [];
  const above = isRoot(delegation) ? [] : ['The permission above it may allow less.'];
  const title = 'Over the usual limits of a runway: sign only if you chose this';
  return [{ level: 'warning', title, lines: [...lines, ...above], facts: [] }];
}

/** Of money that Bardo does not know no amount is small. */
function unjudged({ takings }: Read): Finding[] {
  const unknown = takings.filter(
    (worst) => !worst.unmetered && !isJudged(worst) && worst.untilEnd.uncapped !== 0n,
  );
  if (unknown.length === 0) return [];
  const lines = unknown.map((worst) =>
    worst.token === 'any'
      ? 'Its holder chooses the token: no amount of any token can be called small.'
      : `Bardo does not know what ${lossWords(worst.untilEnd.uncapped, worst)} is worth.`,
  );
  return [{ level: 'warning', title: 'Bardo cannot judge whether this is much', lines, facts: [] }];
}
