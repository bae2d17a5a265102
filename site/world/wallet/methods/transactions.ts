// Sending: the Snap is asked with the fields MetaMask hands it (lower case, fees, no nonce), the owner decides,
// the local key signs, anvil mines.
import { HandlerType } from '@metamask/snaps-utils';
import {
  type Address,
  formatEther,
  type HDAccount,
  type Hex,
  hexToBigInt,
  numberToHex,
  type SignedAuthorization,
} from 'viem';
import { lower } from '../../../../src/core/bytes/hex';
import { invalidParams, rejected } from '../errors';
import { caip2, type Wallet } from '../host/wallet';
import type { Fact } from '../view';
import { permittedAccount } from './accounts';
import { type Methods, parsed } from './method';
import {
  assertChain,
  assertReachable,
  refuseCallsToOwnAccounts,
  type Transaction,
  TransactionParams,
  transactionOf,
} from './transaction-params';

export const transactionMethods: Methods = {
  eth_sendTransaction: async (call) => {
    const { wallet, origin } = call;
    const [asked] = parsed(call.params, TransactionParams);
    const account = permittedAccount(call, asked.from);
    if (asked.authorizationList || asked.type === '0x4') {
      throw invalidParams('External EIP-7702 transactions are not supported');
    }
    assertChain(wallet, asked.chainId);
    const transaction = transactionOf(asked);
    refuseCallsToOwnAccounts(wallet, [transaction]);
    assertReachable(wallet);
    const priced = await price(wallet, account.address, transaction);
    await confirmTransaction(wallet, { origin, account: account.address, transaction: priced });
    return submit(wallet, account, priced);
  },
};
export type Priced = Transaction & {
  type: Hex;
  gas: Hex;
  maxFeePerGas: Hex;
  maxPriorityFeePerGas: Hex;
  /** Why it is likely to fail, in the node's words. */
  failing?: string;
  /** As MetaMask shows it to the Snap: no chain id, no nonce. */
  authorizationList?: { address: Address }[];
};

type Shown = {
  origin: string;
  account: Address;
  transaction: Priced;
  title?: string;
  lead?: string;
  facts?: Fact[];
  chainId?: Hex;
  sample?: string;
};

export async function confirmTransaction(wallet: Wallet, shown: Shown): Promise<void> {
  const { origin, account, transaction, sample } = shown;
  const { failing, ...fields } = transaction;
  const facts: Fact[] = shown.facts ?? [
    { label: 'Account', value: account, kind: 'address' },
    ...(transaction.to
      ? [{ label: 'Interacting with', value: transaction.to, kind: 'address' as const }]
      : [{ label: 'Interacting with', value: 'A new contract', kind: 'words' as const }]),
    { label: 'Amount', value: `${formatEther(hexToBigInt(transaction.value))} ETH`, kind: 'words' },
    { label: 'Network fee', value: feeWords(transaction), kind: 'words' },
    ...(failing ? [{ label: 'Likely to fail', value: failing, kind: 'words' as const }] : []),
  ];
  const answer = await wallet.windows.ask(
    {
      kind: 'transaction',
      title: shown.title ?? 'Transaction request',
      origin,
      lead: sample ?? shown.lead ?? 'Review request details before you confirm.',
      facts,
      raw: transaction.data ?? null,
      confirm: sample ? 'Close' : 'Confirm',
      reject: sample ? null : 'Cancel',
    },
    (id) =>
      wallet.explain(id, HandlerType.OnTransaction, {
        transaction: {
          from: lower(account),
          ...fields,
          ...(fields.to ? { to: lower(fields.to) } : {}),
        },
        chainId: caip2(shown.chainId ?? wallet.memory.chainId),
        transactionOrigin: origin,
      }),
  );
  if (!answer.confirmed) throw rejected();
}

/** The hash, as soon as the node has taken it. */
export async function submit(
  wallet: Wallet,
  account: HDAccount,
  transaction: Priced,
  authorizations?: SignedAuthorization[],
): Promise<Hex> {
  const nonce = await wallet.chain.request('eth_getTransactionCount', [account.address, 'latest']);
  const fees = {
    maxFeePerGas: hexToBigInt(transaction.maxFeePerGas),
    maxPriorityFeePerGas: hexToBigInt(transaction.maxPriorityFeePerGas),
  };
  const common = {
    ...fees,
    chainId: Number(wallet.chain.chainId),
    nonce: Number(nonce),
    gas: hexToBigInt(transaction.gas),
    value: hexToBigInt(transaction.value),
    ...(transaction.to ? { to: transaction.to } : {}),
    ...(transaction.data ? { data: transaction.data } : {}),
  };
  const raw = authorizations
    ? await account.signTransaction({
        ...common,
        type: 'eip7702',
        authorizationList: authorizations,
      })
    : await account.signTransaction({ ...common, type: 'eip1559' });
  const hash = await wallet.chain.askHex('eth_sendRawTransaction', [raw]);
  wallet.changed();
  return hash;
}

export async function price(
  wallet: Wallet,
  from: Address,
  transaction: Transaction,
): Promise<Priced> {
  const block = (await wallet.chain.request('eth_getBlockByNumber', ['latest', false])) as {
    baseFeePerGas: Hex;
  };
  const tip = 1_000_000n;
  const estimate = await wallet.chain
    .askHex('eth_estimateGas', [{ from, ...transaction }])
    .then((gas) => ({ gas: (hexToBigInt(gas) * 13n) / 10n, failing: undefined }))
    .catch((error) => ({ gas: 500_000n, failing: String((error as Error).message) }));
  return {
    ...transaction,
    type: '0x2',
    gas: numberToHex(estimate.gas),
    maxFeePerGas: numberToHex(hexToBigInt(block.baseFeePerGas) * 2n + tip),
    maxPriorityFeePerGas: numberToHex(tip),
    ...(estimate.failing ? { failing: estimate.failing } : {}),
  };
}

function feeWords({ gas, maxFeePerGas }: Priced): string {
  // Rounded up to a thousandth of a millionth ETH: "at most" stays true.
  const unit = 10n ** 9n;
  const wei = hexToBigInt(gas) * hexToBigInt(maxFeePerGas);
  return `at most ${formatEther(((wei + unit - 1n) / unit) * unit)} ETH`;
}
