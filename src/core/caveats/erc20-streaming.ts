// ERC20StreamingEnforcer: `initialAmount` of one token from `startTime` on, then `amountPerSecond` more
// each second, never above `maxAmount` in total; by plain `transfer` only. Unused budget accrues.
//
// terms, 148 bytes: token 20 · initialAmount 32 · maxAmount 32 · amountPerSecond 32 · startTime 32 (unix seconds)

import type { Address } from 'viem';
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

export type Erc20StreamingTerms = StreamTerms & { token: Address };

export const erc20Streaming = caveat<Erc20StreamingTerms>({
  name: 'ERC20StreamingEnforcer',
  address: '0x56c97ae02f233b29fa03502ecc0457266d9be00e',
  ...packedTerms(
    'address token, uint256 initialAmount, uint256 maxAmount, uint256 amountPerSecond, uint256 startTime',
  ),
  words: (terms, scene) => streamBudgetWords(terms, limitWords(scene.chainId, terms.token)),
  bounds: (terms) => ({
    ...(isStreamRefused(terms) ? { nothing: true } : {}),
    calls: true,
    ...(isStreamUnlimited(terms) ? {} : { tokens: 'limited' }),
    budgets: [streamBudget(terms, terms.token)],
  }),
});
