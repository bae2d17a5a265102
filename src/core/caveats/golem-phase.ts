// GolemPhaseEnforcer: which calls a Golem may make in which phase. The first rule that names a call
// decides; calls without a rule are refused. Silence longer than `maxAge` counts as terminal.
//
// terms, 37 + n × 26 bytes, n 1 to 16: version 1 · golemId 32 · maxAge 4 · rules: target 20 · selector 4 ·
// worstPhase 1 · recipientArg 1 (255 = the call names no recipient)
import type { Address, Hex } from 'viem';
import { BARDO } from '../chain/bardo-addresses.generated';
import { PHASES } from '../protocol/status';
import { encodable, entriesAfter, readable, VERSION } from './bardo-terms';
import { caveat } from './caveat';
import { layout } from './layout';
import { selectorWords } from './selector-words';
import { packed } from './terms';

export type PhaseRule = {
  target: Address;
  selector: Hex;
  /** Position in PHASES up to which the call is allowed. */
  worstPhase: number;
  /** Which argument must be the delegating account; null = the call names no recipient. */
  recipientArg: number | null;
};

export type GolemPhaseTerms = { golemId: Hex; maxAge: bigint; rules: PhaseRule[] };

const NO_ARGUMENT = 255;

const HEAD = layout('bytes32 golemId, uint32 maxAge');
const RULE = layout('address target, bytes4 selector, uint8 worstPhase, uint8 recipientArg');

export const golemPhase = caveat<GolemPhaseTerms>({
  name: 'GolemPhaseEnforcer',
  address: BARDO.golemPhaseEnforcer,
  decode: (terms) => {
    const rules = entriesAfter(terms, { head: 37, size: 26, least: 1, most: 16 }).map(ruleOf);
    return readable({ ...HEAD.read(terms, 1), rules }, problemOf);
  },
  encode: (terms) => {
    encodable(terms, problemOf);
    return packed(VERSION, HEAD.write(terms), ...terms.rules.map(ruleBytes));
  },
  words: ({ rules }) => ({ text: `calls only ${rules.map(ruleWords).join('; ')}` }),
  bounds: () => ({ calls: true, value: 'none' }),
});

function ruleOf(rule: Hex): PhaseRule {
  const read = RULE.read(rule);
  return { ...read, recipientArg: read.recipientArg === NO_ARGUMENT ? null : read.recipientArg };
}

function ruleBytes(rule: PhaseRule): Hex {
  return RULE.write({ ...rule, recipientArg: rule.recipientArg ?? NO_ARGUMENT });
}

function ruleWords({ target, selector, worstPhase, recipientArg }: PhaseRule): string {
  const until =
    worstPhase === PHASES.length - 1 ? 'in every phase' : `no later than ${PHASES[worstPhase]}`;
  const pays = recipientArg === null ? '' : ', paying only this account';
  return `${selectorWords(selector)} at ${target} ${until}${pays}`;
}

function problemOf({ rules }: GolemPhaseTerms): string | null {
  if (rules.length < 1 || rules.length > 16) return 'no rule, or more than sixteen';
  return rules.some(({ worstPhase }) => worstPhase >= PHASES.length)
    ? 'a phase that does not exist'
    : null;
}
