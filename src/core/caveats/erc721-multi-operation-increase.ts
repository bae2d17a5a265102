// ERC721MultiOperationIncreaseBalanceEnforcer: over all calls of a redemption together, one account's number of NFTs of one collection must rise
// by at least `amount`, on top of what other delegations in it ask for the same. It demands and limits nothing.
//
// terms, 72 bytes: token 20 (the collection) · recipient 20 · amount 32 (NFTs)
import type { Address } from 'viem';
import { riseWords } from './balance-words';
import { caveat } from './caveat';
import { packedTerms } from './layout';

export type Erc721MultiOperationIncreaseTerms = {
  token: Address;
  recipient: Address;
  amount: bigint;
};

export const erc721MultiOperationIncrease = caveat<Erc721MultiOperationIncreaseTerms>({
  name: 'ERC721MultiOperationIncreaseBalanceEnforcer',
  address: '0x44877cdafc0d529ab144bb6b0e202ee377c90229',
  ...packedTerms('address token, address recipient, uint256 amount'),
  words: (terms) => riseWords(terms, `number of NFTs of ${terms.token}`, String),
  bounds: ({ amount }) => (amount === 0n ? { nothing: true } : {}),
});
