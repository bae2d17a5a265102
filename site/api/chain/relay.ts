// The relay account: sends queued orders one at a time. A transaction is signed and stored before it is
// broadcast, so a crash in between repeats the same bytes and never spends a second nonce on one order. All
// bytes ever sent for an order are remembered: after a higher fee the first ones may be mined all the same.
import { decodeFunctionData, type Hex, type TransactionReceipt } from 'viem';
import { golemPolicyEnforcerAbi } from '../../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import { safeText } from '../log';
import type { RelayRow } from '../relays';
import { passes } from './grant-check';
import { callOf, canPay, signed } from './relay-bytes';
import { hold, nextQueued, nextSent, note, type RelayDesk, update } from './relay-desk';

const BUMP_SECONDS = 30;
const MAX_ATTEMPTS = 5;
const REFUSED = 'The contract refuses the order.';
const UNPAID = 'The relay account cannot pay for gas. The order waits until it can.';

/** One round over the desk. True when something moved. */
export async function runRelay(desk: RelayDesk): Promise<boolean> {
  if (!(await hold(desk))) return false;
  const sent = await nextSent(desk);
  if (sent) return settle(desk, sent);
  const queued = await nextQueued(desk);
  return queued ? send(desk, queued) : false;
}

async function send(desk: RelayDesk, row: RelayRow): Promise<boolean> {
  const { client, account } = desk;
  // Mined after all, though its number looked used: the node was behind.
  if ((await minedOf(desk, row))?.status === 'success') return settle(desk, row);
  if (!(await passes(client.call(callOf(desk, row))))) return refused(desk, row);
  const nonce = await client.getTransactionCount({ address: account.address, blockTag: 'latest' });
  return broadcast(desk, { ...row, nonce });
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
  return update(desk, row, { state, attempts, raw: null, reason: REFUSED });
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
  if (now() - row.updated_at >= BUMP_SECONDS) return hurry(desk, row);
  await rebroadcast(desk, row);
  return false;
}

/** Not mined for a while. What the contract refuses by now is not worth a higher fee, and must not keep the rest waiting. */
async function hurry(desk: RelayDesk, row: RelayRow): Promise<boolean> {
  if (!(await passes(desk.client.call(callOf(desk, row))))) return refused(desk, row);
  if (!(await broadcast(desk, row))) await rebroadcast(desk, row);
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

/** Signs, remembers and sends. False when the account cannot pay for it, or is no longer ours. */
async function broadcast(desk: RelayDesk, row: RelayRow): Promise<boolean> {
  const { raw, transaction, cost } = await signed(desk, row);
  if (!(await canPay(desk, cost))) {
    await note(desk, row, UNPAID);
    return false;
  }
  const tried = [row.transaction, ...row.tried.split(' ')].filter(Boolean).slice(0, 20).join(' ');
  const sent = { state: 'sent', raw, transaction, nonce: row.nonce, tried, reason: null } as const;
  // A node may have kept us waiting for longer than the account is ours.
  if (!(await hold(desk))) return false;
  const attempts = row.attempts + 1;
  if (!(await update(desk, row, { ...sent, attempts }))) return false;
  await rebroadcast(desk, { ...row, ...sent, attempts });
  return true;
}

/** "Already known" is as good as sent. */
async function rebroadcast(desk: RelayDesk, row: RelayRow): Promise<void> {
  const { client, log, chainId } = desk;
  const serializedTransaction = row.raw as Hex;
  await client.sendRawTransaction({ serializedTransaction }).catch(async (error) => {
    log('warn', 'relay', { chainId, order: row.id, error: safeText(error) });
    if (/insufficient funds/i.test(`${error}`)) await note(desk, row, UNPAID);
  });
}
