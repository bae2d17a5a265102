// Small signatures of the owner: a permit for one Warden action, and an x402 payment (EIP-3009).
import type { Address, Hex } from 'viem';
import { chainOf } from '../../src/core/chain/known';
import { bardoTypedData } from '../../src/core/protocol/typed-data';

export const NO_HASH: Hex = `0x${'00'.repeat(32)}`;

export type Permit = {
  golem: string;
  actionHash: Hex;
  riskTier: number;
  policyHash: Hex;
  simulationHash: Hex;
  deadline: number;
};

export function permitOf(chainId: number, { deadline, ...permit }: Permit, nonce: bigint) {
  return bardoTypedData('ActionPermit', chainId, { ...permit, nonce, deadline: BigInt(deadline) });
}

const AUTHORIZATION = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
] as const;

const DOMAIN = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
] as const;

export type Payment = { from: Address; to: Address; value: bigint; until: number; nonce: Hex };

/** null where Bardo knows no USDC. `name` is what the token itself answers, when the wallet could ask it. */
export function paymentOf(chainId: number, { until, ...payment }: Payment, name: string | null) {
  const usdc = chainOf(chainId)?.usdc;
  if (!usdc) return null;
  return {
    domain: {
      name: name ?? usdc.calls ?? 'USD Coin',
      version: '2',
      chainId: BigInt(chainId),
      verifyingContract: usdc.address,
    },
    types: { EIP712Domain: DOMAIN, TransferWithAuthorization: AUTHORIZATION },
    primaryType: 'TransferWithAuthorization',
    message: { ...payment, validAfter: 0n, validBefore: BigInt(until) },
  } as const;
}

export function randomHash(): Hex {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
