// ERC1155MultiOperationIncreaseBalanceEnforcer: over all calls of a redemption together, one account's balance of one ERC-1155 token id must rise
// by at least `amount`, on top of what other delegations in it ask for the same. It demands and limits nothing.
//
// terms, 104 bytes: token 20 · recipient 20 · tokenId 32 · amount 32
import type { Address } from 'viem';
import { riseWords } from './balance-words';
import { caveat } from './caveat';
import { packedTerms } from './layout';

export type Erc1155MultiOperationIncreaseTerms = {
  token: Address;
  recipient: Address;
  tokenId: bigint;
  amount: bigint;
};

export const erc1155MultiOperationIncrease = caveat<Erc1155MultiOperationIncreaseTerms>({
  name: 'ERC1155MultiOperationIncreaseBalanceEnforcer',
  address: '0x9eb86bbdaa71d4d8d5fb1b8a9457f04d3344797b',
  ...packedTerms('address token, address recipient, uint256 tokenId, uint256 amount'),
  words: (terms) => riseWords(terms, `number of items ${terms.tokenId} of ${terms.token}`, String),
  bounds: ({ amount }) => (amount === 0n ? { nothing: true } : {}),
});
