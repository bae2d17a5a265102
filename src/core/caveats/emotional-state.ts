// EmotionalStateEnforcer: risky calls only in a sound mood (pleasure, arousal and dominance within bounds,
// reported within `maxAge`); conservative calls always; other calls never.
//
// terms, 40 + n × 25 bytes, n 1 to 16: version 1 · golemId 32 · maxAge 4 · minPleasure 1 · maxArousal 1 ·
// minDominance 1 (signed) · rules: target 20 · selector 4 · always 1
import type { Address, Hex } from 'viem';
import { BARDO } from '../chain/bardo-addresses.generated';
import { Unreadable } from '../decoders/abi';
import { encodable, entriesAfter, fixedBytes, signedAt, signedByte, VERSION } from './bardo-terms';
import { caveat } from './caveat';
import { selectorWords } from './selector-words';
import { addressAt, addressBytes, bytesAt, packed, uintAt, uintBytes } from './terms';

export type MoodRule = { target: Address; selector: Hex; always: boolean };
export type EmotionalStateTerms = {
  golemId: Hex;
  maxAge: bigint;
  minPleasure: number;
  maxArousal: number;
  minDominance: number;
  rules: MoodRule[];
};

export const emotionalState = caveat<EmotionalStateTerms>({
  name: 'EmotionalStateEnforcer',
  address: BARDO.emotionalStateEnforcer,
  decode: (terms) => {
    const rules = entriesAfter(terms, { head: 40, size: 25, least: 1, most: 16 });
    return {
      golemId: bytesAt(terms, 1, 32),
      maxAge: uintAt(terms, 33, 4),
      minPleasure: signedAt(terms, 37),
      maxArousal: signedAt(terms, 38),
      minDominance: signedAt(terms, 39),
      rules: rules.map(ruleOf),
    };
  },
  encode: (terms) => {
    encodable(terms, problemOf);
    const rules = terms.rules.map(({ target, selector, always }) =>
      packed(addressBytes(target), fixedBytes(selector, 4), always ? '0x01' : '0x00'),
    );
    return packed(
      VERSION,
      fixedBytes(terms.golemId, 32),
      uintBytes(terms.maxAge, 4),
      signedByte(terms.minPleasure),
      signedByte(terms.maxArousal),
      signedByte(terms.minDominance),
      ...rules,
    );
  },
  words: ({ rules, minPleasure, maxArousal, minDominance }) => {
    const list = rules.map(
      ({ target, selector, always }) =>
        `${selectorWords(selector)} at ${target} ${always ? 'in every mood' : 'only in a sound mood'}`,
    );
    const sound = `pleasure ${minPleasure} or more, arousal ${maxArousal} or less, dominance ${minDominance} or more`;
    return { text: `calls only ${list.join('; ')} (sound: ${sound})` };
  },
  bounds: () => ({ calls: true, value: true }),
});

function ruleOf(rule: Hex): MoodRule {
  const always = uintAt(rule, 24, 1);
  if (always > 1n) throw new Unreadable('its contract refuses a kind of rule it does not know');
  return { target: addressAt(rule, 0), selector: bytesAt(rule, 20, 4), always: always === 1n };
}

function problemOf({ rules }: EmotionalStateTerms): string | null {
  return rules.length < 1 || rules.length > 16 ? 'no rule, or more than sixteen' : null;
}
