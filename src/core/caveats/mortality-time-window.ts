// MortalityTimeWindowEnforcer: a Golem's lifetime. Valid while start <= now < end.
//
// terms, 11 bytes: version 1 · start 5 · end 5 (unix seconds)
import { BARDO } from '../chain/bardo-addresses.generated';
import { dateWords } from '../chain/time';
import { caveat } from './caveat';
import { bardoTerms } from './layout';

export type MortalityTimeWindowTerms = { start: bigint; end: bigint };

export const mortalityTimeWindow = caveat<MortalityTimeWindowTerms>({
  name: 'MortalityTimeWindowEnforcer',
  address: BARDO.mortalityTimeWindowEnforcer,
  ...bardoTerms('uint40 start, uint40 end', problemOf),
  words: ({ start, end }, { now }) => {
    const from = start > BigInt(now) ? `from ${dateWords(start)} ` : '';
    const text = `${from}until ${dateWords(end)}`;
    return BigInt(now) >= end ? { text: `${text}, which has passed`, level: 'warning' } : { text };
  },
  bounds: ({ end }) => ({ until: end }),
});

function problemOf({ start, end }: MortalityTimeWindowTerms): string | null {
  return start < end ? null : 'an end that is not after its start';
}
