// VaultNAVEnforcer: a Golem that manages an ERC-4626 position may lose its owner at most the least of
// three caps in ANY 24 hours. What counts is what left the account, not what calldata says.
//
// terms, 64 bytes: version 1 · vault 20 · maxBps 2 · navAtGrant 16 · absoluteCap 16 · unitExponent 1 ·
// budgetId 8
import type { Address } from 'viem';
import { BARDO } from '../chain/bardo-addresses.generated';
import { capProblem, encodable, readable, VERSION, versioned, ZERO_ADDRESS } from './bardo-terms';
import { caveat } from './caveat';
import { percentWords } from './percent-words';
import { addressAt, addressBytes, packed, uintAt, uintBytes } from './terms';

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
  decode: (terms) => {
    versioned(terms, 64);
    const fields = {
      vault: addressAt(terms, 1),
      maxBps: Number(uintAt(terms, 21, 2)),
      navAtGrant: uintAt(terms, 23, 16),
      absoluteCap: uintAt(terms, 39, 16),
      unitExponent: Number(uintAt(terms, 55, 1)),
      budgetId: uintAt(terms, 56, 8),
    };
    return readable(fields, problemOf);
  },
  encode: (terms) => {
    encodable(terms, problemOf);
    return packed(
      VERSION,
      addressBytes(terms.vault),
      uintBytes(BigInt(terms.maxBps), 2),
      uintBytes(terms.navAtGrant, 16),
      uintBytes(terms.absoluteCap, 16),
      uintBytes(BigInt(terms.unitExponent), 1),
      uintBytes(terms.budgetId, 8),
    );
  },
  words: ({ vault, maxBps, absoluteCap }) => ({
    text: `only in and out of the vault ${vault}, losing in any 24 hours at most ${percentWords(maxBps)} of the vault and at most ${absoluteCap} base units of its asset`,
  }),
  bounds: () => ({ calls: true, value: true, tokens: true }),
});

function problemOf({ vault, maxBps, absoluteCap, unitExponent }: VaultNavTerms): string | null {
  if (vault === ZERO_ADDRESS) return 'the zero address as vault';
  if (maxBps < 1 || maxBps > 10_000) return 'a share that is not 0.01 to 100 %';
  return capProblem(absoluteCap, unitExponent);
}
