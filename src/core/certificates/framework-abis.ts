// The functions and events of MetaMask's framework that the control plane reads; ours are generated.
import { parseAbi } from 'viem';
import { DELEGATION_PARAM } from '../delegations/delegation';

export const MANAGER_ABI = [
  ...parseAbi([
    'function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] executions)',
  ]),
  {
    type: 'event',
    name: 'RedeemedDelegation',
    inputs: [
      { name: 'rootDelegator', type: 'address', indexed: true },
      { name: 'redeemer', type: 'address', indexed: true },
      { ...DELEGATION_PARAM, indexed: false },
    ],
  },
  switched('DisabledDelegation'),
  switched('EnabledDelegation'),
] as const;

function switched<Name extends string>(name: Name) {
  return {
    type: 'event',
    name,
    inputs: [
      { name: 'delegationHash', type: 'bytes32', indexed: true },
      { name: 'delegator', type: 'address', indexed: true },
      { name: 'delegate', type: 'address', indexed: true },
      { ...DELEGATION_PARAM, indexed: false },
    ],
  } as const;
}

export const NONCE_ABI = parseAbi([
  'event UsedNonce(address indexed delegationManager, address indexed delegator, uint256 nonce)',
]);

export const TOKEN_PERIOD_ABI = parseAbi([
  'event TransferredInPeriod(address indexed sender, address indexed redeemer, bytes32 indexed delegationHash, address token, uint256 periodAmount, uint256 periodDuration, uint256 startDate, uint256 transferredInCurrentPeriod, uint256 transferTimestamp)',
]);

export const NATIVE_PERIOD_ABI = parseAbi([
  'event TransferredInPeriod(address indexed sender, address indexed redeemer, bytes32 indexed delegationHash, uint256 periodAmount, uint256 periodDuration, uint256 startDate, uint256 transferredInCurrentPeriod, uint256 transferTimestamp)',
]);

export const ERC20_ABI = parseAbi(['function transfer(address to, uint256 amount) returns (bool)']);
