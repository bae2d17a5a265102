// WardenEnforcer: only actions that were announced to the Warden at least `minDelay` ahead, committed to,
// redeemed within `grace` seconds after that, and not cancelled by `guardian`.
//
// terms, 29 bytes: version 1 · guardian 20 · minDelay 4 · grace 4
import type { Address } from 'viem';
import { BARDO } from '../chain/bardo-addresses.generated';
import { spanWords, ZERO_ADDRESS } from './bardo-terms';
import { caveat } from './caveat';
import { bardoTerms } from './layout';

export type WardenTerms = { guardian: Address; minDelay: bigint; grace: bigint };

export const warden = caveat<WardenTerms>({
  name: 'WardenEnforcer',
  address: BARDO.wardenEnforcer,
  ...bardoTerms('address guardian, uint32 minDelay, uint32 grace', problemOf),
  words: ({ guardian, minDelay }) => ({
    text: `each single call only after it was announced to the Warden for ${spanWords(minDelay)}, in which ${guardian} may cancel it`,
  }),
  bounds: () => ({}),
});

function problemOf({ guardian, minDelay, grace }: WardenTerms): string | null {
  if (guardian === ZERO_ADDRESS) return 'the zero address as guardian';
  return minDelay === 0n || grace === 0n ? 'a delay or a grace of zero' : null;
}
