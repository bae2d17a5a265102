// ERC1155BalanceChangeEnforcer: in each use one account's balance of one ERC-1155 token id falls by at most
// `amount`, or rises by at least `amount`.
//
// terms, 105 bytes: decrease 1 · token 20 · recipient 20 · tokenId 32 · amount 32
import type { Address } from 'viem';
import { type Change, changeTerms, changeWords } from './balance-words';
import { caveat } from './caveat';
import { packedTerms } from './layout';

export type Erc1155BalanceChangeTerms = Change & { token: Address; tokenId: bigint };

export const erc1155BalanceChange = caveat<Erc1155BalanceChangeTerms>({
  name: 'ERC1155BalanceChangeEnforcer',
  address: '0x63c322732695cafbbd488fc6937a0a7b66fc001a',
  ...changeTerms(packedTerms('address token, address recipient, uint256 tokenId, uint256 amount')),
  words: (terms) =>
    changeWords(terms, `number of items ${terms.tokenId} of ${terms.token}`, String),
  bounds: () => ({}),
});
