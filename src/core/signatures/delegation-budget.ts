// The budget of a delegation that is about to be signed: how much, how it adds up with what the Golem
// already has, and whether it is more than usual.
import { spanWords } from '../caveats/bardo-terms';
import { nativeWords, tokenWords, UNLIMITED } from '../caveats/budget-words';
import type { Budget } from '../caveats/caveat';
import type { Rule } from '../caveats/list';
import { sameAddress, usdcOf } from '../chain/addresses';
import { DAY, dateWords, periodWords } from '../chain/time';
import { hashDelegation } from '../delegations/delegation';
import { isOwn, type Terms } from '../findings/delegation';
import { endOf } from '../findings/delegation-dangers';
import { type Finding, words } from '../findings/finding';
import { isLive, type Scene, shortName } from '../findings/scene';
import type { Golem, Permission } from '../protocol/status';
import { USUAL_DAYS, USUAL_USDC } from '../runway/usual';
import { MAX_TITLE } from './reader';

export type Read = {
  delegation: Terms;
  rules: readonly Rule[];
  budget: Budget | null;
  scene: Scene;
};

export function budgetFindings(read: Read, golem: Golem): Finding[] {
  return [...addsUp(read, golem), ...beyondUsual(read)];
}

/** "at most 10 USDC every day"; null when something but the budget can leave as well. */
export function budgetTitle(read: Read): string | null {
  const { budget, scene } = read;
  if (!budget || !isBounded(read)) return null;
  if (budget.amount < UNLIMITED) return `at most ${budgetWords(budget, scene)}`;
  if (!budget.perSecond || budget.perSecond >= UNLIMITED) return null;
  return `a growing budget: ${amountWords({ ...budget, amount: perDayOf(budget) }, scene)} a day`;
}

/** Calls, tokens and native currency are all kept in check, and one token is what it is about. */
function isBounded({ rules, budget }: Read): boolean {
  const budgets = rules.flatMap((rule) => rule.bounds.budget ?? []);
  return (
    (['calls', 'tokens', 'value'] as const).every((key) => rules.some((one) => one.bounds[key])) &&
    budgets.every(({ token }) => token === budget?.token)
  );
}

export function budgetLines({ budget, scene }: Read): string[] {
  if (!budget || budget.every === null || budget.amount >= UNLIMITED) return [];
  const twice = amountWords({ ...budget, amount: budget.amount * 2n }, scene);
  const span = budget.every === BigInt(DAY) ? '24 h' : spanWords(budget.every);
  return [
    `Unused budget does not roll over; around a reset up to ${twice} can go out within ${span}.`,
  ];
}

/** A newer grant never replaces an older one on chain. */
function addsUp({ delegation, budget, scene }: Read, golem: Golem): Finding[] {
  if (!budget || !isOwn(scene, delegation.delegator)) return [];
  const hash = hashDelegation(delegation);
  const live = (scene.watched?.permissions ?? []).filter(
    (one) =>
      one.golem === golem.id &&
      isLive(one, scene) &&
      (one.token === null ? budget.token === null : sameAddress(one.token, budget.token)) &&
      !one.delegationHashes.some((known) => known.toLowerCase() === hash),
  );
  const others = oncePerRoot(live);
  if (others.length === 0) return [];
  const name = shortName(golem);
  const same = others.every((one) => BigInt(one.periodSeconds) === budget.every);
  const sum = others.reduce((total, one) => total + BigInt(one.cap), budget.amount);
  const total = `Budgets add up: ${name} could spend ${budgetWords({ ...budget, amount: sum }, scene)}`;
  const fits = same && total.length <= MAX_TITLE;
  return [
    {
      level: 'warning',
      title: fits ? total : `Budgets add up: ${name} already has a live permission`,
      lines: ['A new grant does not replace an old one: end the old one if it should.'],
      facts: others.map((one) => {
        const old = {
          token: budget.token,
          amount: BigInt(one.cap),
          every: BigInt(one.periodSeconds),
        };
        return words(
          'Already granted',
          `${budgetWords(old, scene)} until ${dateWords(one.expiresAt)}`,
        );
      }),
    },
  ];
}

/** Permissions that hang on one grant share its budget: it counts once. */
function oncePerRoot(permissions: readonly Permission[]): Permission[] {
  const byRoot = new Map(permissions.map((one) => [one.delegationHashes.at(-1), one]));
  return [...byRoot.values()];
}

function beyondUsual({ budget, rules, scene }: Read): Finding[] {
  const end = endOf(rules);
  const tooLong = typeof end === 'bigint' && end > BigInt(scene.now + USUAL_DAYS * DAY);
  const perDay = budget ? perDayOf(budget) : 0n;
  const inUsdc = budget !== null && sameAddress(usdcOf(scene.chainId), budget.token);
  const tooMuch = inUsdc && perDay > BigInt(USUAL_USDC) * 1_000_000n;
  const over = [
    ...(tooMuch ? [`more than ${USUAL_USDC} USDC a day`] : []),
    ...(tooLong ? [`longer than ${USUAL_DAYS} days`] : []),
  ];
  if (over.length === 0) return [];
  const title = 'Over the usual limits of a runway: sign only if you chose this';
  return [warning(title, `It is ${over.join(' and ')}.`)];
}

function perDayOf({ amount, every, perSecond }: Budget): bigint {
  if (perSecond !== undefined) return perSecond * BigInt(DAY);
  return every ? (amount * BigInt(DAY)) / every : 0n;
}

/** "10 USDC every day" or "10 USDC in total". */
function budgetWords(budget: Budget, scene: Scene): string {
  const amount = amountWords(budget, scene);
  return budget.every === null
    ? `${amount} in total`
    : `${amount} every ${periodWords(budget.every)}`;
}

function amountWords({ token, amount }: Budget, scene: Scene): string {
  const text = token === null ? nativeWords(scene.chainId) : tokenWords(scene.chainId, token);
  return text(amount);
}

function warning(title: string, line: string): Finding {
  return { level: 'warning', title, lines: [line], facts: [] };
}
