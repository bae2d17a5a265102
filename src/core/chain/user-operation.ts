// ERC-4337 user operations: calls that an account makes by a signature, handed in by whoever likes. An account takes
// commands only from itself and from the one EntryPoint it was built for.
//
// packed: accountGasLimits = verification gas 16 · call gas 16; gasFees = priority fee 16 · most per gas 16
import type { Address, Hex } from 'viem';
import { FRAMEWORK, sameAddress } from './addresses';
import type { Call } from './call';

/** Versions 0.6, 0.7, 0.8 and 0.9: the same on every chain. */
export const ENTRY_POINTS: readonly Address[] = [
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  FRAMEWORK.entryPoint,
  '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
  '0x433709009b8330fda32311df1c2afa402ed8d009',
];

export type UserOperation = {
  sender: Address;
  initCode: Hex;
  callData: Hex;
  /** What the account pays for gas at most, in wei; 0 where a paymaster pays, null where nothing tells. */
  mostGas: bigint | null;
};

/** The struct as EntryPoint 0.7 and later take it, without its signature. */
export const PACKED_OPERATION =
  'address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData';
export const OPERATION_06 =
  'address sender, uint256 nonce, bytes initCode, bytes callData, uint256 callGasLimit, uint256 verificationGasLimit, uint256 preVerificationGas, uint256 maxFeePerGas, uint256 maxPriorityFeePerGas, bytes paymasterAndData';

type Head = Pick<UserOperation, 'sender' | 'initCode' | 'callData'> & {
  preVerificationGas: bigint;
  paymasterAndData: Hex;
};
export type Packed = Head & { accountGasLimits: Hex; gasFees: Hex };
export type Operation06 = Head & {
  callGasLimit: bigint;
  verificationGasLimit: bigint;
  maxFeePerGas: bigint;
};

export function packedOperation(packed: Packed): UserOperation {
  const [verification, call] = halves(packed.accountGasLimits);
  const [, price] = halves(packed.gasFees);
  return operationOf(packed, verification + call, price);
}

export function operation06(one: Operation06): UserOperation {
  return operationOf(one, one.verificationGasLimit + one.callGasLimit, one.maxFeePerGas);
}

export function isEntryPoint(address: string | null | undefined): boolean {
  return ENTRY_POINTS.some((one) => sameAddress(one, address));
}

/** The call by which an EntryPoint runs it. */
export function operationCall(
  { sender, callData }: UserOperation,
  entryPoint: Address,
  chainId: number,
): Call {
  return { chainId, from: entryPoint, to: sender, value: 0n, data: callData, unbounded: true };
}

/** MetaMask's account runs a command of itself or of its EntryPoint, and of nobody else. */
export function isCommand({ from, to }: Call): boolean {
  return sameAddress(from, to) || sameAddress(from, FRAMEWORK.entryPoint);
}

function operationOf(head: Head, limits: bigint, price: bigint): UserOperation {
  const { sender, initCode, callData, preVerificationGas, paymasterAndData } = head;
  const mostGas = paymasterAndData === '0x' ? (limits + preVerificationGas) * price : 0n;
  return { sender, initCode, callData, mostGas };
}

function halves(word: Hex): [bigint, bigint] {
  return [BigInt(word.slice(0, 34)), BigInt(`0x${word.slice(34)}`)];
}
