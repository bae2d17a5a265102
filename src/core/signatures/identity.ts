// IdentityAttestation (the owner vouches for a Golem's key) and Heartbeat (which only a Golem signs).
import { sameAddress } from '../chain/addresses';
import { address, type Finding } from '../findings/finding';
import { golemWithId, keyHolder, shortName } from '../findings/scene';
import {
  type BardoValues,
  deadlineFacts,
  golemFacts,
  pastDeadline,
  textOf,
  unknownGolem,
  warning,
} from './bardo-values';
import type { PortalScene } from './reader';

export function explainAttestation(values: BardoValues, scene: PortalScene): Finding[] {
  const golem = golemWithId(scene, textOf(values, 'golem'));
  const key = textOf(values, 'agentKey');
  const owner = textOf(values, 'owner');
  return [
    {
      level: 'info',
      title: golem
        ? `Attests that this key is ${shortName(golem)} and acts for you`
        : 'Attests that a key is a Golem that acts for you',
      lines: ['It gives the key no money and no permission; it only says whose it is.'],
      facts: [
        ...golemFacts(values, scene),
        ...(key === null ? [] : [address('Key', key)]),
        ...(owner === null ? [] : [address('Owner it names', owner)]),
        ...deadlineFacts(values),
      ],
    },
    ...otherOwner(owner, scene),
    ...otherKey(key, values, scene),
    ...unknownGolem(values, scene),
    ...pastDeadline(values, scene),
  ];
}

/** Whoever gets an owner's signature over a heartbeat could pass a dead Golem off as alive. */
export function explainHeartbeat(values: BardoValues, scene: PortalScene): Finding[] {
  return [
    {
      level: 'critical',
      title: 'A heartbeat is signed by a Golem, never by you: do not sign',
      lines: ['Bardo never asks an owner for this.'],
      facts: golemFacts(values, scene),
    },
  ];
}

function otherOwner(owner: string | null, scene: PortalScene): Finding[] {
  if (owner === null || sameAddress(owner, scene.signer)) return [];
  return [
    {
      level: 'critical',
      title: 'It attests a Golem for another owner than you',
      lines: ['The owner it names is not the account that signs.'],
      facts: [],
    },
  ];
}

function otherKey(key: string | null, values: BardoValues, scene: PortalScene): Finding[] {
  const golem = golemWithId(scene, textOf(values, 'golem'));
  if (key === null || !golem) return [];
  const holder = keyHolder(scene, key);
  if (holder?.golem.id === golem.id && holder.role === 'session key') return [];
  const name = shortName(golem);
  return [
    warning(
      `The key is not the one Bardo knows as ${name}'s`,
      holder
        ? `Bardo knows it as ${shortName(holder.golem)}'s ${holder.role}.`
        : `Right only if ${name} has just changed its key.`,
    ),
  ];
}
