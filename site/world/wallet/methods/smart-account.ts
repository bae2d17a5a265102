// EIP-7702 with MetaMask's real implementation.
import type { Address, HDAccount, Hex, SignedAuthorization } from 'viem';
import { lower } from '../../../../src/core/bytes/hex';
import { FRAMEWORK } from '../../../../src/core/chain/addresses';
import type { Wallet } from '../host/wallet';
import { type Priced, price, submit } from './transactions';

/** `elsewhere`: the account's code points at somebody else's implementation. */
export type AccountCode = 'plain' | 'smart' | 'elsewhere';

const POINTER = '0xef0100';

export async function accountCode(wallet: Wallet, address: Address): Promise<AccountCode> {
  const code = (await wallet.chain.codeOf(address)).toLowerCase();
  if (code === '0x') return 'plain';
  return code === `${POINTER}${FRAMEWORK.smartAccount7702.slice(2)}` ? 'smart' : 'elsewhere';
}

/** The transaction that makes an account smart: to itself, without data, as MetaMask sends it. */
export async function upgradeOf(wallet: Wallet, address: Address): Promise<Priced> {
  const plain = await price(wallet, address, { to: lower(address), value: '0x0' });
  return withUpgrade(plain);
}

/** An authorization costs up to 25,000 gas more, and its code is not there yet when gas is estimated. */
export function withUpgrade(transaction: Priced, gas: Hex = '0x186a0'): Priced {
  const { failing: _, ...rest } = transaction;
  return {
    ...rest,
    type: '0x4',
    gas,
    authorizationList: [{ address: FRAMEWORK.smartAccount7702 }],
  };
}

export async function submitUpgrade(
  wallet: Wallet,
  account: HDAccount,
  transaction: Priced,
): Promise<Hex> {
  return submit(wallet, account, transaction, [await authorize(wallet, account)]);
}

/** The sender's own nonce is counted up before its authorization is checked. */
async function authorize(wallet: Wallet, account: HDAccount): Promise<SignedAuthorization> {
  const count = await wallet.chain.request('eth_getTransactionCount', [account.address, 'latest']);
  if (!account.signAuthorization) throw new Error('This key cannot sign an authorization.');
  return account.signAuthorization({
    address: FRAMEWORK.smartAccount7702,
    chainId: Number(wallet.chain.chainId),
    nonce: Number(count) + 1,
  }) as Promise<SignedAuthorization>;
}
