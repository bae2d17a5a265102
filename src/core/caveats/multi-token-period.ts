// MultiTokenPeriodEnforcer: several period budgets in one rule. Each use names one of them by its place, so they add
// up, also two of the same token. Tokens leave by plain `transfer` without value, native currency by plain sends.
//
// terms, n × 116 bytes: token 20 (zero = native currency) · periodAmount 32 · periodDuration 32 (seconds)
//   · startDate 32 (unix seconds)

import type { Address } from 'viem';
import { limitWords, UNLIMITED } from '../chain/money';
import { ZERO_ADDRESS } from './bardo-terms';
import { isPeriodRefused, type PeriodTerms, periodBudget, periodBudgetWords } from './budget-words';
import { type Bounds, type CaveatScene, type CaveatWords, caveat, type Extent } from './caveat';
import { layout } from './layout';
import { louder } from './level';
import { entriesOf, packed } from './terms';

/** `token` null = native currency. */
export type TokenPeriod = PeriodTerms & { token: Address | null };

export type MultiTokenPeriodTerms = { periods: TokenPeriod[] };

const PERIOD = layout(
  'address token, uint256 periodAmount, uint256 periodDuration, uint256 startDate',
);

export const multiTokenPeriod = caveat<MultiTokenPeriodTerms>({
  name: 'MultiTokenPeriodEnforcer',
  address: '0xfb2f1a9bd76d3701b730e5d69c3219d42d80ebb7',
  decode: (terms) => ({
    periods: entriesOf(terms, PERIOD.size).map((entry) => {
      const { token, ...period } = PERIOD.read(entry);
      return { ...period, token: token === ZERO_ADDRESS ? null : token };
    }),
  }),
  encode: ({ periods }) =>
    packed(...periods.map((one) => PERIOD.write({ ...one, token: one.token ?? ZERO_ADDRESS }))),
  words: ({ periods }, scene) => periodsWords(periods, scene),
  bounds: ({ periods }) => periodsBounds(periods.filter((one) => !isPeriodRefused(one))),
});

function periodsWords(periods: readonly TokenPeriod[], { chainId }: CaveatScene): CaveatWords {
  const each = periods.map((one) => periodBudgetWords(one, limitWords(chainId, one.token)));
  const text = each.map((words) => words.text).join('; and ');
  const level = each.map((words) => words.level).reduce(louder);
  return { text: `by plain transfers ${text}`, level };
}

function periodsBounds(periods: readonly TokenPeriod[]): Bounds {
  if (periods.length === 0) return { nothing: true };
  const value = extentOf(periods.filter(({ token }) => token === null));
  const tokens = extentOf(periods.filter(({ token }) => token !== null));
  return {
    calls: true,
    ...(value ? { value } : {}),
    ...(tokens ? { tokens } : {}),
    budgets: periods.map((one) => periodBudget(one, one.token)),
  };
}

/** null = at least one of them limits nothing. */
function extentOf(periods: readonly PeriodTerms[]): Extent | null {
  if (periods.length === 0) return 'none';
  return periods.every(({ periodAmount }) => periodAmount < UNLIMITED) ? 'limited' : null;
}
