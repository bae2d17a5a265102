// A guardian's word to the VitalityOracle: judged against the record, then said in words.
import type { Address } from 'viem';
import { chainName, sameAddress } from '../chain/addresses';
import { dateWords } from '../chain/time';
import { golemIdOf } from '../protocol/messages';
import { PHASES } from '../protocol/status';
import { deadlineOf, recordProblem } from './endpoint-doubts';
import { type Judged, refuse } from './grant';
import type { GuardianMessage } from './guardian-message';
import { ORACLE_SECONDS } from './lease';
import type { OracleRecord, Subject } from './lease-facts';
import type { Speech } from './speech';

export type OracleAsk = {
  act: 'register' | 'setReporter' | 'heal';
  reporter: Address | null;
  phase: number | null;
  score: number | null;
};

export type OracleScene = Subject & {
  record: OracleRecord;
  chainId: number;
  block: number;
  time: number;
  /** Local time. */
  now: number;
};

export type OracleMessage = GuardianMessage & { kind: 'Register' | 'SetReporter' | 'Heal' };

const NO_REPORTER = 'no reporter is named';

export function planOracle(ask: OracleAsk, scene: OracleScene): Judged<OracleMessage> {
  const { golem, guardian, record, chainId } = scene;
  const problem =
    recordProblem(record, scene) ??
    (ask.act === 'heal' ? healProblem(ask, scene) : reporterProblem(ask, scene));
  if (problem) return refuse(problem);
  const deadline = deadlineOf(scene.time, scene.now, ORACLE_SECONDS);
  const common = { guardian, golemId: golemIdOf(golem), nonce: record.nonce, deadline };
  if (ask.act === 'heal') {
    const message = { ...common, phase: ask.phase ?? 0, score: ask.score ?? 0 };
    return { ok: true, value: { kind: 'Heal', chainId, message } };
  }
  const { reporter } = ask;
  if (reporter === null) return refuse(NO_REPORTER);
  const message = { ...common, reporter };
  const kind = ask.act === 'register' ? 'Register' : 'SetReporter';
  return { ok: true, value: { kind, chainId, message } };
}

function reporterProblem({ act, reporter, phase, score }: OracleAsk, scene: OracleScene) {
  const { record, guardian } = scene;
  if (reporter === null || /^0x0{40}$/.test(reporter)) return NO_REPORTER;
  if (phase !== null || score !== null) return 'only healing names a phase and a score';
  if (sameAddress(reporter, guardian)) return 'the guardian itself does not report';
  if (act === 'register') return record.reporter === null ? null : 'the record is open already';
  if (record.reporter === null) return 'there is no record of this Golem yet';
  return sameAddress(record.reporter, reporter) ? 'this key reports already' : null;
}

function healProblem({ phase, score, reporter }: OracleAsk, { record }: OracleScene) {
  if (phase === null || score === null || reporter !== null) {
    return 'healing names a phase and a score, and no reporter';
  }
  if (record.phase === null) return 'there is no record of this Golem yet';
  if (record.phase === 4) return 'the Golem is terminal: nothing heals that';
  return phase > record.phase ? 'the guardian may only heal, not worsen' : null;
}

export function oracleSpeech(name: string, plan: OracleMessage, scene: OracleScene): Speech {
  const { record, guardian, chainId } = scene;
  const { deadline } = plan.message;
  const reporter = 'reporter' in plan.message ? plan.message.reporter : null;
  return {
    title: titleOf(plan, name),
    severity: 'warning',
    verdict: verdictOf(plan, name, record),
    decision: [],
    parts: [
      {
        heading: 'What is signed',
        lines: [
          `One order to the oracle on ${chainName(chainId)}. Anybody may relay it until ${dateWords(deadline)}; it counts once.`,
        ],
      },
    ],
    addresses: [
      ...(record.reporter ? [{ label: 'Reports now', value: record.reporter }] : []),
      ...(reporter ? [{ label: 'Will report', value: reporter }] : []),
      { label: 'Guardian', value: guardian },
    ],
    source: `Read from ${chainName(chainId)} at block ${scene.block}, ${dateWords(scene.time)}.`,
  };
}

function titleOf({ kind }: OracleMessage, name: string): string {
  switch (kind) {
    case 'Register':
      return `Opens ${name}'s record`;
    case 'SetReporter':
      return `Lets another key report for ${name}`;
    case 'Heal':
      return `Heals ${name}`;
  }
}

function verdictOf(plan: OracleMessage, name: string, record: OracleRecord): string {
  switch (plan.kind) {
    case 'Register':
      return `The key below will report ${name}'s phase on chain. It can only worsen it; once terminal, ${name} never spends again.`;
    case 'SetReporter':
      return `The new key below will report ${name}'s phase on chain, the old one no longer. It can only worsen it.`;
    case 'Heal':
      return `${name}'s phase goes from ${phaseWord(record.phase ?? 0)} to ${phaseWord(plan.message.phase)}, vitality ${plan.message.score / 100} of 100: it may then spend ${shareWord(plan.message.phase)} of its cap.`;
  }
}

function phaseWord(phase: number): string {
  return PHASES[phase] ?? `phase ${phase}`;
}

function shareWord(phase: number): string {
  return ['all', 'all', 'half', 'a tenth'][phase] ?? 'nothing';
}
