// NativeTokenMultiOperationIncreaseBalanceEnforcer: over all calls of a redemption together, one account's native currency must rise
// by at least `amount`, on top of what other delegations in it ask for the same. It demands and limits nothing.
//
// terms, 52 bytes: recipient 20 · amount 32 (wei)
import type { Address } from 'viem';
import { riseWords } from './balance-words';
import { nativeName, nativeWords } from './budget-words';
import { caveat } from './caveat';
import { packedTerms } from './layout';

export type NativeTokenMultiOperationIncreaseTerms = { recipient: Address; amount: bigint };

export const nativeTokenMultiOperationIncrease = caveat<NativeTokenMultiOperationIncreaseTerms>({
  name: 'NativeTokenMultiOperationIncreaseBalanceEnforcer',
  address: '0xad551e9b971c1b0c02c577bffcfaa20b81777276',
  ...packedTerms('address recipient, uint256 amount'),
  words: (terms, { chainId }) => riseWords(terms, nativeName(chainId), nativeWords(chainId)),
  bounds: ({ amount }) => (amount === 0n ? { nothing: true } : {}),
});
