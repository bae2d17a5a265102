// ThresholdEnforcer: k of n keys must approve each exact execution (EIP-712, in the redeemer's args).
//
// terms, 2 + n × 20 bytes, n 1 to 16: version 1 · threshold 1 · signers n × 20, strictly ascending
import type { Address } from 'viem';
import { BARDO } from '../chain/bardo-addresses.generated';
import { anyOf } from './address-words';
import { encodable, entriesAfter, readable, VERSION } from './bardo-terms';
import { caveat } from './caveat';
import { addressAt, addressBytes, packed, uintAt, uintBytes } from './terms';

export type ThresholdTerms = { threshold: number; signers: Address[] };

export const threshold = caveat<ThresholdTerms>({
  name: 'ThresholdEnforcer',
  address: BARDO.thresholdEnforcer,
  decode: (terms) => {
    const signers = entriesAfter(terms, { head: 2, size: 20, least: 1, most: 16 });
    const fields = {
      threshold: Number(uintAt(terms, 1, 1)),
      signers: signers.map((signer) => addressAt(signer, 0)),
    };
    return readable(fields, problemOf);
  },
  encode: (terms) => {
    encodable(terms, problemOf);
    return packed(
      VERSION,
      uintBytes(BigInt(terms.threshold), 1),
      ...terms.signers.map(addressBytes),
    );
  },
  words: ({ threshold: count, signers }) => ({
    text: `only with the approval of ${count} of these ${signers.length} for each single call: ${anyOf(signers)}`,
  }),
  bounds: () => ({}),
});

function problemOf({ threshold: count, signers }: ThresholdTerms): string | null {
  if (signers.length < 1 || signers.length > 16) return 'no signer, or more than sixteen';
  if (count < 1 || count > signers.length) return 'a threshold that nobody can or must reach';
  const values = [0n, ...signers.map(BigInt)];
  const ascending = values.every(
    (value, index) => index === 0 || value > (values[index - 1] ?? 0n),
  );
  return ascending ? null : 'signers that are not in ascending order';
}
