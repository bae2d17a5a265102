// GolemPhaseEnforcer: which calls a Golem may make in which phase. The first rule that names a call
// decides; calls without a rule are refused. Silence longer than `maxAge` counts as terminal.
//
// terms, 37 + n × 26 bytes, n 1 to 16: version 1 · golemId 32 · maxAge 4 · rules: target 20 · selector 4 ·
// worstPhase 1 · recipientArg 1 (255 = the call names no recipient)
import type { Address, Hex } from 'viem';
import { BARDO } from '../chain/bardo-addresses.generated';
import { PHASES } from '../protocol/status';
import { encodable, entriesAfter, fixedBytes, readable, VERSION } from './bardo-terms';
import { caveat } from './caveat';
import { selectorWords } from './selector-words';
import { addressAt, addressBytes, bytesAt, packed, uintAt, uintBytes } from './terms';

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

export const golemPhase = caveat<GolemPhaseTerms>({
  name: 'GolemPhaseEnforcer',
  address: BARDO.golemPhaseEnforcer,
  decode: (terms) => {
    const rules = entriesAfter(terms, { head: 37, size: 26, least: 1, most: 16 }).map(ruleOf);
    const fields = { golemId: bytesAt(terms, 1, 32), maxAge: uintAt(terms, 33, 4), rules };
    return readable(fields, problemOf);
  },
  encode: (terms) => {
    encodable(terms, problemOf);
    const head = packed(VERSION, fixedBytes(terms.golemId, 32), uintBytes(terms.maxAge, 4));
    return packed(head, ...terms.rules.map(ruleBytes));
  },
  words: ({ rules }) => ({ text: `calls only ${rules.map(ruleWords).join('; ')}` }),
  bounds: () => ({ calls: true, value: true }),
});

function ruleOf(rule: Hex): PhaseRule {
  const recipientArg = Number(uintAt(rule, 25, 1));
  return {
    target: addressAt(rule, 0),
    selector: bytesAt(rule, 20, 4),
    worstPhase: Number(uintAt(rule, 24, 1)),
    recipientArg: recipientArg === NO_ARGUMENT ? null : recipientArg,
  };
}

function ruleBytes({ target, selector, worstPhase, recipientArg }: PhaseRule): Hex {
  return packed(
    addressBytes(target),
    fixedBytes(selector, 4),
    uintBytes(BigInt(worstPhase), 1),
    uintBytes(BigInt(recipientArg ?? NO_ARGUMENT), 1),
  );
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
