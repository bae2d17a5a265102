// More of Bardo's EIP-712 messages: those between Golem, guardian and control plane, and those that
// Bardo's contracts verify. The wallet never shows them: keys of the Snap and of the agent sign them.
// Off chain, the domain names no contract; on chain it names the one that hashes the same fields.
import type { Address, Hex, TypedDataDefinition } from 'viem';
import { stringToHex } from '../chain/bytes';
import { keccak256 } from '../chain/hash';
import { BARDO_DOMAIN_FIELDS, BARDO_VERSION } from './typed-data';

export const PLANE_TYPES = {
  /** An order to stop, by the guardian or the owner. An agent obeys nobody else, and no server. */
  Stop: [
    { name: 'golem', type: 'string' },
    { name: 'guardian', type: 'address' },
    { name: 'issuedAt', type: 'uint64' },
    { name: 'reason', type: 'string' },
  ],
  /** A Golem asks its owner for a runway; signed by the key that asks. `amount` is per day. */
  RunwayRequest: [
    { name: 'golem', type: 'string' },
    { name: 'owner', type: 'address' },
    { name: 'sessionKey', type: 'address' },
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint256' },
    { name: 'days', type: 'uint256' },
    { name: 'deadline', type: 'uint64' },
    { name: 'nonce', type: 'bytes32' },
  ],
  /**
   * Signs one HTTP request. `audience` is the origin of the control plane, so that what one plane
   * was told cannot be repeated to another; `path` includes the query; `bodyHash` is keccak256 of
   * the body's bytes.
   */
  AgentRequest: [
    { name: 'golem', type: 'string' },
    { name: 'sessionKey', type: 'address' },
    { name: 'audience', type: 'string' },
    { name: 'method', type: 'string' },
    { name: 'path', type: 'string' },
    { name: 'bodyHash', type: 'bytes32' },
    { name: 'issuedAt', type: 'uint64' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;

export type PlaneType = keyof typeof PLANE_TYPES;
export type PlaneMessage<T extends PlaneType> = TypedDataDefinition<
  typeof PLANE_TYPES,
  T
>['message'];

export const CONTRACT_DOMAIN_FIELDS = [
  ...BARDO_DOMAIN_FIELDS,
  { name: 'verifyingContract', type: 'address' },
] as const;

export const CONTRACT_TYPES = {
  /** GolemPolicyEnforcer: leases of this budget below `generation` are over. */
  Raise: [
    { name: 'manager', type: 'address' },
    { name: 'guardian', type: 'address' },
    { name: 'budgetId', type: 'uint64' },
    { name: 'generation', type: 'uint32' },
  ],
  /** VitalityOracle (and its sisters). `nonce` is the record's own, `recordOf(guardian, golemId)`. */
  Register: [
    { name: 'guardian', type: 'address' },
    { name: 'golemId', type: 'bytes32' },
    { name: 'reporter', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
  SetReporter: [
    { name: 'guardian', type: 'address' },
    { name: 'golemId', type: 'bytes32' },
    { name: 'reporter', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
  Heal: [
    { name: 'guardian', type: 'address' },
    { name: 'golemId', type: 'bytes32' },
    { name: 'phase', type: 'uint8' },
    { name: 'score', type: 'uint16' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const;

export type ContractType = keyof typeof CONTRACT_TYPES;
export type ContractMessage<T extends ContractType> = TypedDataDefinition<
  typeof CONTRACT_TYPES,
  T
>['message'];

/** The Golem's name in oracle records and lease terms. Records are per guardian, so no id is taken. */
export function golemIdOf(golem: string): Hex {
  return keccak256(stringToHex(golem));
}

export function planeTypedData<T extends PlaneType>(
  type: T,
  chainId: number,
  message: PlaneMessage<T>,
) {
  const types = { EIP712Domain: BARDO_DOMAIN_FIELDS, [type]: PLANE_TYPES[type] } as {
    EIP712Domain: typeof BARDO_DOMAIN_FIELDS;
  } & Pick<typeof PLANE_TYPES, T>;
  const domain = { name: 'Bardo', version: BARDO_VERSION, chainId: BigInt(chainId) } as const;
  return { domain, types, primaryType: type, message };
}

export function contractTypedData<T extends ContractType>(
  type: T,
  place: { chainId: number; contract: Address },
  message: ContractMessage<T>,
) {
  const types = { EIP712Domain: CONTRACT_DOMAIN_FIELDS, [type]: CONTRACT_TYPES[type] } as {
    EIP712Domain: typeof CONTRACT_DOMAIN_FIELDS;
  } & Pick<typeof CONTRACT_TYPES, T>;
  const domain = {
    name: 'Bardo',
    version: BARDO_VERSION,
    chainId: BigInt(place.chainId),
    verifyingContract: place.contract,
  } as const;
  return { domain, types, primaryType: type, message };
}
