// CladeChallenge: proves to one Golem that the signer belongs to its Clade, so that it shares its
// knowledge. Golems answer such challenges with their own keys; an owner does so only in the Portal.
import { DAY, dateWords, HOUR } from '../chain/time';
import { type Finding, words } from '../findings/finding';
import { golemWithId, shortName } from '../findings/scene';
import {
  type BardoValues,
  golemFacts,
  textOf,
  uintOf,
  unknownGolem,
  warning,
} from './bardo-values';
import type { PortalScene } from './reader';

export function explainCladeChallenge(values: BardoValues, scene: PortalScene): Finding[] {
  const golem = golemWithId(scene, textOf(values, 'target'));
  const expiresAt = uintOf(values, 'expiresAt');
  return [
    {
      level: 'info',
      title: golem
        ? `Lets the asker speak to ${shortName(golem)} as one of its Clade`
        : 'Lets the asker speak to a Golem as one of its Clade',
      lines: ['It opens knowledge, not money. Its holder can read and add entries for a while.'],
      facts: [
        ...golemFacts(values, scene, 'target'),
        ...(expiresAt === null ? [] : [words('Valid until', dateWords(expiresAt))]),
      ],
    },
    ...unknownGolem(values, scene, 'target'),
    ...window(expiresAt, scene),
  ];
}

/** Challenges live for minutes; a long one is a key to the Golem's knowledge that can be stolen. */
function window(expiresAt: bigint | null, scene: PortalScene): Finding[] {
  if (expiresAt === null) return [];
  if (expiresAt <= BigInt(scene.now)) return [warning('This challenge has expired')];
  if (expiresAt <= BigInt(scene.now + HOUR)) return [];
  const days = expiresAt > BigInt(scene.now + DAY) ? 'more than a day' : 'more than an hour';
  return [warning(`This challenge stays valid for ${days}: minutes are usual`)];
}
