// More of Bardo's EIP-712 messages: those between Golem, guardian and control plane, and those that
// Bardo's contracts verify. The wallet never shows them: keys of the Snap and of the agent sign them.
// Off chain, the domain names no contract; on chain it names the one that hashes the same fields.
import type { Address, Hex, TypedDataDefinition } from 'viem';
import { abiParameters } from '../bytes/abi-text';
import { keccak256 } from '../bytes/hash';
import { stringToHex } from '../bytes/hex';
import { BARDO_DOMAIN_FIELDS, BARDO_VERSION } from './typed-data';

export const PLANE_TYPES = {
  /** An order to stop, by the guardian or the owner. An agent obeys nobody else, and no server. */
  Stop: abiParameters('string golem, address guardian, uint64 issuedAt, string reason'),
  /** A Golem asks its owner for a runway; signed by the key that asks. `amount` is per day. */
  RunwayRequest: abiParameters(
    'string golem, address owner, address sessionKey, address token, uint256 amount, uint256 days, uint64 deadline, bytes32 nonce',
  ),
  /** The same, naming whom it wants to pay. */
  RunwayRequestTo: abiParameters(
    'string golem, address owner, address sessionKey, address token, uint256 amount, uint256 days, address[] payees, uint64 deadline, bytes32 nonce',
  ),
  /**
   * Signs one HTTP request. `audience` is the origin of the control plane, so that what one plane
   * was told cannot be repeated to another; `path` includes the query; `bodyHash` is keccak256 of
   * the body's bytes.
   */
  AgentRequest: abiParameters(
    'address owner, string golem, address sessionKey, string audience, string method, string path, bytes32 bodyHash, uint64 issuedAt, bytes32 nonce',
  ),
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
  Raise: abiParameters('address manager, address guardian, uint64 budgetId, uint32 generation'),
  /** VitalityOracle (and its sisters). `nonce` is the record's own, `recordOf(guardian, golemId)`. */
  Register: abiParameters(
    'address guardian, bytes32 golemId, address reporter, uint256 nonce, uint256 deadline',
  ),
  SetReporter: abiParameters(
    'address guardian, bytes32 golemId, address reporter, uint256 nonce, uint256 deadline',
  ),
  Heal: abiParameters(
    'address guardian, bytes32 golemId, uint8 phase, uint16 score, uint256 nonce, uint256 deadline',
  ),
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
