// Bardo's VitalityOracle: the phase that every lease reads. A reporter may only worsen it; the guardian
// registers, changes the reporter and heals, by its own transaction or by a signature that anyone relays.
import type { Address } from 'viem';
import { BARDO } from '../chain/bardo-addresses.generated';
import type { Call } from '../chain/call';
import { leasedHere, withSlices } from '../findings/aftermath';
import { fateLines, fateOf } from '../findings/fate';
import { address, type Finding } from '../findings/finding';
import type { Scene } from '../findings/scene';
import { type Golem, PHASES } from '../protocol/status';
import { type Decoder, functionReader } from './decoder';
import { facts, type Life, lifeFacts, phaseWords, recordOf, type Subject } from './vitality-record';

export const vitalityOracle: Decoder = {
  contract: 'VitalityOracle',
  targets: () => [BARDO.vitalityOracle],
  exclusive: true,
  functions: [
    functionReader('0xd22057a9', 'register(bytes32 golemId, address reporter)', {
      explain: ([golemId, reporter], call, scene) => [
        registration({ guardian: call.from, golemId }, reporter, scene),
      ],
    }),
    functionReader(
      '0x449a372a',
      'registerFor(address guardian, bytes32 golemId, address reporter, uint256 deadline, bytes signature)',
      {
        explain: ([guardian, golemId, reporter], _call, scene) => [
          registration({ guardian, golemId }, reporter, scene),
        ],
      },
    ),
    functionReader('0xf48eb9b7', 'setReporter(bytes32 golemId, address reporter)', {
      explain: ([golemId, reporter], call, scene) => [
        handover({ guardian: call.from, golemId }, reporter, scene),
      ],
    }),
    functionReader(
      '0xa3077b92',
      'setReporterFor(address guardian, bytes32 golemId, address reporter, uint256 deadline, bytes signature)',
      {
        explain: ([guardian, golemId, reporter], _call, scene) => [
          handover({ guardian, golemId }, reporter, scene),
        ],
      },
    ),
    functionReader(
      '0x467d14fa',
      'report(address guardian, bytes32 golemId, uint8 phase, uint16 score)',
      {
        explain: ([guardian, golemId, phase, score], call, scene) => [
          report({ guardian, golemId }, { phase, score }, call, scene),
        ],
      },
    ),
    functionReader('0x9c55a706', 'heal(bytes32 golemId, uint8 phase, uint16 score)', {
      explain: ([golemId, phase, score], call, scene) => [
        healing({ guardian: call.from, golemId }, { phase, score }, scene),
      ],
    }),
    functionReader(
      '0x57076612',
      'healFor(address guardian, bytes32 golemId, uint8 phase, uint16 score, uint256 deadline, bytes signature)',
      {
        explain: ([guardian, golemId, phase, score], _call, scene) => [
          healing({ guardian, golemId }, { phase, score }, scene),
        ],
      },
    ),
  ],
};

function registration(subject: Subject, reporter: Address, scene: Scene): Finding {
  const { name, notes } = recordOf(subject, scene);
  return {
    level: 'info',
    title: `Opens the record of ${name} on chain`,
    lines: [
      ...notes,
      'It begins as thriving. The reporter may only ever worsen it; the guardian may heal it.',
      'Nothing can be spent under a lease until there is a record.',
    ],
    facts: facts(subject.guardian, address('Reporter', reporter)),
  };
}

function handover(subject: Subject, reporter: Address, scene: Scene): Finding {
  const { name, notes } = recordOf(subject, scene);
  return {
    level: 'warning',
    title: `Another key reports for ${name} from now on`,
    lines: [...notes, 'Phase and age of the record stay as they are.'],
    facts: facts(subject.guardian, address('New reporter', reporter)),
  };
}

function report(subject: Subject, life: Life, call: Call, scene: Scene): Finding {
  const { name, notes, golem } = recordOf(subject, scene);
  const terminal = PHASES[life.phase] === 'terminal';
  return {
    level: !terminal ? 'info' : golem ? 'critical' : 'warning',
    title: terminal
      ? `Reports the death of ${name}`
      : `Reports ${name} as ${phaseWords(life.phase)}`,
    lines: terminal
      ? [...notes, ...deathLines(golem, scene)]
      : [...notes, 'The oracle refuses a report that is better than the last one.'],
    facts: [...facts(subject.guardian, ...lifeFacts(life)), address('Reported by', call.from)],
  };
}

/** Only leases read the oracle: a permission without one goes on after a death. */
function deathLines(golem: Golem | null, scene: Scene): string[] {
  const final = 'Leases on that record can no longer be redeemed, and nobody can heal it.';
  if (!golem) return [final];
  // What a Replicant holds hangs on its parent's lease, and so on its parent's record.
  const under = withSlices(
    leasedHere(scene).filter((one) => one.golem === golem.id),
    scene,
  );
  return [...fateLines(fateOf(under, scene), scene), final];
}

function healing(subject: Subject, life: Life, scene: Scene): Finding {
  const { name, notes } = recordOf(subject, scene);
  return {
    level: 'warning',
    title: `Heals ${name} to ${phaseWords(life.phase)}`,
    lines: [
      ...notes,
      'It may spend more again. A terminal Golem cannot be healed: the oracle refuses it.',
    ],
    facts: facts(subject.guardian, ...lifeFacts(life)),
  };
}
