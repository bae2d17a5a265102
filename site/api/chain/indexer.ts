// Follows one chain from a checkpoint: replays what was missed, undoes what was reorganised away. Nodes are
// asked outside the transaction; inside it the checkpoint must still be the one that was read, so any
// number of processes may follow the same chain and each batch is written once.
import type { PublicClient } from 'viem';
import { hexToNumber, numberToHex } from 'viem';
import { nextSeq } from '../ledger/acts';
import { one, type Sql, type Store } from '../store/store';
import { type EventRow, readEvents } from './events';
import { isGone } from './grant-check';

export type Followed = { store: Store; client: PublicClient; chainId: number; fromBlock: number };
export type Checkpoint = { number: number; hash: string };

/** Blocks per question; nodes refuse more. */
const RANGE = 2000;
/** Marks kept for finding the fork after a reorganisation. */
const MARKS = 512;

/** One step. True when there is more to do at once. */
export async function followChain(followed: Followed): Promise<boolean> {
  const { store, client, chainId } = followed;
  const checkpoint = await checkpointOf(store, chainId);
  const head = await client.getBlock({ blockTag: 'latest' });
  const seen = checkpoint && (await hashAt(client, checkpoint.number));
  if (checkpoint && seen !== checkpoint.hash) {
    if (seen === null && (await isBehind(followed, checkpoint, Number(head.number)))) return false;
    await undo(followed, checkpoint);
    return true;
  }
  const from = checkpoint ? checkpoint.number + 1 : followed.fromBlock;
  const last = Math.min(Number(head.number), from + RANGE - 1);
  if (last < from) return false;

  const { rows, to } = await readWhatFits(client, from, last);
  const end = await client.getBlock({ blockNumber: BigInt(to) });
  const times = await timesOf(client, rows);
  // The chain may have turned between the two questions.
  if ((await hashAt(client, to)) !== end.hash) return true;
  const at = Number(end.timestamp);
  const written = await store.transaction(async (sql) => {
    if (!(await stillAt(sql, chainId, checkpoint))) return false;
    await writeEvents(sql, chainId, rows, times);
    await moveTo(sql, chainId, { number: to, hash: end.hash }, at);
    return true;
  });
  return !written || to < Number(head.number);
}

/** Nodes bound a question by blocks or by logs, each in its own words: half of it is asked when it is refused. */
async function readWhatFits(client: PublicClient, from: number, last: number) {
  for (let to = last; ; to = from + Math.floor((to - from) / 2)) {
    try {
      return { rows: await readEvents(client, BigInt(from), BigInt(to)), to };
    } catch (error) {
      if (to === from || isGone(error)) throw error;
    }
  }
}

/** As far as the chain is now, or `steps` batches; false when there is more. */
export async function catchUp(followed: Followed, steps = 10_000): Promise<boolean> {
  for (let step = 0; step < steps; step += 1) if (!(await followChain(followed))) return true;
  return false;
}

/**
 * A node that lags shows our chain, only less of it: nothing is undone for that. Behind one address there may be
 * several nodes, and the one that knew the head is not the one that does not know our block.
 */
async function isBehind(
  { store, client, chainId }: Followed,
  checkpoint: Checkpoint,
  head: number,
): Promise<boolean> {
  if (head >= checkpoint.number) return true;
  const mark = await one<Checkpoint>(
    store,
    'select number, hash from blocks where chain_id = $1 and number <= $2 order by number desc limit 1',
    [chainId, head],
  );
  return mark !== null && (await hashAt(client, mark.number)) === mark.hash;
}

export function checkpointOf(sql: Sql, chainId: number): Promise<Checkpoint | null> {
  return one(sql, 'select number, hash from checkpoints where chain_id = $1', [chainId]);
}

async function hashAt(client: PublicClient, number: number): Promise<string | null> {
  const block = await client.request({
    method: 'eth_getBlockByNumber',
    params: [numberToHex(number), false],
  });
  return block?.hash ?? null;
}

