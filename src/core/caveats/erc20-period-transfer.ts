// ERC20PeriodTransferEnforcer: at most `periodAmount` of one token per period, by plain `transfer` only
// (68 bytes of calldata, single call, reverting mode). The counter starts again at zero with each
// period, counted from `startDate`; what is unused is lost.
//
// terms, 116 bytes: token 20 · periodAmount 32 · periodDuration 32 (seconds) · startDate 32 (unix seconds)

import type { Address } from 'viem';
import { limitWords, UNLIMITED } from '../chain/money';
import { isPeriodRefused, type PeriodTerms, periodBudget, periodBudgetWords } from './budget-words';
import { caveat } from './caveat';
import { packedTerms } from './layout';

export type Erc20PeriodTransferTerms = PeriodTerms & { token: Address };

export const erc20PeriodTransfer = caveat<Erc20PeriodTransferTerms>({
  name: 'ERC20PeriodTransferEnforcer',
  address: '0x474e3ae7e169e940607cc624da8a15eb120139ab',
  ...packedTerms('address token, uint256 periodAmount, uint256 periodDuration, uint256 startDate'),
  words: (terms, scene) => periodBudgetWords(terms, limitWords(scene.chainId, terms.token)),
  bounds: (terms) => ({
    ...(isPeriodRefused(terms) ? { nothing: true } : {}),
    calls: true,
    ...(terms.periodAmount < UNLIMITED ? { tokens: 'limited' } : {}),
    budgets: [periodBudget(terms, terms.token)],
  }),
});
