// Links that are really signed, on the twin where no other chain is said. Every test has them from here, unless a wallet or
// the product itself signs.
import type { PrivateKeyAccount } from 'viem/accounts';
import { type Delegation, digestOf } from '../../src/core/delegations/delegation';

export async function signedBy(
  account: PrivateKeyAccount,
  link: Omit<Delegation, 'signature'>,
  chainId = 84_532,
): Promise<Delegation> {
  return { ...link, signature: await account.sign({ hash: digestOf(link, chainId) }) };
}
