// ERC20MultiOperationIncreaseBalanceEnforcer: over all calls of a redemption together, one account's balance of one token must rise
// by at least `amount`, on top of what other delegations in it ask for the same. It demands and limits nothing.
//
// terms, 72 bytes: token 20 · recipient 20 · amount 32 (base units)

import type { Address } from 'viem';
import { limitWords, tokenName } from '../chain/money';
import { riseWords } from './balance-words';
import { caveat } from './caveat';
import { packedTerms } from './layout';

export type Erc20MultiOperationIncreaseTerms = {
  token: Address;
  recipient: Address;
  amount: bigint;
};

export const erc20MultiOperationIncrease = caveat<Erc20MultiOperationIncreaseTerms>({
  name: 'ERC20MultiOperationIncreaseBalanceEnforcer',
  address: '0xeaa1be91f0ea417820a765df9c5be542286bffdc',
  ...packedTerms('address token, address recipient, uint256 amount'),
  words: (terms, { chainId }) =>
    riseWords(terms, tokenName(chainId, terms.token), limitWords(chainId, terms.token)),
  bounds: ({ amount }) => (amount === 0n ? { nothing: true } : {}),
});
