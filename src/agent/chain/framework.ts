// The functions of MetaMask's framework that a Golem calls or asks; Bardo's own are generated in core.
import { parseAbi } from 'viem';
import { DELEGATION_PARAM } from '../../core/delegations/delegation';

export const managerAbi = [
  ...parseAbi([
    'function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] executions)',
  ]),
  {
    type: 'function',
    name: 'disableDelegation',
    stateMutability: 'nonpayable',
    inputs: [DELEGATION_PARAM],
    outputs: [],
  },
] as const;

export const nonceEnforcerAbi = parseAbi([
  'function currentNonce(address manager, address delegator) view returns (uint256)',
]);

/** Of both period enforcers. */
export const periodEnforcerAbi = parseAbi([
  'function getAvailableAmount(bytes32 hash, address manager, bytes terms) view returns (uint256 available, bool isNewPeriod, uint256 currentPeriod)',
]);

/** Of both streaming enforcers. */
export const streamingEnforcerAbi = parseAbi([
  'function getAvailableAmount(bytes32 hash, address manager, bytes terms) view returns (uint256 available)',
]);

export const erc20Abi = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function transfer(address to, uint256 amount) returns (bool)',
]);
