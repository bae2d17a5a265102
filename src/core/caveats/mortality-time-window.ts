// MortalityTimeWindowEnforcer: a Golem's lifetime. Valid while start <= now < end.
//
// terms, 11 bytes: version 1 · start 5 · end 5 (unix seconds)
import { BARDO } from '../chain/bardo-addresses.generated';
import { dateWords } from '../chain/time';
import { encodable, readable, VERSION, versioned } from './bardo-terms';
import { caveat } from './caveat';
import { packed, uintAt, uintBytes } from './terms';

export type MortalityTimeWindowTerms = { start: bigint; end: bigint };

export const mortalityTimeWindow = caveat<MortalityTimeWindowTerms>({
  name: 'MortalityTimeWindowEnforcer',
  address: BARDO.mortalityTimeWindowEnforcer,
  decode: (terms) => {
    versioned(terms, 11);
    return readable({ start: uintAt(terms, 1, 5), end: uintAt(terms, 6, 5) }, problemOf);
  },
  encode: (terms) => {
    encodable(terms, problemOf);
    return packed(VERSION, uintBytes(terms.start, 5), uintBytes(terms.end, 5));
  },
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
