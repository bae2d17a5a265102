// ERC20TransferAmountEnforcer: at most `maxAmount` of one token in total, by plain `transfer` only.
//
// terms, 52 bytes: token 20 · maxAmount 32

import type { Address } from 'viem';
import { limitWords, UNLIMITED } from '../chain/money';
import { caveat } from './caveat';
import { packedTerms } from './layout';

export type Erc20TransferAmountTerms = { token: Address; maxAmount: bigint };

export const erc20TransferAmount = caveat<Erc20TransferAmountTerms>({
  name: 'ERC20TransferAmountEnforcer',
  address: '0xf100b0819427117ecf76ed94b358b1a5b5c6d2fc',
  ...packedTerms('address token, uint256 maxAmount'),
  words: ({ token, maxAmount }, scene) => {
    const amount = limitWords(scene.chainId, token)(maxAmount);
    return maxAmount >= UNLIMITED
      ? { text: amount, level: 'warning' }
      : { text: `at most ${amount} in total` };
  },
  bounds: ({ token, maxAmount }) => ({
    calls: true,
    ...(maxAmount < UNLIMITED ? { tokens: 'limited' } : {}),
    budgets: [{ token, amount: maxAmount, every: null }],
  }),
});
