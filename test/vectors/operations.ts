// User operations of ERC-4337: as MetaMask's accounts and EntryPoint 0.8 have them signed, and handed in by a bundler.
import { concat, encodeFunctionData, type Hex, numberToHex } from 'viem';
import { entryPoint07Abi, entryPoint08Address } from 'viem/account-abstraction';
import { FRAMEWORK } from '../../src/core/chain/addresses';
import { BASE, OWNER, STRANGER } from './builders';
import { DOMAIN_WITH_CONTRACT, typedData } from './signatures/builders';

/** The text whose hash is PACKED_USER_OP_TYPEHASH of MetaMask's accounts, but for its last field. */
const FIELDS =
  'address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData';

export type Operation = ReturnType<typeof anOperation>;

/** Of the owner's account, at 0.02 gwei: gas for 0.0000086 ETH at most. */
export function anOperation(callData: Hex, over: object = {}) {
  return {
    sender: OWNER,
    nonce: 5n,
    initCode: '0x' as Hex,
    callData,
    accountGasLimits: pair(150_000n, 220_000n),
    preVerificationGas: 60_000n,
    gasFees: pair(1_000_000n, 20_000_000n),
    paymasterAndData: '0x' as Hex,
    ...over,
  };
}

/** As MetaMask's smart account wants it signed: in its own domain, with its EntryPoint. */
export function forAccount(operation: Operation, over: object = {}) {
  const domain = {
    ...{ name: 'EIP7702StatelessDeleGator', version: '1', chainId: BASE },
    verifyingContract: operation.sender,
  };
  const fields = `${FIELDS},address entryPoint`;
  const message = { ...plain(operation), entryPoint: FRAMEWORK.entryPoint };
  return { ...typed(domain, fields, message), ...over };
}

/** As EntryPoint 0.8 wants it signed. */
export function forEntryPoint(operation: Operation) {
  const domain = { name: 'ERC4337', version: '1', chainId: BASE };
  return typed({ ...domain, verifyingContract: entryPoint08Address }, FIELDS, plain(operation));
}

/** A bundler's transaction. */
export function handedIn(operations: readonly Operation[], beneficiary: Hex = STRANGER): Hex {
  const ops = operations.map((one) => ({ ...one, signature: `0x${'5a'.repeat(65)}` as Hex }));
  return encodeFunctionData({
    abi: entryPoint07Abi,
    functionName: 'handleOps',
    args: [ops, beneficiary],
  });
}

function typed(domain: object, fields: string, message: object) {
  const types = { EIP712Domain: DOMAIN_WITH_CONTRACT, PackedUserOperation: fields };
  return typedData(domain, types, 'PackedUserOperation', message);
}

function plain(operation: Operation) {
  const { nonce, preVerificationGas } = operation;
  return { ...operation, nonce: `${nonce}`, preVerificationGas: `${preVerificationGas}` };
}

function pair(high: bigint, low: bigint): Hex {
  return concat([numberToHex(high, { size: 16 }), numberToHex(low, { size: 16 })]);
}