/** Back to the newest mark that is still on the chain. */
async function undo({ store, client, chainId, fromBlock }: Followed, from: Checkpoint) {
  const marks = await store.query<Checkpoint>(
    'select number, hash from blocks where chain_id = $1 and number < $2 order by number desc',
    [chainId, from.number],
  );
  let fork: Checkpoint | null = null;
  for (const mark of marks) {
    if ((await hashAt(client, mark.number)) === mark.hash) {
      fork = mark;
      break;
    }
  }
  await store.transaction(async (sql) => {
    if (!(await stillAt(sql, chainId, from))) return;
    const last = fork?.number ?? fromBlock - 1;
    await sql.query('delete from events where chain_id = $1 and block_number > $2', [
      chainId,
      last,
    ]);
    await sql.query('delete from blocks where chain_id = $1 and number > $2', [chainId, last]);
    // What we relayed into a block that is gone must be sent again.
    await sql.query(
      `update relays set state = 'sent', block_number = null where chain_id = $1 and block_number > $2`,
      [chainId, last],
    );
    if (!fork) await sql.query('delete from checkpoints where chain_id = $1', [chainId]);
    else {
      await sql.query('update checkpoints set number = $2, hash = $3 where chain_id = $1', [
        chainId,
        fork.number,
        fork.hash,
      ]);
    }
  });
}

async function stillAt(sql: Sql, chainId: number, read: Checkpoint | null): Promise<boolean> {
  await sql.query('select pg_advisory_xact_lock($1)', [chainId]);
  const now = await checkpointOf(sql, chainId);
  return now?.number === read?.number && now?.hash === read?.hash;
}

async function timesOf(client: PublicClient, rows: EventRow[]): Promise<Map<number, number>> {
  const numbers = [...new Set(rows.map((row) => row.block_number))];
  const times = await Promise.all(
    numbers.map(async (number) => {
      const block = await client.request({
        method: 'eth_getBlockByNumber',
        params: [numberToHex(number), false],
      });
      // A node that has the log but not its block is one of several: the next question may reach a better one.
      if (!block) throw new Error(`The node has no block ${number}.`);
      return [number, hexToNumber(block.timestamp)] as const;
    }),
  );
  return new Map(times);
}

async function writeEvents(
  sql: Sql,
  chainId: number,
  rows: EventRow[],
  times: ReadonlyMap<number, number>,
): Promise<void> {
  for (const row of rows) {
    const amount = row.event === 'transferred' ? await difference(sql, chainId, row) : row.amount;
    await sql.query(
      `insert into events (chain_id, block_number, log_index, block_hash, transaction, at, seq, event,
         delegation_hash, owner, redeemer, guardian, golem_id, budget_id, amount, number)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
      [
        chainId,
        row.block_number,
        row.log_index,
        row.block_hash,
        row.transaction,
        times.get(row.block_number) ?? 0,
        await nextSeq(sql),
        row.event,
        ...[row.delegation_hash, row.owner, row.redeemer, row.guardian, row.golem_id],
        ...[row.budget_id, amount, row.number],
      ].map((value) => value ?? null),
    );
    await mark(sql, chainId, { number: row.block_number, hash: row.block_hash });
  }
}

/** The event says the period's total so far: what this payment added is the difference. */
async function difference(sql: Sql, chainId: number, row: EventRow): Promise<string> {
  const [period, total] = (row.number ?? '0:0').split(':');
  const before = await one<{ number: string }>(
    sql,
    `select number from events where chain_id = $1 and event = 'transferred' and delegation_hash = $2
       order by block_number desc, log_index desc limit 1`,
    [chainId, row.delegation_hash],
  );
  const [lastPeriod, lastTotal] = (before?.number ?? '-1:0').split(':');
  return `${BigInt(total ?? 0) - (lastPeriod === period ? BigInt(lastTotal ?? 0) : 0n)}`;
}

async function moveTo(sql: Sql, chainId: number, to: Checkpoint, at: number): Promise<void> {
  await sql.query(
    `insert into checkpoints (chain_id, number, hash, at) values ($1, $2, $3, $4)
       on conflict (chain_id) do update set number = $2, hash = $3, at = $4`,
    [chainId, to.number, to.hash, at],
  );
  await mark(sql, chainId, to);
  await sql.query(
    `delete from blocks where chain_id = $1 and number < (select number from blocks where chain_id = $1
       order by number desc offset $2 limit 1)`,
    [chainId, MARKS],
  );
}

async function mark(sql: Sql, chainId: number, { number, hash }: Checkpoint): Promise<void> {
  await sql.query(
    `insert into blocks (chain_id, number, hash) values ($1, $2, $3)
       on conflict (chain_id, number) do update set hash = $3`,
    [chainId, number, hash],
  );
}
