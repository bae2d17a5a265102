// The relay account: sends queued orders one at a time. A transaction is signed and stored before it is
// broadcast, so a crash in between repeats the same bytes and never spends a second nonce on one order.
// One process at a time holds the account.
import {
  type Account,
  type Hex,
  keccak256,
  type PublicClient,
  type TransactionReceipt,
} from 'viem';
import { type Log, safeText } from '../log';
import type { RelayRow } from '../relays';
import { one, type Sql, type Store } from '../store/store';
import { passes } from './grant-check';

export type RelayDesk = {
  store: Store;
  client: PublicClient;
  chainId: number;
  account: Account;
  holder: string;
  now: () => number;
  log: Log;
};

const HOLD_SECONDS = 30;
const BUMP_SECONDS = 30;
const MAX_ATTEMPTS = 5;

/** One round over the desk. True when something moved. */
export async function runRelay(desk: RelayDesk): Promise<boolean> {
  if (!(await hold(desk))) return false;
  const sent = await oldest(desk, 'sent');
  if (sent) return settle(desk, sent);
  const queued = await oldest(desk, 'queued');
  return queued ? send(desk, queued) : false;
}

async function hold({ store, chainId, holder, now }: RelayDesk): Promise<boolean> {
  const rows = await store.query(
    `insert into holders (name, holder, until) values ($1, $2, $3)
       on conflict (name) do update set holder = $2, until = $3
       where holders.holder = $2 or holders.until < $4 returning name`,
    [`relay ${chainId}`, holder, now() + HOLD_SECONDS, now()],
  );
  return rows.length === 1;
}

function oldest({ store, chainId }: RelayDesk, state: string): Promise<RelayRow | null> {
  return one<RelayRow>(
    store,
    'select * from relays where chain_id = $1 and state = $2 order by created_at, id limit 1',
    [chainId, state],
  );
}

async function send(desk: RelayDesk, row: RelayRow): Promise<boolean> {
  const { client, account, now } = desk;
  // Mined after all, though its number looked used: the node was behind.
  if (row.transaction && (await receiptOf(client, row.transaction))?.status === 'success') {
    return settle(desk, row);
  }
  const call = { account: account.address, to: row.target as Hex, data: row.data as Hex };
  // An order the contract refuses now is tried again a few times: what it builds on may not be mined yet.
  if (!(await passes(client.call(call)))) {
    const attempts = row.attempts + 1;
    const state = attempts >= MAX_ATTEMPTS ? 'failed' : 'queued';
    const reason = 'The contract refuses the order, or the chain shows it already.';
    await update(desk.store, row.id, { state, attempts, reason }, now());
    return true;
  }
  const nonce = await client.getTransactionCount({ address: account.address, blockTag: 'latest' });
  await broadcast(desk, { ...row, nonce });
  return true;
}

/** Follows a transaction to its receipt; the same bytes again while there is none, a higher fee after a while. */
async function settle(desk: RelayDesk, row: RelayRow): Promise<boolean> {
  const { client, store, now } = desk;
  const receipt = await receiptOf(client, row.transaction as string);
  if (receipt) {
    const done = receipt.status === 'success';
    const attempts = row.attempts + 1;
    const state = done ? 'done' : attempts >= MAX_ATTEMPTS ? 'failed' : 'queued';
    const block_number = done ? Number(receipt.blockNumber) : null;
    const reason = done ? null : 'The transaction was reverted.';
    await update(store, row.id, { state, attempts, block_number, reason }, now());
    return true;
  }
  const used = await client.getTransactionCount({
    address: desk.account.address,
    blockTag: 'latest',
  });
  if (row.nonce === null || used > row.nonce) {
    // Its number was used by another transaction: this one will never be mined.
    await update(store, row.id, { state: 'queued', raw: null }, now());
    return true;
  }
  if (now() - row.updated_at >= BUMP_SECONDS) await broadcast(desk, row);
  else await rebroadcast(desk, row);
  return false;
}

function receiptOf(client: PublicClient, hash: string): Promise<TransactionReceipt | null> {
  return client.getTransactionReceipt({ hash: hash as Hex }).catch(() => null);
}

async function broadcast(desk: RelayDesk, row: RelayRow): Promise<void> {
  const { client, account, chainId, store, now } = desk;
  const fees = await client.estimateFeesPerGas();
  const bump = BigInt(100 + 30 * row.attempts);
  const request = { to: row.target as Hex, data: row.data as Hex };
  const gas = await client.estimateGas({ account: account.address, ...request });
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
  const sent = {
    state: 'sent' as const,
    raw,
    transaction,
    nonce: row.nonce,
    attempts: row.attempts + 1,
  };
  await update(store, row.id, sent, now());
  await rebroadcast(desk, { ...row, raw });
}

/** "Already known" is as good as sent. */
async function rebroadcast({ client, log, chainId }: RelayDesk, row: RelayRow): Promise<void> {
  await client.sendRawTransaction({ serializedTransaction: row.raw as Hex }).catch((error) => {
    log('warn', 'relay', { chainId, order: row.id, error: safeText(error) });
  });
}

async function update(sql: Sql, id: string, fields: Partial<RelayRow>, now: number): Promise<void> {
  const names = Object.keys(fields);
  const assignments = names.map((name, index) => `${name} = $${index + 3}`);
  await sql.query(`update relays set updated_at = $2, ${assignments.join(', ')} where id = $1`, [
    id,
    now,
    ...names.map((name) => fields[name as keyof RelayRow] ?? null),
  ]);
}
