// EIP-5792: several calls as one, made atomic by the smart account (ERC-7821 `execute`). As MetaMask does it: the id is
// given before the owner decides, a cancelled batch is forgotten, and one call is a plain transaction that upgrades
// nothing.
import { randomBytes } from 'node:crypto';
import {
  any,
  array,
  boolean,
  object,
  optional,
  record,
  string,
  tuple,
} from '@metamask/superstruct';
import {
  encodeAbiParameters,
  encodeFunctionData,
  type HDAccount,
  type Hex,
  hexToBigInt,
  parseAbi,
  zeroAddress,
} from 'viem';
import { errorOf, invalidParams, RpcError } from '../errors';
import { receiptOf } from '../host/receipts';
import { accountsFor, lower, type Wallet } from '../host/wallet';
import { permittedAccount } from './accounts';
import { type Call, type Method, type Methods, parsed } from './method';
import { accountCode, submitUpgrade, withUpgrade } from './smart-account';
import {
  confirmTransaction,
  type Priced,
  price,
  refuseCallsToOwnAccounts,
  submit,
  type Transaction,
  transactionOf,
} from './transactions';

const Capabilities = optional(record(string(), any()));
const SendParams = tuple([
  object({
    version: string(),
    id: optional(string()),
    from: optional(string()),
    chainId: string(),
    atomicRequired: boolean(),
    calls: array(
      object({
        to: optional(string()),
        data: optional(string()),
        value: optional(string()),
        capabilities: Capabilities,
      }),
    ),
    capabilities: Capabilities,
  }),
]);
/** `hash` null: the owner has not decided yet, or it was never sent (`failed`). */
type Bundle = { hash: Hex | null; failed: boolean };
type Asked = ReturnType<typeof parsed<(typeof SendParams)['TYPE']>>[0];

const MAX_CALLS = 10;
const execute = parseAbi(['function execute(bytes32 mode, bytes executionCalldata)']);
/** ERC-7579: a batch that reverts as a whole. */
const BATCH: Hex = `0x01${'00'.repeat(31)}`;
const bundles = new WeakMap<Wallet, Map<string, Bundle>>();

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

function assertSendable({ wallet }: Call, asked: Asked): void {
  const { version, chainId, id, calls } = asked;
  if (version !== '2.0.0') {
    throw invalidParams(`Version not supported: Got ${version}, expected 2.0.0`);
  }
  if (calls.length === 0)
    throw invalidParams('Invalid params\n\n0 > calls - Expected at least one');
  if (calls.some(({ data }) => data === '0x')) {
    throw invalidParams('Invalid params\n\n0 > calls > data - Expected a non-empty hex string');
  }
  if (chainId.toLowerCase() !== wallet.chain.chainId) {
    throw new RpcError(5710, `EIP-7702 not supported on chain: ${chainId}`);
  }
  if (chainId.toLowerCase() !== wallet.memory.chainId) {
    throw invalidParams(
      `Chain ID must match the dApp selected network: Got ${chainId}, expected ${wallet.memory.chainId}`,
    );
  }
  if (id !== undefined && bundlesOf(wallet).has(id)) {
    throw new RpcError(5720, `Duplicate id: ${id}`);
  }
  if (calls.length > MAX_CALLS) {
    throw new RpcError(5740, `Bundle too large: ${calls.length} calls, at most ${MAX_CALLS}`);
  }
  const wanted = [asked, ...calls].flatMap(({ capabilities }) =>
    Object.entries(capabilities ?? {}),
  );
  const missing = wanted.filter(([, value]) => value?.optional !== true).map(([name]) => name);
  if (missing.length > 0) {
    throw new RpcError(5700, `Unsupported non-optional capabilities: ${missing.join(', ')}`);
  }
}

function bundlesOf(wallet: Wallet): Map<string, Bundle> {
  const known = bundles.get(wallet) ?? new Map<string, Bundle>();
  bundles.set(wallet, known);
  return known;
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
