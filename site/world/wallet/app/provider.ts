// EIP-1193 behind the page: one table of methods, reads passed on to the node.
import { errorOf, methodNotFound } from '../errors';
import type { Wallet } from '../host/wallet';
import { accountMethods } from '../methods/accounts';
import { callMethods } from '../methods/calls';
import { chainMethods } from '../methods/chains';
import { grantMethods } from '../methods/grants';
import type { Methods } from '../methods/method';
import { signatureMethods } from '../methods/signatures';
import { snapMethods } from '../methods/snaps';
import { assertReachable } from '../methods/transaction-params';
import { transactionMethods } from '../methods/transactions';

const METHODS: Methods = {
  ...accountMethods,
  ...callMethods,
  ...chainMethods,
  ...grantMethods,
  ...signatureMethods,
  ...snapMethods,
  ...transactionMethods,
};

/** Nothing of anvil's own: a site must not lean on what no wallet offers. */
const READS = [
  'eth_blockNumber',
  'eth_call',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getStorageAt',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_sendRawTransaction',
  'web3_clientVersion',
];

export async function request(
  wallet: Wallet,
  origin: string,
  asked: { method: string; params: unknown },
): Promise<{ result: unknown } | { error: ReturnType<typeof errorOf> }> {
  const { method, params } = asked;
  try {
    if (Object.hasOwn(METHODS, method)) {
      return { result: (await METHODS[method]?.({ wallet, origin, params })) ?? null };
    }
    if (!READS.includes(method)) throw methodNotFound(method);
    assertReachable(wallet);
    return { result: (await wallet.chain.request(method, params)) ?? null };
  } catch (error) {
    return { error: errorOf(error) };
  }
}
