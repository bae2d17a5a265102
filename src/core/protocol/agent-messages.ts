// EIP-712 messages that an agent's keys sign and its control plane reads. The Snap does neither, so none of them is in
// its bundle.
import type { TypedDataDefinition } from 'viem';
import { abiParameters } from '../bytes/abi-text';
import { BARDO_DOMAIN_FIELDS, BARDO_VERSION } from './typed-data';

export const AGENT_TYPES = {
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

export type AgentType = keyof typeof AGENT_TYPES;
export type AgentMessage<T extends AgentType> = TypedDataDefinition<
  typeof AGENT_TYPES,
  T
>['message'];

export function agentMessageData<T extends AgentType>(
  type: T,
  chainId: number,
  message: AgentMessage<T>,
) {
  const types = { EIP712Domain: BARDO_DOMAIN_FIELDS, [type]: AGENT_TYPES[type] } as {
    EIP712Domain: typeof BARDO_DOMAIN_FIELDS;
  } & Pick<typeof AGENT_TYPES, T>;
  const domain = { name: 'Bardo', version: BARDO_VERSION, chainId: BigInt(chainId) } as const;
  return { domain, types, primaryType: type, message };
}
