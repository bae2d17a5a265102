// More of Bardo's EIP-712 messages: the order to stop, and those that Bardo's contracts verify. The wallet never shows
// them: keys of the Snap and of the agent sign them. What agents alone sign is in `agent-messages`.
// Off chain, the domain names no contract; on chain it names the one that hashes the same fields.
import type { Address, Hex, TypedDataDefinition } from 'viem';
import { abiParameters } from '../bytes/abi-text';
import { keccak256 } from '../bytes/hash';
import { stringToHex } from '../bytes/hex';
import { BARDO_DOMAIN_FIELDS, BARDO_VERSION } from './typed-data';

export const STOP_TYPES = {
  /** An order to stop, by the guardian or the owner. An agent obeys nobody else, and no server. */
  Stop: abiParameters('string golem, address guardian, uint64 issuedAt, string reason'),
} as const;

export type StopMessage = TypedDataDefinition<typeof STOP_TYPES, 'Stop'>['message'];

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

export function stopTypedData(chainId: number, message: StopMessage) {
  const types = { EIP712Domain: BARDO_DOMAIN_FIELDS, ...STOP_TYPES };
  const domain = { name: 'Bardo', version: BARDO_VERSION, chainId: BigInt(chainId) } as const;
  return { domain, types, primaryType: 'Stop', message } as const;
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
