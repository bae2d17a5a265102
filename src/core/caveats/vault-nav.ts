// VaultNAVEnforcer: a Golem that manages an ERC-4626 position may lose its owner at most the least of
// three caps in ANY 24 hours. What counts is what left the account, not what calldata says.
//
// terms, 64 bytes: version 1 · vault 20 · maxBps 2 · navAtGrant 16 · absoluteCap 16 · unitExponent 1 ·
// budgetId 8

import type { Address } from 'viem';
import { BARDO } from '../chain/bardo-addresses.generated';
import { tokenAmount } from '../chain/money';
import { capProblem, ZERO_ADDRESS } from './bardo-terms';
import { caveat } from './caveat';
import { bardoTerms } from './layout';
import { percentWords } from './percent-words';

export type VaultNavTerms = {
  vault: Address;
  maxBps: number;
  navAtGrant: bigint;
  absoluteCap: bigint;
  unitExponent: number;
  budgetId: bigint;
};

export const vaultNav = caveat<VaultNavTerms>({
  name: 'VaultNAVEnforcer',
  address: BARDO.vaultNAVEnforcer,
  ...bardoTerms(
    'address vault, uint16 maxBps, uint128 navAtGrant, uint128 absoluteCap, uint8 unitExponent, uint64 budgetId',
    problemOf,
  ),
  words: ({ vault, maxBps, absoluteCap }) => ({
    text: `only in and out of the vault ${vault}, losing in any 24 hours at most ${percentWords(maxBps)} of the vault and at most ${tokenAmount(null, absoluteCap, 'its asset')}`,
  }),
  bounds: () => ({ calls: true, value: 'none', tokens: 'limited' }),
});

function problemOf({ vault, maxBps, absoluteCap, unitExponent }: VaultNavTerms): string | null {
  if (vault === ZERO_ADDRESS) return 'the zero address as vault';
  if (maxBps < 1 || maxBps > 10_000) return 'a share that is not 0.01 to 100 %';
  return capProblem(absoluteCap, unitExponent);
}
