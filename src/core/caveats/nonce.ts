// NonceEnforcer: passes while the delegator's counter at this manager equals `nonce`. MetaMask puts it
// on every grant, so that one `incrementNonce` ends them all.
//
// terms, 32 bytes: nonce 32
import { caveat } from './caveat';
import { packedTerms } from './layout';

export type NonceTerms = { nonce: bigint };

export const nonce = caveat<NonceTerms>({
  name: 'NonceEnforcer',
  address: '0xde4f2fac4b3d87a1d9953ca5fc09fca7f366254f',
  inWrapper: 'another counter in here, which ending all grants does not move',
  ...packedTerms('uint256 nonce'),
  words: (terms) => ({
    text: `until the account ends all its grants at once (counter ${terms.nonce})`,
  }),
  bounds: () => ({}),
});
