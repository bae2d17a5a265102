// RedeemerEnforcer: only these accounts may send the redemption. It looks at the final sender, so on a
// root it also shuts out Replicants that are not listed.
//
// terms, n × 20 bytes: redeemers
import type { Address } from 'viem';
import { anyOf } from './address-words';
import { caveat } from './caveat';
import { addressAt, addressBytes, entriesOf, packed } from './terms';

export type RedeemerTerms = { redeemers: Address[] };

export const redeemer = caveat<RedeemerTerms>({
  name: 'RedeemerEnforcer',
  address: '0xe144b0b2618071b4e56f746313528a669c7e65c5',
  decode: (terms) => ({ redeemers: entriesOf(terms, 20).map((entry) => addressAt(entry, 0)) }),
  encode: (terms) => packed(...terms.redeemers.map(addressBytes)),
  words: (terms) => ({ text: `used only by ${anyOf(terms.redeemers)}` }),
  bounds: () => ({}),
});
