// ValueLteEnforcer: each single call may carry at most `maxValue` of native currency. Calls may repeat,
// so only a maximum of zero limits what leaves the account in the end.
//
// terms, 32 bytes: maxValue 32 (wei)
import { limitWords, nativeName } from '../chain/money';
import { caveat } from './caveat';
import { packedTerms } from './layout';

export type ValueLteTerms = { maxValue: bigint };

export const valueLte = caveat<ValueLteTerms>({
  name: 'ValueLteEnforcer',
  address: '0x92bf12322527caa612fd31a0e810472bbb106a8f',
  ...packedTerms('uint256 maxValue'),
  words: ({ maxValue }, { chainId }) => ({
    text:
      maxValue === 0n
        ? `sends no ${nativeName(chainId)}`
        : `at most ${limitWords(chainId, null)(maxValue)} with each call`,
  }),
  bounds: ({ maxValue }) => (maxValue === 0n ? { value: 'none' } : {}),
});
