// The Delegation struct of MetaMask's DelegationManager (ERC-7710). A context is
// `abi.encode(Delegation[])`, leaf first, root last; the empty list means "on my own authority".
// `signature` and a caveat's `args` are outside the hash: the redeemer fills in `args`, so they say
// nothing about what the delegator wanted.
import type { Address, Hex } from 'viem';
import { byteLength, decodeStrict, Unreadable } from '../bytes/abi';
import { encodeAbiParameters } from '../bytes/abi-encode';
import { abiParameters } from '../bytes/abi-text';
import { keccak256 } from '../bytes/hash';
import { concat } from '../bytes/hex';
import { FRAMEWORK } from '../chain/addresses';

export type CaveatData = { enforcer: Address; terms: Hex; args: Hex };

export type Delegation = {
  delegate: Address;
  delegator: Address;
  authority: Hex;
  caveats: readonly CaveatData[];
  salt: bigint;
  signature: Hex;
};

/** `authority` of a root: the delegator gives from their own account. */
export const ROOT_AUTHORITY: Hex = `0x${'f'.repeat(64)}`;

/** `delegate` of an open delegation: whoever holds it may use it. */
export const ANY_DELEGATE: Address = '0x0000000000000000000000000000000000000a11';

/** A real chain is owner → guardian → session key → Replicant; a real grant has six caveats. */
const MAX_LINKS = 8;
const MAX_CAVEATS = 32;
/** Terms of one delegation: a real grant has about 500 bytes, a mandate with long lists a few thousand. */
const MAX_TERMS = 16 * 1024;

export const [DELEGATION_PARAM] = abiParameters(
  '(address delegate, address delegator, bytes32 authority, (address enforcer, bytes terms, bytes args)[] caveats, uint256 salt, bytes signature) delegation',
);

const CONTEXT_PARAMS = [{ ...DELEGATION_PARAM, name: 'delegations', type: 'tuple[]' }] as const;

/** Leaf first. Throws `Unreadable` unless the bytes are exactly one bounded chain. */
export function decodeContext(context: Hex): Delegation[] {
  const [links] = decodeStrict(CONTEXT_PARAMS, context);
  if (links.length > MAX_LINKS) {
    throw new Unreadable(`it is a chain of ${links.length} delegations, Bardo reads ${MAX_LINKS}`);
  }
  return links.map(bounded);
}

export function encodeContext(links: readonly Delegation[]): Hex {
  return encodeAbiParameters(CONTEXT_PARAMS, [links]);
}

/** The call to the manager that ends a delegation; only its delegator may make it. */
export function disableData(delegation: Delegation): Hex {
  return concat(['0x49934047', encodeAbiParameters([DELEGATION_PARAM], [delegation])]);
}

/** Throws `Unreadable` for more caveats, or longer ones, than Bardo reads. */
export function bounded(delegation: Delegation): Delegation {
  const bytes = delegation.caveats.reduce((sum, { terms }) => sum + byteLength(terms), 0);
  if (bytes > MAX_TERMS) throw new Unreadable('the rules of a delegation are longer than 16 KB');
  if (delegation.caveats.length > MAX_CAVEATS) {
    throw new Unreadable(
      `a delegation has ${delegation.caveats.length} rules, Bardo reads ${MAX_CAVEATS}`,
    );
  }
  return delegation;
}

/** Why the DelegationManager would refuse this chain, whoever signed it; null when it fits together. `hashes`: of the links. */
export function brokenLink(
  links: readonly Delegation[],
  hashes: readonly Hex[] = links.map(hashDelegation),
): string | null {
  for (const [index, link] of links.entries()) {
    const parent = links[index + 1];
    if (!parent) {
      return isRoot(link) ? null : 'it does not end in a root delegation';
    }
    if (link.authority.toLowerCase() !== hashes[index + 1])
      return 'a link names another parent than it has';
    const { delegate } = parent;
    if (!isOpen(parent) && delegate.toLowerCase() !== link.delegator.toLowerCase()) {
      return 'a link passes on a power that was given to somebody else';
    }
  }
  return null;
}

export function isOpen(delegation: Pick<Delegation, 'delegate'>): boolean {
  return delegation.delegate.toLowerCase() === ANY_DELEGATE;
}

export function isRoot(delegation: Pick<Delegation, 'authority'>): boolean {
  return delegation.authority.toLowerCase() === ROOT_AUTHORITY;
}

const DELEGATION_TYPEHASH = '0x88c1d2ecf185adf710588203a5f263f0ff61be0d33da39792cde19ba9aa4331e';
const CAVEAT_TYPEHASH = '0x80ad7e1b04ee6d994a125f4714ca0720908bd80ed16063ec8aee4b88e9253e2d';

/** The EIP-712 struct hash, which is the delegation's name on chain (`getDelegationHash`). */
export function hashDelegation(delegation: Omit<Delegation, 'signature'>): Hex {
  const caveats = delegation.caveats.map(({ enforcer, terms }) =>
    hashWords(['bytes32', 'address', 'bytes32'], [CAVEAT_TYPEHASH, enforcer, keccak256(terms)]),
  );
  return hashWords(
    ['bytes32', 'address', 'address', 'bytes32', 'bytes32', 'uint256'],
    [
      DELEGATION_TYPEHASH,
      delegation.delegate,
      delegation.delegator,
      delegation.authority,
      keccak256(concat(caveats)),
      delegation.salt,
    ],
  );
}

/** keccak256 of `EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)`. */
const DOMAIN_TYPEHASH = '0x8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f';
/** keccak256 of `DelegationManager` and of `1`. */
const NAME_HASH = '0x604240e1ed005b9ba256cb7011059bf4ae645812b834bbcb5b22c93e2d1185cc';
const VERSION_HASH = '0xc89efdaa54c0f20c7adf612882df0950f5a951637e0307cdcb4c672f298b8bc6';

/** What the delegator signs: the EIP-712 digest in the domain of one chain's DelegationManager. */
export function digestOf(
  delegation: Omit<Delegation, 'signature'>,
  chainId: number,
  manager: Address = FRAMEWORK.delegationManager,
): Hex {
  const domain = hashWords(
    ['bytes32', 'bytes32', 'bytes32', 'uint256', 'address'],
    [DOMAIN_TYPEHASH, NAME_HASH, VERSION_HASH, BigInt(chainId), manager],
  );
  return keccak256(concat(['0x1901', domain, hashDelegation(delegation)]));
}

function hashWords(types: readonly string[], values: readonly unknown[]): Hex {
  return keccak256(
    encodeAbiParameters(
      types.map((type) => ({ type })),
      values as unknown[],
    ),
  );
}
