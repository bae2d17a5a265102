// The relay account: sends queued orders one at a time. A transaction is signed and stored before it is
// broadcast, so a crash in between repeats the same bytes and never spends a second nonce on one order. All
// bytes ever sent for an order are remembered: after a higher fee the first ones may be mined all the same.
import { decodeFunctionData, type Hex, keccak256, type TransactionReceipt } from 'viem';
import { golemPolicyEnforcerAbi } from '../../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import { safeText } from '../log';
import type { RelayRow } from '../relays';
import { passes } from './grant-check';
import { hold, oldest, type RelayDesk, update } from './relay-desk';

const BUMP_SECONDS = 30;
const MAX_ATTEMPTS = 5;
/** In percent of what the node asks: an order is never worth any price. */
const MAX_BUMP = 400;

/** One round over the desk. True when something moved. */
export async function runRelay(desk: RelayDesk): Promise<boolean> {
  if (!(await hold(desk))) return false;
  const sent = await oldest(desk, 'sent');
  if (sent) return settle(desk, sent);
  const queued = await oldest(desk, 'queued');
  return queued ? send(desk, queued) : false;
}

async function send(desk: RelayDesk, row: RelayRow): Promise<boolean> {
  const { client, account } = desk;
  // Mined after all, though its number looked used: the node was behind.
  if ((await minedOf(desk, row))?.status === 'success') return settle(desk, row);
  const call = { account: account.address, to: row.target as Hex, data: row.data as Hex };
  if (!(await passes(client.call(call)))) return refused(desk, row);
  const nonce = await client.getTransactionCount({ address: account.address, blockTag: 'latest' });
  await broadcast(desk, { ...row, nonce });
  return true;
}

/** The chain may show it by somebody else's doing; else it is tried again: what it builds on may not be mined yet. */
async function refused(desk: RelayDesk, row: RelayRow): Promise<boolean> {
  if (await isShown(desk, row)) {
    const block_number = Number(await desk.client.getBlockNumber({ cacheTime: 0 }));
    const reason = 'The chain shows it already.';
    return update(desk, row, { state: 'done', block_number, reason });
  }
  const attempts = row.attempts + 1;
  const state = attempts >= MAX_ATTEMPTS ? 'failed' : 'queued';
  return update(desk, row, { state, attempts, reason: 'The contract refuses the order.' });
}

async function isShown({ client }: RelayDesk, { target, data }: RelayRow): Promise<boolean> {
  if (target !== BARDO.golemPolicyEnforcer) return false;
  const abi = golemPolicyEnforcerAbi;
  const call = decodeFunctionData({ abi, data: data as Hex });
  if (call.functionName !== 'raise') return false;
  const [manager, guardian, budgetId, generation] = call.args;
  const args = [manager, guardian, budgetId] as const;
  const address = BARDO.golemPolicyEnforcer;
  const [floor] = await client.readContract({ address, abi, functionName: 'getBudget', args });
  return floor >= generation;
}

/** Follows a transaction to its receipt; the same bytes again while there is none, a higher fee after a while. */
async function settle(desk: RelayDesk, row: RelayRow): Promise<boolean> {
  const { client, now, account } = desk;
  const receipt = await minedOf(desk, row);
  if (receipt) {
    const done = receipt.status === 'success';
    const attempts = row.attempts + 1;
    const state = done ? 'done' : attempts >= MAX_ATTEMPTS ? 'failed' : 'queued';
    const block_number = done ? Number(receipt.blockNumber) : null;
    const reason = done ? null : 'The transaction was reverted.';
    const transaction = receipt.transactionHash;
    return update(desk, row, { state, attempts, transaction, block_number, reason });
  }
  const { address } = account;
  const used = await client.getTransactionCount({ address, blockTag: 'latest' });
  if (row.nonce === null || used > row.nonce) {
    // Its number was used by another transaction: this one will never be mined.
    return update(desk, row, { state: 'queued', raw: null });
  }
  if (now() - row.updated_at >= BUMP_SECONDS) await broadcast(desk, row);
  else await rebroadcast(desk, row);
  return false;
}

/** The receipt of whichever of its transactions was mined. */
async function minedOf(desk: RelayDesk, row: RelayRow): Promise<TransactionReceipt | null> {
  const hashes = [row.transaction, ...row.tried.split(' ')].filter(Boolean) as Hex[];
  for (const hash of hashes) {
    const receipt = await desk.client.getTransactionReceipt({ hash }).catch((error: Error) => {
      if (error.name === 'TransactionReceiptNotFoundError') return null;
      throw error;
    });
    if (receipt) return receipt;
  }
  return null;
}

async function broadcast(desk: RelayDesk, row: RelayRow): Promise<void> {
  const { client, account, chainId } = desk;
  const fees = await client.estimateFeesPerGas();
  const bump = BigInt(Math.min(100 + 30 * row.attempts, MAX_BUMP));
  const request = { to: row.target as Hex, data: row.data as Hex };
  // On what is mined: among what is pending is this very order, and it would be refused twice.
  const at = { account: account.address, blockTag: 'latest' } as const;
  const gas = await client.estimateGas({ ...at, ...request });
  if (!account.signTransaction) throw new Error('The relay account cannot sign.');
  const raw = await account.signTransaction({
    ...request,
    type: 'eip1559',
    chainId,
    nonce: row.nonce ?? 0,
    gas: (gas * 12n) / 10n,
    maxFeePerGas: (fees.maxFeePerGas * bump) / 100n,
    maxPriorityFeePerGas: (fees.maxPriorityFeePerGas * bump) / 100n,
  });
  const transaction = keccak256(raw);
  const tried = [row.transaction, ...row.tried.split(' ')].filter(Boolean).slice(0, 20).join(' ');
  const sent = { state: 'sent', raw, transaction, nonce: row.nonce, tried } as const;
  // A node may have kept us waiting for longer than the account is ours.
  if (!(await hold(desk))) return;
  const attempts = row.attempts + 1;
  if (await update(desk, row, { ...sent, attempts })) await rebroadcast(desk, { ...row, raw });
}

/** "Already known" is as good as sent. */
async function rebroadcast({ client, log, chainId }: RelayDesk, row: RelayRow): Promise<void> {
  await client.sendRawTransaction({ serializedTransaction: row.raw as Hex }).catch((error) => {
    log('warn', 'relay', { chainId, order: row.id, error: safeText(error) });
  });
}
