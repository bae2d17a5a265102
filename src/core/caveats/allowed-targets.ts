// AllowedTargetsEnforcer: calls go to one of these addresses. Beside a native budget this is how
// MetaMask writes the allowed payees.
//
// terms, n × 20 bytes: targets
import type { Address } from 'viem';
import { anyOf } from './address-words';
import { caveat } from './caveat';
import { addressAt, addressBytes, entriesOf, packed } from './terms';

export type AllowedTargetsTerms = { targets: Address[] };

export const allowedTargets = caveat<AllowedTargetsTerms>({
  name: 'AllowedTargetsEnforcer',
  address: '0x7f20f61b1f09b08d970938f6fa563634d65c4eeb',
  decode: (terms) => ({ targets: entriesOf(terms, 20).map((entry) => addressAt(entry, 0)) }),
  encode: (terms) => packed(...terms.targets.map(addressBytes)),
  words: (terms) => ({ text: `calls only to ${anyOf(terms.targets)}` }),
  bounds: () => ({ calls: true }),
});
