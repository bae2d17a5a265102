// NativeTokenPeriodTransferEnforcer: at most `periodAmount` of native currency per period, counted from
// `startDate`. It looks at the value of a call only: what is called is left open, which is why
// MetaMask adds an ExactCalldata rule to it.
//
// terms, 96 bytes: periodAmount 32 · periodDuration 32 (seconds) · startDate 32 (unix seconds)
import { limitWords, UNLIMITED } from '../chain/money';
import { isPeriodRefused, type PeriodTerms, periodBudget, periodBudgetWords } from './budget-words';
import { caveat } from './caveat';
import { packedTerms } from './layout';

export const nativeTokenPeriodTransfer = caveat<PeriodTerms>({
  name: 'NativeTokenPeriodTransferEnforcer',
  address: '0x9bc0faf4aca5ae429f4c06aeeac517520cb16bd9',
  ...packedTerms('uint256 periodAmount, uint256 periodDuration, uint256 startDate'),
  words: (terms, scene) => periodBudgetWords(terms, limitWords(scene.chainId, null)),
  bounds: (terms) => ({
    ...(isPeriodRefused(terms) ? { nothing: true } : {}),
    ...(terms.periodAmount < UNLIMITED ? { value: 'limited' } : {}),
    budgets: [periodBudget(terms, null)],
  }),
});
