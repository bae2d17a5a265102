// AllowedMethodsEnforcer: calls use one of these functions, at any contract. Calls without calldata are
// refused.
//
// terms, n × 4 bytes: function selectors
import type { Hex } from 'viem';
import { lower } from '../bytes/hex';
import { anyOf } from './address-words';
import { caveat } from './caveat';
import { selectorWords } from './selector-words';
import { entriesOf, packed } from './terms';

export type AllowedMethodsTerms = { selectors: Hex[] };

/** Functions that let somebody else take tokens later, past every rule of the delegation. */
const APPROVING = ['0x095ea7b3', '0x39509351', '0xa22cb465', '0x87517c45'];

export const allowedMethods = caveat<AllowedMethodsTerms>({
  name: 'AllowedMethodsEnforcer',
  address: '0x2c21fd0cb9dc8445cb3fb0dc5e7bb0aca01842b5',
  decode: (terms) => ({ selectors: entriesOf(terms, 4) }),
  encode: (terms) => packed(...terms.selectors.map(selectorBytes)),
  words: ({ selectors }) => {
    const text = `calls only the function ${anyOf(selectors.map(selectorWords))}`;
    return selectors.some((selector) => APPROVING.includes(selector))
      ? { text: `${text}; an approval outlives this permission`, level: 'warning' }
      : { text };
  },
  bounds: () => ({ calls: true }),
});

function selectorBytes(selector: Hex): Hex {
  if (!/^0x[0-9a-f]{8}$/i.test(selector)) throw new RangeError('Invalid selector: must be 4 bytes');
  return lower(selector);
}
