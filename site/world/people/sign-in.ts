// The text an owner signs to sign in at the Portal (ERC-4361).
import type { PrivateKeyAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';

export function signInMessage(
  owner: PrivateKeyAccount,
  over: {
    nonce: string;
    chainId: number;
    now: number;
    domain?: string;
    uri?: string;
    seconds?: number;
  },
): string {
  return createSiweMessage({
    address: owner.address,
    chainId: over.chainId,
    domain: over.domain ?? 'localhost:3003',
    uri: over.uri ?? 'http://localhost:3003',
    nonce: over.nonce,
    version: '1',
    issuedAt: new Date(over.now * 1000),
    expirationTime: new Date((over.now + (over.seconds ?? 300)) * 1000),
  });
}
