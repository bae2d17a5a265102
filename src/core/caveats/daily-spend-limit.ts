// DailySpendLimitEnforcer: transfers of one token, at most `cap` in ANY 24 hours, counted per account and
// budget, so that several grants share it.
//
// terms, 46 bytes: version 1 · token 20 · cap 16 · unitExponent 1 · budgetId 8

import type { Address } from 'viem';
import { BARDO } from '../chain/bardo-addresses.generated';
import { limitWords } from '../chain/money';
import { capProblem, ROLLING, ZERO_ADDRESS } from './bardo-terms';
import { caveat } from './caveat';
import { bardoTerms } from './layout';

export type DailySpendLimitTerms = {
  token: Address;
  cap: bigint;
  unitExponent: number;
  budgetId: bigint;
};

export const dailySpendLimit = caveat<DailySpendLimitTerms>({
  name: 'DailySpendLimitEnforcer',
  address: BARDO.dailySpendLimitEnforcer,
  ...bardoTerms('address token, uint128 cap, uint8 unitExponent, uint64 budgetId', problemOf),
  words: ({ token, cap }, { chainId }) => ({
    text: `at most ${limitWords(chainId, token)(cap)} in any 24 hours, by plain transfers only`,
  }),
  bounds: ({ token, cap }) => ({
    calls: true,
    value: 'none',
    tokens: 'limited',
    budgets: [{ token, amount: cap, every: ROLLING }],
  }),
});

function problemOf({ token, cap, unitExponent }: DailySpendLimitTerms): string | null {
  return token === ZERO_ADDRESS ? 'the zero address as token' : capProblem(cap, unitExponent);
}
