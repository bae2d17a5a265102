// DreamModeEnforcer: nothing while the Golem dreams, except the exempt calls. Awake, it allows any call.
//
// terms, 33 + n × 24 bytes, n 0 to 16: version 1 · golemId 32 · exempt: target 20 · selector 4
import type { Address, Hex } from 'viem';
import { BARDO } from '../chain/bardo-addresses.generated';
import { encodable, entriesAfter, fixedBytes, VERSION } from './bardo-terms';
import { caveat } from './caveat';
import { layout } from './layout';
import { selectorWords } from './selector-words';
import { bytesAt, packed } from './terms';

export type ExemptCall = { target: Address; selector: Hex };
export type DreamModeTerms = { golemId: Hex; exempt: ExemptCall[] };

const CALL = layout('address target, bytes4 selector');

export const dreamMode = caveat<DreamModeTerms>({
  name: 'DreamModeEnforcer',
  address: BARDO.dreamModeEnforcer,
  decode: (terms) => {
    const exempt = entriesAfter(terms, { head: 33, size: 24, least: 0, most: 16 });
    return { golemId: bytesAt(terms, 1, 32), exempt: exempt.map((call) => CALL.read(call)) };
  },
  encode: (terms) => {
    encodable(terms, problemOf);
    return packed(VERSION, fixedBytes(terms.golemId, 32), ...terms.exempt.map(CALL.write));
  },
  words: ({ exempt }) => {
    const calls = exempt.map(({ target, selector }) => `${selectorWords(selector)} at ${target}`);
    return {
      text:
        calls.length > 0
          ? `while the Golem dreams only ${calls.join(', ')}`
          : 'nothing while the Golem dreams',
    };
  },
  bounds: () => ({}),
});

function problemOf({ exempt }: DreamModeTerms): string | null {
  return exempt.length > 16 ? 'more than sixteen exempt calls' : null;
}
