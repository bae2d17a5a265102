// ActionPermit: the owner authorises one action of a Golem that its policy holds back. The message
// carries hashes only, so what the action does cannot be told from it, and that is said.
import { shortHex } from '../chain/addresses';
import { type Finding, untrusted, words } from '../findings/finding';
import {
  type BardoValues,
  deadlineFacts,
  golemFacts,
  pastDeadline,
  textOf,
  uintOf,
  unknownGolem,
  warning,
} from './bardo-values';
import type { PortalScene } from './reader';

const RISK_TIERS = [1n, 2n, 3n];

export function explainActionPermit(values: BardoValues, scene: PortalScene): Finding[] {
  const tier = uintOf(values, 'riskTier');
  const policy = givenHash(values, 'policyHash');
  const simulation = givenHash(values, 'simulationHash');
  const tierWords = tier === null ? 'risk tier unreadable' : `risk tier ${tier}`;
  const policyWords = policy === null ? 'no policy hash' : `policy ${shortHex(policy)}`;
  return [
    {
      level: 'warning',
      title: `A Bardo action authorisation: ${tierWords}, ${policyWords}`,
      lines: [
        'It names the action by its hash only: compare it with what the Portal shows.',
        simulation === null
          ? 'No simulation hash: nothing says that this action was tried before.'
          : 'A simulation hash is present.',
      ],
      facts: [
        ...golemFacts(values, scene),
        ...(tier === null ? [] : [words('Risk tier', `${tier}`)]),
        ...hashFact('Action hash', textOf(values, 'actionHash')),
        ...hashFact('Policy hash', policy),
        words('Simulation', simulation === null ? 'absent' : 'present'),
        ...hashFact('Simulation hash', simulation),
        ...deadlineFacts(values),
      ],
    },
    ...unknownTier(tier),
    ...unknownGolem(values, scene),
    ...pastDeadline(values, scene),
  ];
}

function unknownTier(tier: bigint | null): Finding[] {
  if (tier === null || RISK_TIERS.includes(tier)) return [];
  return [warning(`Risk tier ${tier} does not exist: Bardo knows the tiers 1 to 3`)];
}

function hashFact(label: string, hash: string | null) {
  return hash === null ? [] : [untrusted(label, hash)];
}

/** Zero stands for "none". */
function givenHash(values: BardoValues, name: string): string | null {
  const hash = textOf(values, name);
  return hash === null || /^0x0*$/.test(hash) ? null : hash;
}
