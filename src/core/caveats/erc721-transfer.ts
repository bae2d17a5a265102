// ERC721TransferEnforcer: moves one NFT, by transferFrom or safeTransferFrom of its contract, to anybody. The value
// of the call is not looked at. Nor is the contract: a coin's transferFrom has the same four bytes, and there the
// id is an amount. Some coins (wrapped ether, DAI) let an account do this with its own money.
//
// terms, 52 bytes: contract 20 · tokenId 32

import { tokenOf } from '../chain/addresses';
import { limitWords, UNLIMITED } from '../chain/money';
import { type CaveatScene, type CaveatWords, caveat, type Nft } from './caveat';
import { packedTerms } from './layout';

/** Below it an amount is dust for a coin of 18 decimals; real ids are small, or hashes above every amount. */
const DUST = 10n ** 12n;

export const erc721Transfer = caveat<Nft>({
  name: 'ERC721TransferEnforcer',
  address: '0x3790e6b7233f779b09da74c72b6e94813925b9af',
  ...packedTerms('address contract, uint256 tokenId'),
  words: transferWords,
  // It can be repeated, and of a coin it moves money each time: no bound on tokens.
  bounds: (terms) => ({ calls: true, nfts: [terms] }),
});

function transferWords(terms: Nft, scene: CaveatScene): CaveatWords {
  const { contract, tokenId } = terms;
  const text = `only moves the NFT ${tokenId} of ${contract}, to anyone`;
  if (!isPerhapsCoin(terms, scene)) return { text };
  const amount = limitWords(scene.chainId, contract)(tokenId);
  const coin = tokenOf(scene.chainId, contract) ? 'this is a coin, no NFT' : 'if this is a coin';
  return { text: `${text}; ${coin}: each single use moves ${amount}`, level: 'warning' };
}

function isPerhapsCoin({ contract, tokenId }: Nft, { chainId }: CaveatScene) {
  return tokenOf(chainId, contract) !== null || (tokenId >= DUST && tokenId < UNLIMITED);
}
