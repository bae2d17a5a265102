// A session key as an ERC-4337 account: the same address, upgraded by EIP-7702 to MetaMask's stateless account, whose
// only owner is the key.
import { type Address, encodeFunctionData, parseAbi, parseSignature } from 'viem';
import {
  entryPoint07Abi,
  type SmartAccount,
  type SmartAccountImplementation,
  toPackedUserOperation,
  toSmartAccount,
  type UserOperation,
} from 'viem/account-abstraction';
import { hashAuthorization } from 'viem/utils';
import { FRAMEWORK } from '../../core/chain/addresses';
import { encodeMode, encodeSingle } from '../../core/chain/execution';
import type { AgentChain } from '../chain/chain';
import type { SessionKey } from '../key/session-key';

export const accountAbi = parseAbi([
  'function execute(bytes32 mode, bytes executionCalldata)',
  'function withdrawDeposit(address to, uint256 amount)',
]);
/** As the account's own code has it; it judges operations by typed data, not by the EntryPoint's hash. */
const USER_OPERATION = {
  PackedUserOperation: [
    { name: 'sender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'initCode', type: 'bytes' },
    { name: 'callData', type: 'bytes' },
    { name: 'accountGasLimits', type: 'bytes32' },
    { name: 'preVerificationGas', type: 'uint256' },
    { name: 'gasFees', type: 'bytes32' },
    { name: 'paymasterAndData', type: 'bytes' },
    { name: 'entryPoint', type: 'address' },
  ],
} as const;
const NAME = 'EIP7702StatelessDeleGator';

type KeyAccount = SmartAccount<SmartAccountImplementation<typeof entryPoint07Abi, '0.7'>>;

export function accountOf({ client, chainId }: AgentChain, key: SessionKey): Promise<KeyAccount> {
  const owner = key.account();
  const entryPoint = {
    abi: entryPoint07Abi,
    address: FRAMEWORK.entryPoint,
    version: '0.7',
  } as const;
  return toSmartAccount({
    client,
    entryPoint,
    getAddress: async () => key.address,
    getFactoryArgs: async () => ({ factory: undefined, factoryData: undefined }),
    encodeCalls: async (calls) => {
      const [call] = calls;
      if (!call || calls.length > 1) throw new Error('One call at a time.');
      const mode = encodeMode({ calls: 'single', onFailure: 'revert' });
      const { to: target, value = 0n, data = '0x' } = call;
      const args = [mode, encodeSingle({ target, value, data })] as const;
      return encodeFunctionData({ abi: accountAbi, functionName: 'execute', args });
    },
    // Any signature that can be recovered: it stands in while gas is estimated.
    getStubSignature: async () => `0x${'11'.repeat(32)}${'22'.repeat(32)}1b`,
    signMessage: ({ message }) => owner.signMessage({ message }),
    signTypedData: (typed) =>
      owner.signTypedData(typed as Parameters<typeof owner.signTypedData>[0]),
    signUserOperation: ({ chainId: _, ...operation }) => {
      const packed = toPackedUserOperation({ ...operation, sender: key.address } as UserOperation);
      const domain = { name: NAME, version: '1', chainId, verifyingContract: key.address };
      const message = { ...packed, entryPoint: entryPoint.address };
      return key.signTypedData({
        domain,
        types: USER_OPERATION,
        primaryType: 'PackedUserOperation',
        message,
      });
    },
  });
}

/** The key's word that MetaMask's stateless account may act for its address (EIP-7702). */
export async function upgradeOf({ client, chainId }: AgentChain, key: SessionKey) {
  const nonce = await client.getTransactionCount({ address: key.address });
  const address: Address = FRAMEWORK.smartAccount7702;
  const { r, s, yParity } = parseSignature(
    await key.sign(hashAuthorization({ contractAddress: address, chainId, nonce })),
  );
  return { authorization: { address, chainId, nonce, r, s, yParity } };
}
