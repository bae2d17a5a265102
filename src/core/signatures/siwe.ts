// What a sign-in means: a session at the site it names. If another site asks, it wants to be the
// owner there. The Portal's own sign-in is explained; a stranger's proper one is not our business.

import type { Json } from '../bytes/json';
import { chainName, sameAddress } from '../chain/addresses';
import { dateWords } from '../chain/time';
import { address, type Finding, untrusted, words } from '../findings/finding';
import { warning } from './bardo-values';
import { namesHost } from './look-alike';
import { askedBy, fromPortal, hostOf, type PortalScene, portalHost } from './reader';
import type { SignIn, SignInClaim } from './siwe-message';

export function explainSignIn(claim: SignInClaim, scene: PortalScene): Finding[] {
  const { signIn } = claim;
  const findings = [
    ...wrongSite(claim, scene),
    ...(signIn ? wrongAccount(signIn, scene) : malformed(scene)),
  ];
  if (findings.length > 0 || !signIn || !fromPortal(scene)) return findings;
  return [welcome(signIn, scene), ...doubts(signIn, scene)];
}

export function signInArgs(claim: SignInClaim): { [key: string]: Json } {
  const { scheme, domain } = claim;
  return { scheme, domain, ...claim.signIn };
}

/** ERC-4361: the domain, and the scheme when given, must be those of the asking origin. */
function wrongSite(claim: SignInClaim, scene: PortalScene): Finding[] {
  const origin = scene.origin;
  const asking = origin === null ? null : hostOf(origin);
  const scheme = origin?.split(':')[0]?.toLowerCase() ?? 'https';
  const named = withoutDefaultPort(claim.domain.toLowerCase(), claim.scheme ?? scheme);
  if (asking === named && (claim.scheme === null || claim.scheme === scheme)) return [];
  const facts = [untrusted('Signs in to', claim.domain), ...askedBy(scene)];
  const host = portalHost(scene);
  if (namesHost(claim.domain, host)) {
    const title =
      origin === null
        ? `Bardo cannot see who asks: sign in to ${host} only on it`
        : `Not from ${host}: someone wants to sign in there as you`;
    return [{ level: 'critical', title, lines: ['Do not sign.'], facts }];
  }
  if (origin === null) return [];
  return [
    {
      level: 'critical',
      title: 'This sign-in is for another site than the one asking',
      lines: ['The site that asks could use your signature to sign in there as you. Do not sign.'],
      facts,
    },
  ];
}

function wrongAccount(signIn: SignIn, scene: PortalScene): Finding[] {
  if (sameAddress(signIn.address, scene.signer)) return [];
  return [
    {
      level: 'critical',
      title: 'This sign-in names another account than the one that signs',
      lines: [],
      facts: [address('Account it names', signIn.address)],
    },
  ];
}

function malformed(scene: PortalScene): Finding[] {
  if (!fromPortal(scene)) return [];
  return [
    warning(
      'A sign-in Bardo cannot read: check it before signing',
      'It begins as one but does not follow the standard (ERC-4361).',
    ),
  ];
}

function welcome(signIn: SignIn, scene: PortalScene): Finding {
  const { expiresAt, resources } = signIn;
  return {
    level: 'info',
    title: `Signs you in to ${portalHost(scene)}`,
    // A resource may name a capability (ERC-5573): then only the first half is true.
    lines: [
      resources.length === 0 ? 'It moves no money and grants no permission.' : 'It moves no money.',
    ],
    facts: [
      words('Chain', chainName(signIn.chainId)),
      words('Expires', expiresAt === null ? 'never by itself' : dateWords(expiresAt)),
      ...(signIn.statement === null ? [] : [untrusted('Statement', signIn.statement)]),
      ...resources.slice(0, 8).map((resource) => untrusted('Resource', resource)),
    ],
  };
}

function doubts(signIn: SignIn, { now }: PortalScene): Finding[] {
  const { expiresAt, notBefore, domain, uri } = signIn;
  const found: Finding[] = [];
  if (expiresAt !== null && expiresAt <= now) found.push(warning('This sign-in has expired'));
  if (notBefore !== null && notBefore > now) {
    found.push(warning('This sign-in is not valid yet', `It begins at ${dateWords(notBefore)}.`));
  }
  if (/^https?:\/\/([^/?#]+)/i.exec(uri)?.[1]?.toLowerCase() !== domain.toLowerCase()) {
    found.push({
      ...warning('This sign-in is for something outside the Portal'),
      facts: [untrusted('For', uri)],
    });
  }
  return found;
}

function withoutDefaultPort(authority: string, scheme: string): string {
  return authority.replace(scheme === 'https' ? /:443$/ : /:80$/, '');
}
