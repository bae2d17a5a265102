// Bardo's own EIP-712 messages, defined once: whoever signs, verifies or explains one imports it from
// here. Changing a field changes its type hash, so a change means a new BARDO_VERSION.
import type { TypedDataDefinition } from 'viem';
import { abiParameters } from '../bytes/abi-text';

export const BARDO_VERSION = '1';

export type BardoDomainName = 'Bardo' | 'BardoWarden';

/** Off-chain messages: no contract verifies them, so the domain names none. */
export const BARDO_DOMAIN_FIELDS = abiParameters('string name, string version, uint256 chainId');

export const BARDO_TYPES = {
  /** The owner's recorded intent; the grant itself is the wallet's ERC-7715 permission. `amount` is per day. */
  PermissionRequest: abiParameters(
    'string golem, address token, uint256 amount, uint256 days, uint256 deadline',
  ),
  /** Zero `simulationHash` = the action was not simulated. */
  ActionPermit: abiParameters(
    'string golem, bytes32 actionHash, uint8 riskTier, bytes32 policyHash, bytes32 simulationHash, uint256 nonce, uint256 deadline',
  ),
  IdentityAttestation: abiParameters(
    'address owner, string golem, address agentKey, uint256 deadline',
  ),
  /** Signed by a Golem's session key, never by its owner. `vitality` in basis points. */
  Heartbeat: abiParameters(
    'string golem, address guardian, uint64 sequence, uint64 issuedAt, uint8 phase, uint16 vitality, uint64 blockNumber, bytes32 blockHash',
  ),
  /** Answer to a sibling's challenge; `target` is the Golem that issued it. */
  CladeChallenge: abiParameters('string target, bytes32 nonce, uint64 issuedAt, uint64 expiresAt'),
} as const;

export type BardoType = keyof typeof BARDO_TYPES;

export type BardoMessage<T extends BardoType> = TypedDataDefinition<
  typeof BARDO_TYPES,
  T
>['message'];

export function isBardoType(name: string): name is BardoType {
  return Object.hasOwn(BARDO_TYPES, name);
}

/** ActionPermits are read by the Warden, everything else by Bardo's own services. */
export function bardoDomain(type: BardoType, chainId: number) {
  const name: BardoDomainName = type === 'ActionPermit' ? 'BardoWarden' : 'Bardo';
  return { name, version: BARDO_VERSION, chainId } as const;
}

/**
 * Whole typed data, fit for viem's sign, recover and hash functions and, as JSON, for a wallet.
 * The domain's type is written out: a wallet that is not told it signs an empty domain.
 */
export function bardoTypedData<T extends BardoType>(
  type: T,
  chainId: number,
  message: BardoMessage<T>,
) {
  const types = { EIP712Domain: BARDO_DOMAIN_FIELDS, [type]: BARDO_TYPES[type] } as {
    EIP712Domain: typeof BARDO_DOMAIN_FIELDS;
  } & Pick<typeof BARDO_TYPES, T>;
  // viem types a declared uint256 as bigint; in the wallet's JSON it is text, like every amount.
  const domain = { ...bardoDomain(type, chainId), chainId: BigInt(chainId) };
  return { domain, types, primaryType: type, message };
}
