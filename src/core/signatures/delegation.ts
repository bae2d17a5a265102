// `Delegation` typed data: a grant from MetaMask's own permission screen, or a mandate signed for a
// smart account. The wallet shows neither the delegate nor, for mandates, anything but raw bytes.
import type { Address, Hex } from 'viem';
import { Unreadable } from '../bytes/abi';
import { abiParameters } from '../bytes/abi-text';
import { getAddress } from '../bytes/hash';
import { chainName, FRAMEWORK, hasFramework, sameAddress } from '../chain/addresses';
import { bounded } from '../delegations/delegation';
import { delegationFacts, delegationJson, rulesOf, type Terms } from '../findings/delegation';
import { address, type Finding } from '../findings/finding';
import type { Scene } from '../findings/scene';
import { delegationFindings } from './delegation-words';
import { addressFact } from './reader';
import type { SignatureReader, TypedField, TypedMessage } from './typed-message';
import { argsOf, declares, fieldsOf, readStruct } from './typed-values';

const TYPES: { readonly [name: string]: readonly TypedField[] } = {
  Delegation: abiParameters(
    'address delegate, address delegator, bytes32 authority, Caveat[] caveats, uint256 salt',
  ),
  Caveat: abiParameters('address enforcer, bytes terms'),
};

const DOMAIN_FIELDS = {
  EIP712Domain: abiParameters(
    'string name, string version, uint256 chainId, address verifyingContract',
  ),
} as const;

export const delegationReader: SignatureReader = {
  contract: 'DelegationManager',
  // Governance tokens also sign a `Delegation` (of votes): only one with caveats or a delegator is meant.
  recognises: ({ domain, primaryType, message, types }) =>
    domain.name?.trim().toLowerCase() === 'delegationmanager' ||
    sameAddress(domain.verifyingContract, FRAMEWORK.delegationManager) ||
    (primaryType === 'Delegation' &&
      ('caveats' in message || 'delegator' in message || fieldsOf(types, 'Caveat') !== null)),
  read: (typed) => {
    const parsed = parseDelegation(typed);
    const chainId = typed.domain.chainId ?? 0;
    return {
      name: typed.primaryType,
      args: parsed.ok ? delegationJson(parsed.delegation, chainId) : argsOf(typed),
      explain: (scene) => explain(typed, parsed, scene),
    };
  },
};

type Declared = {
  delegate: Address;
  delegator: Address;
  authority: Hex;
  caveats: { enforcer: Address; terms: Hex }[];
  salt: bigint;
};
type Parsed = { ok: true; delegation: Terms } | { ok: false; reason: string };

function parseDelegation(typed: TypedMessage): Parsed {
  if (typed.primaryType !== 'Delegation') {
    return { ok: false, reason: 'it is not a delegation, though it is in the domain of one' };
  }
  try {
    // Every field was read by the type that stands above.
    const values = readStruct(TYPES, 'Delegation', typed.message) as Declared;
    const delegation = {
      delegate: getAddress(values.delegate),
      delegator: getAddress(values.delegator),
      authority: values.authority,
      caveats: values.caveats.map(({ enforcer, terms }) => ({
        enforcer: getAddress(enforcer),
        terms,
        args: '0x' as const,
      })),
      salt: values.salt,
      signature: '0x' as const,
    };
    return { ok: true, delegation: bounded(delegation) };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, reason: error.reason };
    throw error;
  }
}

function explain(typed: TypedMessage, parsed: Parsed, scene: Scene): Finding[] {
  const doubts = doubtsAbout(typed, scene);
  if (doubts.length > 0) return [impostor(typed, parsed, doubts, scene)];
  if (parsed.ok) return delegationFindings(typed, parsed.delegation, scene);
  return [
    {
      level: 'critical',
      title: 'A delegation Bardo cannot read: do not sign it',
      lines: [`It could give away power over your account, and ${parsed.reason}.`],
      facts: [],
    },
  ];
}

function impostor(
  { domain }: TypedMessage,
  parsed: Parsed,
  doubts: string[],
  scene: Scene,
): Finding {
  const contract = domain.verifyingContract;
  return {
    level: 'critical',
    title: 'Poses as a MetaMask delegation: do not sign it',
    lines: doubts,
    facts: [
      ...(contract === undefined ? [] : [addressFact('Contract it names', contract)]),
      address('DelegationManager', FRAMEWORK.delegationManager),
      ...(parsed.ok
        ? delegationFacts(parsed.delegation, rulesOf(parsed.delegation, scene), scene)
        : []),
    ],
  };
}

/** Everything in which the message differs from what MetaMask's DelegationManager would accept. */
function doubtsAbout({ domain, types, primaryType }: TypedMessage, scene: Scene): string[] {
  const doubts: [boolean, string][] = [
    [
      !sameAddress(domain.verifyingContract, FRAMEWORK.delegationManager),
      "It is not for MetaMask's DelegationManager.",
    ],
    [
      domain.name !== 'DelegationManager' || domain.version !== '1' || domain.salt !== undefined,
      "Its domain is not the DelegationManager's.",
    ],
    [domain.chainId === undefined, 'It names no chain.'],
    [
      domain.chainId !== undefined && domain.chainId !== scene.chainId,
      `It is for ${chainName(domain.chainId ?? 0)}, not for ${chainName(scene.chainId)}.`,
    ],
    [
      domain.chainId !== undefined && !hasFramework(domain.chainId),
      `MetaMask's DelegationManager is not known on ${chainName(domain.chainId ?? 0)}.`,
    ],
    [
      primaryType === 'Delegation' && !declaresExactly(types),
      'Its types are not those of a delegation.',
    ],
  ];
  return doubts.filter(([doubtful]) => doubtful).map(([, line]) => line);
}

function declaresExactly(types: TypedMessage['types']): boolean {
  const expected = fieldsOf(types, 'EIP712Domain') ? { ...TYPES, ...DOMAIN_FIELDS } : TYPES;
  const sameLength = Object.entries(expected).every(
    ([name, fields]) => fieldsOf(types, name)?.length === fields.length,
  );
  return sameLength && declares(types, expected);
}
