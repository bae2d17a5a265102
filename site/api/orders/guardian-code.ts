// A guardian with code (a contract, or a key that is delegated by EIP-7702) judges its own signature, with as much of
// the relay's gas as it likes: orders of such guardians are not sent.
import type { Address, PublicClient } from 'viem';

export async function hasCode(client: PublicClient, address: Address): Promise<boolean> {
  const code = await client.getCode({ address, blockTag: 'latest' });
  return code !== undefined && code !== '0x';
}
