// NativeTokenMultiOperationIncreaseBalanceEnforcer: over all calls of a redemption together, one account's native currency must rise
// by at least `amount`, on top of what other delegations in it ask for the same. It demands and limits nothing.
//
// terms, 52 bytes: recipient 20 · amount 32 (wei)

import type { Address } from 'viem';
import { limitWords, nativeName } from '../chain/money';
import { riseWords } from './balance-words';
import { caveat } from './caveat';
import { packedTerms } from './layout';

export type NativeTokenMultiOperationIncreaseTerms = { recipient: Address; amount: bigint };

export const nativeTokenMultiOperationIncrease = caveat<NativeTokenMultiOperationIncreaseTerms>({
  name: 'NativeTokenMultiOperationIncreaseBalanceEnforcer',
  address: '0xad551e9b971c1b0c02c577bffcfaa20b81777276',
  ...packedTerms('address recipient, uint256 amount'),
  words: (terms, { chainId }) => riseWords(terms, nativeName(chainId), limitWords(chainId, null)),
  bounds: ({ amount }) => (amount === 0n ? { nothing: true } : {}),
});
