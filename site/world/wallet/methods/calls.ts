// EIP-5792: several calls as one, made atomic by the smart account (ERC-7821 `execute`). As MetaMask does it: the id is
// given before the owner decides, a cancelled batch is forgotten, and one call is a plain transaction that upgrades
// nothing.
import { randomBytes } from 'node:crypto';
import {
  encodeAbiParameters,
  encodeFunctionData,
  type HDAccount,
  type Hex,
  hexToBigInt,
  parseAbi,
  zeroAddress,
} from 'viem';
import { lower } from '../../../../src/core/bytes/hex';
import { errorOf, RpcError } from '../errors';
import { receiptOf } from '../host/receipts';
import { accountsFor, type Wallet } from '../host/wallet';
import { permittedAccount } from './accounts';
import { type Method, type Methods, parsed } from './method';
import { assertSendable, type Bundle, bundlesOf, SendParams } from './sendable';
import { accountCode, submitUpgrade, withUpgrade } from './smart-account';
import { refuseCallsToOwnAccounts, type Transaction, transactionOf } from './transaction-params';
import { confirmTransaction, type Priced, price, submit } from './transactions';

const execute = parseAbi(['function execute(bytes32 mode, bytes executionCalldata)']);
/** ERC-7579: a batch that reverts as a whole. */
const BATCH: Hex = `0x01${'00'.repeat(31)}`;

export const callMethods: Methods = {
  wallet_getCapabilities: async (call) => {
    const [address, chains] = (Array.isArray(call.params) ? call.params : []) as [string?, Hex[]?];
    const account = permittedAccount(call, address);
    const { chainId } = call.wallet.chain;
    if (chains && !chains.map((one) => one.toLowerCase()).includes(chainId)) return {};
    const code = await accountCode(call.wallet, account.address);
    if (code === 'elsewhere') return {};
    return { [chainId]: { atomic: { status: code === 'smart' ? 'supported' : 'ready' } } };
  },
  wallet_sendCalls: (call) => sendCalls(call),
  wallet_getCallsStatus: async ({ wallet, params }) => {
    const [id] = (Array.isArray(params) ? params : []) as [string?];
    const bundle = bundlesOf(wallet).get(id ?? '');
    if (!bundle) throw new RpcError(5730, 'No matching bundle found');
    const receipt = bundle.hash && (await receiptOf(wallet.chain, bundle.hash));
    const common = { version: '2.0.0', id, chainId: wallet.chain.chainId, atomic: true };
    if (!receipt) return { ...common, status: bundle.failed ? 400 : 100 };
    const { status, blockHash, blockNumber, gasUsed, transactionHash } = receipt;
    const logs = receipt.logs.map(({ address, data, topics }) => ({ address, data, topics }));
    const shown = { status, blockHash, blockNumber, gasUsed, transactionHash, logs };
    return { ...common, status: status === '0x1' ? 200 : 500, receipts: [shown] };
  },
};

const sendCalls: Method = async (call) => {
  const { wallet, origin } = call;
  const [asked] = parsed(call.params, SendParams);
  assertSendable(call, asked);
  const account = permittedAccount(call, asked.from ?? accountsFor(wallet, origin)[0]);
  const calls = asked.calls.map(transactionOf);
  refuseCallsToOwnAccounts(wallet, calls);
  const code = await accountCode(wallet, account.address);
  if (code === 'elsewhere') throw new RpcError(5750, 'EIP-7702 upgrade not supported on account');
  const id = asked.id ?? `0x${randomBytes(16).toString('hex')}`;
  const bundle: Bundle = { hash: null, failed: false };
  bundlesOf(wallet).set(id, bundle);
  void decide({ wallet, origin, account, calls, smart: code === 'smart' }).then(
    (hash) => {
      bundle.hash = hash;
    },
    (error) => {
      if (errorOf(error).code === 4001) bundlesOf(wallet).delete(id);
      else bundle.failed = true;
    },
  );
  return { id };
};

type Deciding = {
  wallet: Wallet;
  origin: string;
  account: HDAccount;
  calls: Transaction[];
  smart: boolean;
};

async function decide(deciding: Deciding): Promise<Hex> {
  const { wallet, origin, account, calls, smart } = deciding;
  const [only, ...others] = calls;
  if (only && others.length === 0) {
    const priced = await price(wallet, account.address, only);
    await confirmTransaction(wallet, { origin, account: account.address, transaction: priced });
    return submit(wallet, account, priced);
  }
  const transaction = await confirmBatch(deciding);
  return smart ? submit(wallet, account, transaction) : submitUpgrade(wallet, account, transaction);
}

async function confirmBatch(deciding: Deciding): Promise<Priced> {
  const { wallet, origin, account, calls, smart } = deciding;
  const batch = { to: lower(account.address), value: '0x0', data: encodeBatch(calls) } as const;
  const priced = await price(wallet, account.address, batch);
  const transaction = smart ? priced : withUpgrade(priced, '0x1e8480');
  await confirmTransaction(wallet, {
    origin,
    account: account.address,
    transaction,
    title: `Includes ${calls.length} transactions`,
    lead: smart ? 'They happen together or not at all.' : 'Switching to smart account.',
    facts: [
      { label: 'Account', value: account.address, kind: 'address' },
      { label: 'Interacting with', value: 'Smart contract', kind: 'words' },
      ...(transaction.failing
        ? [{ label: 'Likely to fail', value: transaction.failing, kind: 'words' as const }]
        : []),
    ],
  });
  return transaction;
}

function encodeBatch(calls: Transaction[]): Hex {
  const executions = calls.map(({ to, value, data }) => ({
    target: to ?? zeroAddress,
    value: hexToBigInt(value),
    callData: data ?? '0x',
  }));
  const encoded = encodeAbiParameters(EXECUTIONS, [executions]);
  return encodeFunctionData({ abi: execute, functionName: 'execute', args: [BATCH, encoded] });
}

const EXECUTIONS = [
  {
    type: 'tuple[]',
    components: [
      { name: 'target', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'callData', type: 'bytes' },
    ],
  },
] as const;
