// ERC20BalanceChangeEnforcer: in each use one account's balance of one token falls by at most `amount`, or rises
// by at least `amount`. The account is whose the terms say, not always the one that pays.
//
// terms, 73 bytes: decrease 1 · token 20 · recipient 20 · amount 32 (base units)

import type { Address } from 'viem';
import { limitWords, tokenName } from '../chain/money';
import { type Change, changeTerms, changeWords, lossesOf } from './balance-words';
import { caveat } from './caveat';
import { packedTerms } from './layout';

export type Erc20BalanceChangeTerms = Change & { token: Address };

export const erc20BalanceChange = caveat<Erc20BalanceChangeTerms>({
  name: 'ERC20BalanceChangeEnforcer',
  address: '0xcdf6ab796408598cea671d79506d7d48e97a5437',
  ...changeTerms(packedTerms('address token, address recipient, uint256 amount')),
  words: (terms, { chainId }) =>
    changeWords(terms, tokenName(chainId, terms.token), limitWords(chainId, terms.token)),
  bounds: (terms) => lossesOf(terms, terms.token),
});
