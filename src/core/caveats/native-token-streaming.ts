// NativeTokenStreamingEnforcer: `initialAmount` of native currency from `startTime` on, then
// `amountPerSecond` more each second, never above `maxAmount` in total. It looks at the value of a call
// only: what is called is left open.
//
// terms, 128 bytes: initialAmount 32 · maxAmount 32 · amountPerSecond 32 · startTime 32 (unix seconds)
import { limitWords } from '../chain/money';
import {
  isStreamRefused,
  isStreamUnlimited,
  type StreamTerms,
  streamBudget,
  streamBudgetWords,
} from './budget-words';
import { caveat } from './caveat';
import { packedTerms } from './layout';

export const nativeTokenStreaming = caveat<StreamTerms>({
  name: 'NativeTokenStreamingEnforcer',
  address: '0xd10b97905a320b13a0608f7e9cc506b56747df19',
  ...packedTerms(
    'uint256 initialAmount, uint256 maxAmount, uint256 amountPerSecond, uint256 startTime',
  ),
  words: (terms, scene) => streamBudgetWords(terms, limitWords(scene.chainId, null)),
  bounds: (terms) => ({
    ...(isStreamRefused(terms) ? { nothing: true } : {}),
    ...(isStreamUnlimited(terms) ? {} : { value: 'limited' }),
    budgets: [streamBudget(terms, null)],
  }),
});
