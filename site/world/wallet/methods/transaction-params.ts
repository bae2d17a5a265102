// The transaction that a page asks for, and what the wallet refuses of it.
import { any, array, optional, string, tuple, type } from '@metamask/superstruct';
import { type Address, type Hex, isAddress, isHex } from 'viem';
import { lower } from '../../../../src/core/bytes/hex';
import { invalidParams, RpcError } from '../errors';
import type { Wallet } from '../host/wallet';

export const TransactionParams = tuple([
  type({
    from: string(),
    chainId: optional(string()),
    to: optional(string()),
    value: optional(string()),
    data: optional(string()),
    type: optional(string()),
    authorizationList: optional(array(any())),
  }),
]);

export type Transaction = { to?: Address; value: Hex; data?: Hex };

type AskedCall = { to?: string | undefined; value?: string | undefined; data?: string | undefined };

export function transactionOf(asked: AskedCall): Transaction {
  const { to, value = '0x0', data } = asked;
  if (to !== undefined && !isAddress(to, { strict: false }))
    throw invalidParams('Invalid "to" address.');
  if (!isHex(value)) throw invalidParams(`Invalid transaction value "${value}": not a hex string.`);
  if (data !== undefined && !isHex(data)) throw invalidParams('Invalid transaction data: not hex.');
  return {
    ...(to === undefined ? {} : { to: lower(to) }),
    value,
    ...(data === undefined || data === '0x' ? {} : { data }),
  };
}

/** Sites may not call an account of the wallet with data: it could be its smart account. */
export function refuseCallsToOwnAccounts(wallet: Wallet, calls: Transaction[]): void {
  const own = (to?: Address) => wallet.accounts.some(({ address }) => to === lower(address));
  if (calls.some(({ to, data }) => own(to) && data !== undefined)) {
    throw invalidParams('External transactions to internal accounts cannot include data');
  }
}

/** A site that names its chain is not sent to another. */
export function assertChain({ memory }: Wallet, chainId: string | undefined): void {
  if (chainId === undefined || chainId.toLowerCase() === memory.chainId) return;
  throw invalidParams(
    `Invalid transaction params: chainId must match the network client, got: ${chainId}, expected: ${memory.chainId}`,
  );
}

export function assertReachable(wallet: Wallet): void {
  if (wallet.memory.chainId === wallet.chain.chainId) return;
  throw new RpcError(
    4901,
    'The demo wallet reaches the demo chain only. Switch the network first.',
  );
}
