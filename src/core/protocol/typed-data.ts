// Bardo's own EIP-712 messages, defined once: whoever signs, verifies or explains one imports it from
// here. Changing a field changes its type hash, so a change means a new BARDO_VERSION.
import type { TypedDataDefinition } from 'viem';

export const BARDO_VERSION = '1';

export type BardoDomainName = 'Bardo' | 'BardoWarden';

/** Off-chain messages: no contract verifies them, so the domain names none. */
export const BARDO_DOMAIN_FIELDS = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
] as const;

export const BARDO_TYPES = {
  /** The owner's recorded intent; the grant itself is the wallet's ERC-7715 permission. `amount` is per day. */
  PermissionRequest: [
    { name: 'golem', type: 'string' },
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint256' },
    { name: 'days', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
  /** Zero `simulationHash` = the action was not simulated. */
  ActionPermit: [
    { name: 'golem', type: 'string' },
    { name: 'actionHash', type: 'bytes32' },
    { name: 'riskTier', type: 'uint8' },
    { name: 'policyHash', type: 'bytes32' },
    { name: 'simulationHash', type: 'bytes32' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
  IdentityAttestation: [
    { name: 'owner', type: 'address' },
    { name: 'golem', type: 'string' },
    { name: 'agentKey', type: 'address' },
    { name: 'deadline', type: 'uint256' },
  ],
  /** Signed by a Golem's session key, never by its owner. `vitality` in basis points. */
  Heartbeat: [
    { name: 'golem', type: 'string' },
    { name: 'guardian', type: 'address' },
    { name: 'sequence', type: 'uint64' },
    { name: 'issuedAt', type: 'uint64' },
    { name: 'phase', type: 'uint8' },
    { name: 'vitality', type: 'uint16' },
    { name: 'blockNumber', type: 'uint64' },
    { name: 'blockHash', type: 'bytes32' },
  ],
  /** Answer to a sibling's challenge; `target` is the Golem that issued it. */
  CladeChallenge: [
    { name: 'target', type: 'string' },
    { name: 'nonce', type: 'bytes32' },
    { name: 'issuedAt', type: 'uint64' },
    { name: 'expiresAt', type: 'uint64' },
  ],
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
