// The bytes behind the shelf's samples.
import { type Address, encodeAbiParameters, encodeFunctionData, type Hex, parseAbi } from 'viem';
import { FRAMEWORK } from '../../../../src/core/chain/addresses';
import type { Delegation } from '../../../../src/core/delegations/delegation';
import {
  BARDO_DOMAIN_FIELDS,
  BARDO_TYPES,
  type BardoType,
} from '../../../../src/core/protocol/typed-data';

const erc20 = parseAbi(['function transfer(address to, uint256 amount)']);
const nonceEnforcer = parseAbi(['function incrementNonce(address delegationManager)']);
const warden = parseAbi(['function announce(bytes32 actionHash, uint256 delay)']);
const manager = parseAbi([
  'struct Caveat { address enforcer; bytes terms; bytes args; }',
  'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
  'function disableDelegation(Delegation delegation)',
  'function enableDelegation(Delegation delegation)',
]);
const account = parseAbi(['function execute(bytes32 mode, bytes executionCalldata)']);

export const THIEF = repeated('66', 20);
const WARDEN = repeated('aa', 20);
const PAYEE = repeated('ca', 20);
const SOMEBODY = repeated('4b', 20);
/** Any delegate may redeem such a delegation. */
const ANYBODY = '0x0000000000000000000000000000000000000a11';

/** One with an hour to cancel. */
export function announcement(): { to: Address; data: Hex } {
  const args = [repeated('ac', 32), 3600n] as const;
  return {
    to: WARDEN,
    data: encodeFunctionData({ abi: warden, functionName: 'announce', args }),
  };
}

/** Ends every grant of the account. */
export function panicCall(): { to: Address; data: Hex } {
  const args = [FRAMEWORK.delegationManager] as const;
  const data = encodeFunctionData({ abi: nonceEnforcer, functionName: 'incrementNonce', args });
  return { to: FRAMEWORK.nonceEnforcer, data };
}

/** A call of the account itself about one of its own delegations. */
export function managerCall(
  functionName: 'disableDelegation' | 'enableDelegation',
  root: Delegation,
) {
  const data = encodeFunctionData({ abi: manager, functionName, args: [root] });
  return { to: FRAMEWORK.delegationManager, data };
}

/** A message of Bardo's own domain, whole, with the few fields a sample is about. */
export function bardoMessage(
  type: keyof typeof MESSAGES & BardoType,
  chainId: number,
  message: object,
): object {
  return {
    domain: { name: 'Bardo', version: '1', chainId },
    types: { EIP712Domain: BARDO_DOMAIN_FIELDS, [type]: BARDO_TYPES[type] },
    primaryType: type,
    message: { ...MESSAGES[type], ...message },
  };
}

const MESSAGES = {
  PermissionRequest: { amount: '10000000', days: '7' },
  ActionPermit: {
    actionHash: repeated('ac', 32),
    riskTier: 2,
    policyHash: repeated('70', 32),
    nonce: 1,
  },
};

export function openDelegation(chainId: number): object {
  return {
    domain: {
      name: 'DelegationManager',
      version: '1',
      chainId,
      verifyingContract: FRAMEWORK.delegationManager,
    },
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      Caveat: [
        { name: 'enforcer', type: 'address' },
        { name: 'terms', type: 'bytes' },
      ],
      Delegation: [
        { name: 'delegate', type: 'address' },
        { name: 'delegator', type: 'address' },
        { name: 'authority', type: 'bytes32' },
        { name: 'caveats', type: 'Caveat[]' },
        { name: 'salt', type: 'uint256' },
      ],
    },
    primaryType: 'Delegation',
    message: {
      delegate: ANYBODY,
      delegator: SOMEBODY,
      authority: repeated('ff', 32),
      caveats: [],
      salt: '7',
    },
  };
}

/** One small payment in front, behind it a grant that had ended. */
export function batch(usdc: Address, ended: Delegation): Hex {
  const revival = managerCall('enableDelegation', ended);
  const args = [PAYEE, 1_000_000n] as const;
  const payment = encodeFunctionData({ abi: erc20, functionName: 'transfer', args });
  const executions = [
    { target: usdc, value: 0n, callData: payment },
    { target: revival.to, value: 0n, callData: revival.data },
  ];
  const encoded = encodeAbiParameters(
    [
      {
        type: 'tuple[]',
        components: [
          { name: 'target', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'callData', type: 'bytes' },
        ],
      },
    ],
    [executions],
  );
  const mode: Hex = `0x01${'00'.repeat(31)}`;
  return encodeFunctionData({ abi: account, functionName: 'execute', args: [mode, encoded] });
}

/** The same byte again and again, so that an address is recognised at sight. */
function repeated(byte: string, count: number): Hex {
  return `0x${byte.repeat(count)}`;
}
