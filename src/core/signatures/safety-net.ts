// What is said when no reader had anything to say, and yet the message touches Bardo. Silence would
// look like "nothing to worry about"; this names what was found and admits that it is not explained.

import type { Level } from '../caveats/level';
import { FRAMEWORK, sameAddress } from '../chain/addresses';
import { isOwn } from '../findings/delegation';
import { address, type Finding, untrusted } from '../findings/finding';
import { shortName } from '../findings/scene';
import { warning } from './bardo-values';
import { bardoNameOf } from './look-alike';
import { own } from './parse-typed-message';
import { askedBy, fromPortal, type PortalScene, portalHost } from './reader';
import type { Touch } from './touch';
import type { TypedMessage } from './typed-message';

/** `structured`: a contract could act on it. `blind`: not even the wallet can show what it says. */
export type MessageForm = 'structured' | 'text' | 'blind';

export function safetyNet(touch: Touch, form: MessageForm, scene: PortalScene): Finding[] {
  const findings = [
    ...namedKeys(touch, form),
    ...namedPortal(touch, scene),
    ...fromOurs(form, scene),
  ];
  if (findings.length > 0 || touch.whole || !scene.watched?.golems.length) return findings;
  return [
    warning(
      'Too large for Bardo to check: it may concern your Golems',
      'Bardo searched only the beginning of this message.',
    ),
  ];
}

/** Typed data that could not be parsed, but says it is ours or is for the contract grants live in. */
export function unparsed(data: unknown, reason: string, scene: PortalScene): Finding[] {
  const domain = own(data, 'domain');
  const name = own(domain, 'name');
  if (typeof name === 'string' && bardoNameOf(name) !== null) {
    return [
      {
        level: 'critical',
        title: 'Says it is from Bardo, but Bardo cannot read it: do not sign',
        lines: [`It cannot be read because ${reason}.`],
        facts: [untrusted('Domain name', name), ...askedBy(scene)],
      },
    ];
  }
  const contract = own(domain, 'verifyingContract');
  const manager = FRAMEWORK.delegationManager;
  const forManager = typeof contract === 'string' && sameAddress(contract, manager);
  if (!forManager && name !== 'DelegationManager') return [];
  return [
    {
      level: 'critical',
      title: 'For the contract that holds your grants, and Bardo cannot read it',
      lines: [`It could give or change a permission. It cannot be read because ${reason}.`],
      facts: [address('DelegationManager', manager), ...askedBy(scene)],
    },
  ];
}

/** In the domain of the owner's own account: its code, whichever it is, may act on it. */
export function forOwnAccount({ domain }: TypedMessage, scene: PortalScene): Finding[] {
  const account = domain.verifyingContract ?? '';
  if (!isOwn(scene, account)) return [];
  return [
    {
      level: 'warning',
      title: 'A message to your own account that Bardo cannot read',
      lines: ['The code of your account could act on it. Do not sign it unless you know why.'],
      facts: [address('Account', account), ...askedBy(scene)],
    },
  ];
}

/** A reader that recognised the message and then failed. */
export function failed(contract: string, reason: string): Finding {
  return {
    level: 'critical',
    title: `Bardo cannot read this ${contract} message: do not sign`,
    lines: [`It cannot be read because ${reason}.`],
    facts: [],
  };
}

function namedKeys(touch: Touch, form: MessageForm): Finding[] {
  const [first, ...others] = touch.keys;
  if (!first) return [];
  const level: Level = form === 'text' ? 'warning' : 'critical';
  return [
    {
      level,
      title: `Names ${shortName(first.golem)}'s ${first.role}; Bardo cannot explain it`,
      lines: [
        'Sign only if you know what this does with that key.',
        ...(others.length > 0 ? [`It names ${others.length} more of your Golems' keys.`] : []),
      ],
      facts: touch.keys.map(({ key, golem, role }) =>
        address(`${shortName(golem)}'s ${role}`, key),
      ),
    },
  ];
}

function namedPortal(touch: Touch, scene: PortalScene): Finding[] {
  if (!touch.namesPortal || fromPortal(scene)) return [];
  const host = portalHost(scene);
  const title =
    scene.origin === null
      ? `Names ${host}, and Bardo cannot see who asks`
      : `Not from ${host}, but names it: someone imitates Bardo`;
  return [{ level: 'critical', title, lines: ['Do not sign.'], facts: askedBy(scene) }];
}

function fromOurs(form: MessageForm, scene: PortalScene): Finding[] {
  if (!fromPortal(scene)) return [];
  const host = portalHost(scene);
  if (form !== 'blind') {
    return [
      warning(
        `${host} asks for a signature Bardo does not know`,
        'Bardo has no use for this kind of message: read it in full before you sign.',
      ),
    ];
  }
  return [
    {
      level: 'critical',
      title: `${host} asks you to sign bytes nobody can read`,
      lines: ['Such a signature could be anything, even a transaction. Bardo never asks for it.'],
      facts: [],
    },
  ];
}
