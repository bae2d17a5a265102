// OwnershipTransferEnforcer: one call of transferOwnership(newOwner) at one contract. The new owner is whoever the
// redeemer names, and with it goes all that the contract holds or may do. The value of the call is not looked at.
//
// terms, 20 bytes: contract 20
import type { Address } from 'viem';
import { caveat } from './caveat';
import { packedTerms } from './layout';

export type OwnershipTransferTerms = { contract: Address };

export const ownershipTransfer = caveat<OwnershipTransferTerms>({
  name: 'OwnershipTransferEnforcer',
  address: '0x7eef9734e7092032b5c56310eb9bbd1f4a524681',
  ...packedTerms('address contract'),
  words: ({ contract }) => ({
    text: `only gives the ownership of the contract ${contract} away, to anyone, for good`,
    level: 'critical',
  }),
  bounds: ({ contract }) => ({ calls: true, ownership: [contract] }),
});
