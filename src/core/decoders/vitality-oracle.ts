// Bardo's VitalityOracle: the phase that every lease reads. A reporter may only worsen it; the guardian
// registers, changes the reporter and heals, by its own transaction or by a signature that anyone relays.
import type { Address } from 'viem';
import { BARDO } from '../chain/bardo-addresses.generated';
import { address, type Fact, type Finding, type Level, words } from '../findings/finding';
import { golemAt, type Scene, shortName } from '../findings/scene';
import { PHASES } from '../protocol/status';
import { type Call, type Decoder, functionReader } from './decoder';

export const vitalityOracle: Decoder = {
  contract: 'VitalityOracle',
  targets: () => [BARDO.vitalityOracle],
  exclusive: true,
  functions: [
    functionReader('0xd22057a9', 'register(bytes32 golemId, address reporter)', {
      explain: ([, reporter], call, scene) => [registration(call.from, reporter, scene)],
    }),
    functionReader(
      '0x449a372a',
      'registerFor(address guardian, bytes32 golemId, address reporter, uint256 deadline, bytes signature)',
      {
        explain: ([guardian, , reporter], _call, scene) => [
          registration(guardian, reporter, scene),
        ],
      },
    ),
    functionReader('0xf48eb9b7', 'setReporter(bytes32 golemId, address reporter)', {
      explain: ([, reporter], call, scene) => [handover(call.from, reporter, scene)],
    }),
    functionReader(
      '0xa3077b92',
      'setReporterFor(address guardian, bytes32 golemId, address reporter, uint256 deadline, bytes signature)',
      { explain: ([guardian, , reporter], _call, scene) => [handover(guardian, reporter, scene)] },
    ),
    functionReader(
      '0x467d14fa',
      'report(address guardian, bytes32 golemId, uint8 phase, uint16 score)',
      {
        explain: ([guardian, , phase, score], call, scene) => [
          report({ guardian, phase, score, call, scene }),
        ],
      },
    ),
    functionReader('0x9c55a706', 'heal(bytes32 golemId, uint8 phase, uint16 score)', {
      explain: ([, phase, score], call, scene) => [healing(call.from, phase, score, scene)],
    }),
    functionReader(
      '0x57076612',
      'healFor(address guardian, bytes32 golemId, uint8 phase, uint16 score, uint256 deadline, bytes signature)',
      {
        explain: ([guardian, , phase, score], _call, scene) => [
          healing(guardian, phase, score, scene),
        ],
      },
    ),
  ],
};

function registration(guardian: Address, reporter: Address, scene: Scene): Finding {
  return {
    level: 'info',
    title: `Opens the record of ${golemWords(guardian, scene)} on chain`,
    lines: [
      'It begins as thriving. The reporter may only ever worsen it; the guardian may heal it.',
      'Until there is a record, nothing can be spent under a lease.',
    ],
    facts: facts(guardian, address('Reporter', reporter)),
  };
}

function handover(guardian: Address, reporter: Address, scene: Scene): Finding {
  return {
    level: 'warning',
    title: `Another key reports for ${golemWords(guardian, scene)} from now on`,
    lines: ['Phase and age of the record stay as they are.'],
    facts: facts(guardian, address('New reporter', reporter)),
  };
}

function report(said: {
  guardian: Address;
  phase: number;
  score: number;
  call: Call;
  scene: Scene;
}): Finding {
  const { guardian, phase, score, call, scene } = said;
  const golem = golemWords(guardian, scene);
  const terminal = PHASES[phase] === 'terminal';
  return {
    level: terminal ? 'critical' : 'info',
    title: terminal ? `Reports the death of ${golem}` : `Reports ${golem} as ${phaseWords(phase)}`,
    lines: terminal
      ? ['From that moment nothing moves under its leases, and nobody can heal it.']
      : ['The oracle refuses a report that is better than the last one.'],
    facts: [
      ...facts(guardian, words('Phase', phaseWords(phase)), words('Score', scoreWords(score))),
      address('Reported by', call.from),
    ],
  };
}

function healing(guardian: Address, phase: number, score: number, scene: Scene): Finding {
  const level: Level = 'warning';
  return {
    level,
    title: `Heals ${golemWords(guardian, scene)} to ${phaseWords(phase)}`,
    lines: ['It may spend more again. A terminal Golem cannot be healed: the oracle refuses it.'],
    facts: facts(guardian, words('Phase', phaseWords(phase)), words('Score', scoreWords(score))),
  };
}

function facts(guardian: Address, ...more: Fact[]): Fact[] {
  return [address('Guardian', guardian), ...more];
}

function golemWords(guardian: Address, scene: Scene): string {
  const known = golemAt(scene, guardian);
  return known?.role === 'guardian' ? shortName(known.golem) : 'a Golem Bardo does not watch';
}

function phaseWords(phase: number): string {
  return PHASES[phase] ?? `phase ${phase}, which the oracle refuses`;
}

function scoreWords(score: number): string {
  return score > 10_000 ? `${score}, which the oracle refuses` : `${score / 100} of 100`;
}
