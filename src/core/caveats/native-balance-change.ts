// NativeBalanceChangeEnforcer: in each use one account's native currency falls by at most `amount`, or rises by at
// least `amount`. The account is whose the terms say, not always the one that pays.
//
// terms, 53 bytes: decrease 1 · recipient 20 · amount 32 (wei)
import { limitWords, nativeName } from '../chain/money';
import { type Change, changeTerms, changeWords, lossesOf } from './balance-words';
import { caveat } from './caveat';
import { packedTerms } from './layout';

export const nativeBalanceChange = caveat<Change>({
  name: 'NativeBalanceChangeEnforcer',
  address: '0xbd7b277507723490cd50b12eaafe87c616be6880',
  ...changeTerms(packedTerms('address recipient, uint256 amount')),
  words: (terms, { chainId }) => changeWords(terms, nativeName(chainId), limitWords(chainId, null)),
  bounds: (terms) => lossesOf(terms, null),
});
