// ERC721BalanceChangeEnforcer: in each use the number of NFTs of one collection that one account holds falls by at
// most `amount`, or rises by at least `amount`. Which NFTs they are is not looked at: a good one may be swapped
// for a poor one.
//
// terms, 73 bytes: decrease 1 · token 20 (the collection) · recipient 20 · amount 32 (NFTs)
import type { Address } from 'viem';
import { type Change, changeTerms, changeWords } from './balance-words';
import { caveat } from './caveat';
import { packedTerms } from './layout';

export type Erc721BalanceChangeTerms = Change & { token: Address };

export const erc721BalanceChange = caveat<Erc721BalanceChangeTerms>({
  name: 'ERC721BalanceChangeEnforcer',
  address: '0x8afdf96edbbe7e1ed3f5cd89c7e084841e12a09e',
  ...changeTerms(packedTerms('address token, address recipient, uint256 amount')),
  words: (terms) => changeWords(terms, `number of NFTs of ${terms.token}`, String),
  bounds: () => ({}),
});
