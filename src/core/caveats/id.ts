// IdEnforcer: a number that works once for each account that delegates. Several delegations may share one: the
// first that is used ends them all.
//
// terms, 32 bytes: id 32
import { caveat } from './caveat';
import { packedTerms } from './layout';

export type IdTerms = { id: bigint };

export const id = caveat<IdTerms>({
  name: 'IdEnforcer',
  address: '0xc8b5d93463c893401094cc70e66a206fb5987997',
  ...packedTerms('uint256 id'),
  words: (terms) => ({
    text: `once only, together with every delegation of the account that has the id ${terms.id}`,
  }),
  bounds: () => ({ uses: 1n }),
});
