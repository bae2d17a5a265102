// The functions of MetaMask's framework that a Golem calls; what it asks is core's list of questions.
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

export const erc20Abi = parseAbi(['function transfer(address to, uint256 amount) returns (bool)']);
