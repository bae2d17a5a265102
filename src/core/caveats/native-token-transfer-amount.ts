// NativeTokenTransferAmountEnforcer: at most `maxAmount` of native currency in total. It looks at the
// value of a call only: what is called is left open.
//
// terms, 32 bytes: maxAmount 32 (wei)
import { limitWords, UNLIMITED } from '../chain/money';
import { caveat } from './caveat';
import { packedTerms } from './layout';

export type NativeTokenTransferAmountTerms = { maxAmount: bigint };

export const nativeTokenTransferAmount = caveat<NativeTokenTransferAmountTerms>({
  name: 'NativeTokenTransferAmountEnforcer',
  address: '0xf71af580b9c3078fbc2bbf16fbb8eed82b330320',
  ...packedTerms('uint256 maxAmount'),
  words: ({ maxAmount }, scene) => {
    const amount = limitWords(scene.chainId, null)(maxAmount);
    return maxAmount >= UNLIMITED
      ? { text: amount, level: 'warning' }
      : { text: `at most ${amount} in total` };
  },
  bounds: ({ maxAmount }) => ({
    ...(maxAmount < UNLIMITED ? { value: 'limited' } : {}),
    budgets: [{ token: null, amount: maxAmount, every: null }],
  }),
});
