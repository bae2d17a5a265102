// EmotionalStateEnforcer: risky calls only in a sound mood (pleasure, arousal and dominance within bounds,
// reported within `maxAge`); conservative calls always; other calls never.
//
// terms, 40 + n × 25 bytes, n 1 to 16: version 1 · golemId 32 · maxAge 4 · minPleasure 1 · maxArousal 1 ·
// minDominance 1 (signed) · rules: target 20 · selector 4 · always 1
import type { Address, Hex } from 'viem';
import { Unreadable } from '../bytes/abi';
import { BARDO } from '../chain/bardo-addresses.generated';
import { encodable, entriesAfter, VERSION } from './bardo-terms';
import { caveat } from './caveat';
import { layout } from './layout';
import { selectorWords } from './selector-words';
import { packed } from './terms';

export type MoodRule = { target: Address; selector: Hex; always: boolean };
export type EmotionalStateTerms = {
  golemId: Hex;
  maxAge: bigint;
  minPleasure: number;
  maxArousal: number;
  minDominance: number;
  rules: MoodRule[];
};

const HEAD = layout(
  'bytes32 golemId, uint32 maxAge, int8 minPleasure, int8 maxArousal, int8 minDominance',
);
const RULE = layout('address target, bytes4 selector, uint8 always');

export const emotionalState = caveat<EmotionalStateTerms>({
  name: 'EmotionalStateEnforcer',
  address: BARDO.emotionalStateEnforcer,
  decode: (terms) => {
    const rules = entriesAfter(terms, { head: 40, size: 25, least: 1, most: 16 });
    return { ...HEAD.read(terms, 1), rules: rules.map(ruleOf) };
  },
  encode: (terms) => {
    encodable(terms, problemOf);
    const rules = terms.rules.map((rule) => RULE.write({ ...rule, always: rule.always ? 1 : 0 }));
    return packed(VERSION, HEAD.write(terms), ...rules);
  },
  words: ({ rules, minPleasure, maxArousal, minDominance }) => {
    const list = rules.map(
      ({ target, selector, always }) =>
        `${selectorWords(selector)} at ${target} ${always ? 'in every mood' : 'only in a sound mood'}`,
    );
    const sound = `pleasure ${minPleasure} or more, arousal ${maxArousal} or less, dominance ${minDominance} or more`;
    return { text: `calls only ${list.join('; ')} (sound: ${sound})` };
  },
  bounds: () => ({ calls: true, value: 'none' }),
});

function ruleOf(rule: Hex): MoodRule {
  const read = RULE.read(rule);
  if (read.always > 1) throw new Unreadable('its contract refuses a kind of rule it does not know');
  return { ...read, always: read.always === 1 };
}

function problemOf({ rules }: EmotionalStateTerms): string | null {
  return rules.length < 1 || rules.length > 16 ? 'no rule, or more than sixteen' : null;
}
