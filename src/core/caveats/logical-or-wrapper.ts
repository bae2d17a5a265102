// LogicalOrWrapperEnforcer: several sets of rules; in each use the redeemer picks one, and its rules must all pass. So
// only what holds in every set holds, and budgets of different sets add up. A set without rules lets everything
// through. Enforcers in a set are called by the wrapper, and keep their counters for it apart.
//
// terms: abi.encode(((address enforcer, bytes terms, bytes args)[] caveats)[]); the args are never looked at

import type { Hex } from 'viem';
import { decodeStrict, Unreadable } from '../bytes/abi';
import { encodeAbiParameters } from '../bytes/abi-encode';
import { abiParameters } from '../bytes/abi-text';
import { together, widest } from './bounds';
import {
  type Bounds,
  type CaveatScene,
  type CaveatWords,
  caveat,
  type Rule,
  type SignedCaveat,
} from './caveat';
import { louder } from './level';
import { mixedSets, WRAPPER } from './shared-counters';

export type LogicalOrWrapperTerms = {
  groups: readonly { caveats: readonly (SignedCaveat & { args: Hex })[] }[];
};

type ReadRules = (caveats: readonly SignedCaveat[], scene: CaveatScene) => Rule[];

const GROUP = abiParameters('(address enforcer, bytes terms, bytes args)[] caveats');
const GROUPS = [{ type: 'tuple[]', name: 'groups', components: GROUP }] as const;

/** Real ones offer two or three. All are shown, so that none hides behind the others. */
const MAX_GROUPS = 16;

/** `read` is the list this one is part of. */
export function orWrapper(read: ReadRules) {
  const setsOf = ({ groups }: LogicalOrWrapperTerms, scene: CaveatScene) =>
    groups.map(({ caveats }) => read(caveats, { ...scene, inWrapper: true }));
  return caveat<LogicalOrWrapperTerms>({
    name: WRAPPER,
    address: '0xe1302607a3251af54c3a6e69318d6aa07f5eb46c',
    inWrapper: 'refused',
    decode: (terms) => {
      const [groups] = decodeStrict(GROUPS, terms);
      if (groups.length > MAX_GROUPS) {
        throw new Unreadable(`it offers ${groups.length} sets of rules, Bardo reads ${MAX_GROUPS}`);
      }
      return { groups };
    },
    encode: ({ groups }) => encodeAbiParameters(GROUPS, [groups]),
    words: (terms, scene) => setsWords(setsOf(terms, scene)),
    bounds: (terms, scene) => setsBounds(setsOf(terms, scene)),
  });
}

function setsBounds(rules: readonly (readonly Rule[])[]): Bounds {
  const { sets, budgets } = mixedSets(rules);
  const bounds = widest(sets.map((set) => together(set.map((rule) => rule.bounds))));
  return bounds.nothing ? bounds : { ...bounds, budgets: [...(bounds.budgets ?? []), ...budgets] };
}

function setsWords(sets: readonly (readonly Rule[])[]): CaveatWords {
  if (sets.length === 0) {
    return { text: 'nothing: it offers no set of rules to choose from', level: 'warning' };
  }
  const each = sets.map((rules, index) => `(${index + 1}) ${setWords(rules)}`);
  const levels = sets.map((rules) => (rules.length === 0 ? 'warning' : loudest(rules)));
  const level = levels.reduce(louder);
  const text = `one of these sets of rules, whichever its user picks each time: ${each.join('; ')}`;
  return mixedSets(sets).budgets.length === 0
    ? { text, level }
    : {
        text: `${text}; some sets share a counter: each lets through what any of them allows`,
        level: louder(level, 'warning'),
      };
}

function setWords(rules: readonly Rule[]): string {
  if (rules.length === 0) return 'no rule at all';
  return rules.map((rule) => rule.words.text).join(', and ');
}

function loudest(rules: readonly Rule[]): CaveatWords['level'] {
  return rules.map((rule) => rule.words.level).reduce(louder);
}
