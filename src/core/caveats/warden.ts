// WardenEnforcer: only actions that were announced to the Warden at least `minDelay` ahead, committed to,
// redeemed within `grace` seconds after that, and not cancelled by `guardian`.
//
// terms, 29 bytes: version 1 · guardian 20 · minDelay 4 · grace 4
import type { Address } from 'viem';
import { BARDO } from '../chain/bardo-addresses.generated';
import { encodable, readable, spanWords, VERSION, versioned, ZERO_ADDRESS } from './bardo-terms';
import { caveat } from './caveat';
import { addressAt, addressBytes, packed, uintAt, uintBytes } from './terms';

export type WardenTerms = { guardian: Address; minDelay: bigint; grace: bigint };

export const warden = caveat<WardenTerms>({
  name: 'WardenEnforcer',
  address: BARDO.wardenEnforcer,
  decode: (terms) => {
    versioned(terms, 29);
    const fields = {
      guardian: addressAt(terms, 1),
      minDelay: uintAt(terms, 21, 4),
      grace: uintAt(terms, 25, 4),
    };
    return readable(fields, problemOf);
  },
  encode: (terms) => {
    encodable(terms, problemOf);
    return packed(
      VERSION,
      addressBytes(terms.guardian),
      uintBytes(terms.minDelay, 4),
      uintBytes(terms.grace, 4),
    );
  },
  words: ({ guardian, minDelay }) => ({
    text: `each single call only after it was announced to the Warden for ${spanWords(minDelay)}, in which ${guardian} may cancel it`,
  }),
  bounds: () => ({}),
});

function problemOf({ guardian, minDelay, grace }: WardenTerms): string | null {
  if (guardian === ZERO_ADDRESS) return 'the zero address as guardian';
  return minDelay === 0n || grace === 0n ? 'a delay or a grace of zero' : null;
}
