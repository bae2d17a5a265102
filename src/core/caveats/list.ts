// THE list of caveats Bardo reads. To add one: a file beside this one, a line in its list, a round-trip in
// the tests. What is not in a list is never taken for a limit.
import type { Hex } from 'viem';
import { Unreadable } from '../bytes/abi';
import type { Json } from '../bytes/json';
import { hasFramework } from '../chain/addresses';
import { BARDO_CAVEATS } from './bardo-list';
import type { Caveat, CaveatScene, Rule, SignedCaveat } from './caveat';
import { FRAMEWORK_CAVEATS } from './framework-list';
import { louder } from './level';
import { orWrapper } from './logical-or-wrapper';
import { whatCounts } from './shared-counters';
import { WALLET_CAVEATS } from './wallet-list';

export const logicalOrWrapper = orWrapper(readCaveats);

/** MetaMask's own; ours are in `bardo-list`. */
export const CAVEATS: readonly Caveat[] = [
  ...WALLET_CAVEATS,
  ...FRAMEWORK_CAVEATS,
  logicalOrWrapper,
];

const BY_ADDRESS: ReadonlyMap<string, Caveat> = new Map(
  [...CAVEATS, ...BARDO_CAVEATS].map((known) => [known.address, known]),
);

/** All rules of one delegation, or of one set in a wrapper: they must all pass, and some share a counter. */
export function readCaveats(caveats: readonly SignedCaveat[], scene: CaveatScene): Rule[] {
  return whatCounts(caveats.map(({ enforcer, terms }) => readCaveat(enforcer, terms, scene)));
}

/** Never throws: a rule that cannot be read is a rule with a loud sentence and no bounds. */
export function readCaveat(enforcer: string, terms: Hex, scene: CaveatScene): Rule {
  const known = caveatAt(enforcer, scene.chainId);
  if (!known) {
    const text = `a rule Bardo does not know, judged by the contract ${enforcer}`;
    return { name: null, words: { text, level: 'warning' }, bounds: {}, terms: null };
  }
  try {
    const rule = { name: known.name, ...known.read(terms, scene) };
    return scene.inWrapper ? wrapped(rule, known) : rule;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const text = `a ${known.name} rule Bardo cannot read: ${error.reason}`;
    return { name: known.name, words: { text, level: 'warning' }, bounds: {}, terms: null };
  }
}

/** The name and decoded terms alone, for showing a delegation as data. */
export function caveatJson(enforcer: string, terms: Hex, chainId: number): { [key: string]: Json } {
  const { name, terms: decoded } = readCaveat(enforcer, terms, { chainId, now: 0 });
  return { enforcer, name, terms: decoded ?? terms };
}

/** The framework's addresses mean its enforcers only on the chains where it is deployed. */
function caveatAt(enforcer: string, chainId: number): Caveat | null {
  if (!hasFramework(chainId)) return null;
  return BY_ADDRESS.get(enforcer.toLowerCase()) ?? null;
}

function wrapped(rule: Rule, { inWrapper }: Caveat): Rule {
  if (inWrapper === undefined) return rule;
  if (inWrapper === 'refused') {
    const text = `nothing: a ${rule.name} rule refuses to stand in a set`;
    return { ...rule, words: { text, level: 'warning' }, bounds: { nothing: true } };
  }
  const text = `${rule.words.text} (${inWrapper})`;
  return { ...rule, words: { ...rule.words, text, level: louder(rule.words.level, 'warning') } };
}
