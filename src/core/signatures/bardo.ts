// Everything that says it is from Bardo: the domains `Bardo` and `BardoWarden`, and names drawn like
// them. Who asks decides first: only the Portal may, whatever the message says.
import { chainName } from '../chain/addresses';
import { type Fact, type Finding, untrusted, words } from '../findings/finding';
import { BARDO_DOMAIN_FIELDS, BARDO_VERSION, isBardoType } from '../protocol/typed-data';
import { explainActionPermit } from './action-permit';
import { type BardoValues, type Differences, valuesOf, warning } from './bardo-values';
import { explainCladeChallenge } from './clade';
import { explainAttestation, explainHeartbeat } from './identity';
import { bardoNameOf } from './look-alike';
import {
  addressFact,
  askedBy,
  fromPortal,
  type PortalScene,
  portalHost,
  type Reader,
} from './reader';
import { explainRunwayRequest } from './runway-request';
import type { TypedMessage } from './typed-message';
import { argsOf, fieldsOf } from './typed-values';

const EXPLAIN = {
  PermissionRequest: explainRunwayRequest,
  ActionPermit: explainActionPermit,
  IdentityAttestation: explainAttestation,
  Heartbeat: explainHeartbeat,
  CladeChallenge: explainCladeChallenge,
} satisfies { [type: string]: (values: BardoValues, scene: PortalScene) => Finding[] };

export const bardoReader: Reader = reader('Bardo', (name) => {
  return name !== 'BardoWarden' && bardoNameOf(name) !== null;
});
export const wardenReader: Reader = reader('BardoWarden', (name) => name === 'BardoWarden');

function reader(contract: string, ours: (name: string | undefined) => boolean): Reader {
  return {
    contract,
    recognises: (typed) => ours(typed.domain.name),
    read: (typed) => ({
      name: typed.primaryType,
      args: argsOf(typed),
      explain: (scene) => explainBardo(typed, scene),
    }),
  };
}

function explainBardo(typed: TypedMessage, scene: PortalScene): Finding[] {
  const name = bardoNameOf(typed.domain.name);
  if (name === 'borrowed' && !fromPortal(scene)) return [borrowedName(typed, scene)];
  const findings = [...impostor(typed, scene, name === 'look-alike'), ...content(typed, scene)];
  const [first, ...rest] = findings;
  if (!first) return [];
  return [{ ...first, facts: [...first.facts, ...domainFacts(typed)] }, ...rest];
}

/** The verdict on who asks. From the Portal, under our exact name: nothing to say. */
function impostor(typed: TypedMessage, scene: PortalScene, lookAlike: boolean): Finding[] {
  const host = portalHost(scene);
  const facts = [...(lookAlike ? nameFact(typed) : []), ...askedBy(scene)];
  const critical = (title: string, line: string): Finding[] => [
    { level: 'critical', title, lines: [line], facts },
  ];
  if (lookAlike) {
    return critical(
      "Drawn like Bardo's name, but not it: someone imitates Bardo",
      'The domain name only looks like ours. Do not sign.',
    );
  }
  if (fromPortal(scene)) return [];
  return scene.origin === null
    ? critical(
        `Bardo cannot see who asks: sign this only on ${host}`,
        'The wallet did not say which site this comes from.',
      )
    : critical(`Not from ${host}: someone imitates Bardo`, 'Do not sign.');
}

function content(typed: TypedMessage, scene: PortalScene): Finding[] {
  if (!isBardoType(typed.primaryType) || bardoNameOf(typed.domain.name) === 'borrowed') {
    return [
      {
        ...warning('Unrecognised Bardo signature: verify the origin before signing'),
        facts: [untrusted('Type it names', typed.primaryType)],
      },
    ];
  }
  const { values, differences } = valuesOf(typed, typed.primaryType);
  return [...EXPLAIN[typed.primaryType](values, scene), ...otherVersion(typed, differences)];
}

function otherVersion(typed: TypedMessage, differences: Differences): Finding[] {
  const lines = [
    ...listed('Missing', differences.missing),
    ...listed('Cannot be read', differences.unreadable),
    ...listed('Not signed as Bardo defines it', differences.undeclared),
    ...(differences.unknown.length > 0 ? ['It has fields this Bardo does not know.'] : []),
    ...(sameDomain(typed) ? [] : ["Its domain is not declared as Bardo's is."]),
  ];
  const version = typed.domain.version;
  if (lines.length === 0 && version === BARDO_VERSION) return [];
  return [
    {
      ...warning(
        'It is of another version than this Bardo: read it with care',
        ...(version === BARDO_VERSION ? [] : [`This Bardo speaks version ${BARDO_VERSION}.`]),
        ...lines,
      ),
      facts: [
        ...(version === undefined ? [] : [untrusted('Version', version)]),
        ...differences.unknown.slice(0, 8).map((name) => untrusted('Unknown field', name)),
      ],
    },
  ];
}

/** A missing declaration is common in hand-made requests; a different one is another message. */
function sameDomain(typed: TypedMessage): boolean {
  const declared = fieldsOf(typed.types, 'EIP712Domain');
  return (
    declared === null ||
    BARDO_DOMAIN_FIELDS.every(({ name, type }) =>
      declared.some((field) => field.name === name && field.type === type),
    )
  );
}

/** Field names here are ours, never the site's. */
function listed(label: string, names: string[]): string[] {
  return names.length === 0 ? [] : [`${label}: ${names.join(', ')}.`];
}

function borrowedName(typed: TypedMessage, scene: PortalScene): Finding {
  return {
    ...warning(
      "Uses Bardo's name, but is no message of Bardo: verify the origin",
      'Bardo signs under other names; this one is not ours.',
    ),
    facts: [...nameFact(typed), ...askedBy(scene)],
  };
}

function nameFact({ domain }: TypedMessage): Fact[] {
  return domain.name === undefined ? [] : [untrusted('Domain name', domain.name)];
}

function domainFacts({ domain }: TypedMessage): Fact[] {
  return [
    words('Chain it claims', domain.chainId === undefined ? 'none' : chainName(domain.chainId)),
    ...(domain.verifyingContract
      ? [addressFact('Contract it names', domain.verifyingContract)]
      : []),
  ];
}
