// What the index writes. Every function takes part in a transaction of its caller's, which has made sure that the
// checkpoint is still the one it read by (`stillAt`).

import { addedTo } from '../../../src/core/certificates/event-fact';
import { takeSeqs } from '../records/acts';
import { one, type Sql } from '../store/store';
import type { EventRow } from './event-row';
import { dropUnread } from './unread';

export type Checkpoint = { number: number; hash: string };
/** `at`: unix seconds of its block. */
export type TimedRow = EventRow & { at: number };

/** Blocks remembered for finding the fork after a reorganisation. */
const MARKS = 512;

export function checkpointOf(
  sql: Sql,
  chainId: number,
): Promise<(Checkpoint & { at: number }) | null> {
  return one(sql, 'select number, hash, at from checkpoints where chain_id = $1', [chainId]);
}

/** Newest first, below a block. */
export function marksBelow(sql: Sql, chainId: number, number: number): Promise<Checkpoint[]> {
  return sql.query(
    'select number, hash from blocks where chain_id = $1 and number < $2 order by number desc',
    [chainId, number],
  );
}

/** Any number of processes may follow a chain: who comes second finds another checkpoint and writes nothing. */
export async function stillAt(sql: Sql, chainId: number, read: Checkpoint | null) {
  await sql.query('select pg_advisory_xact_lock($1)', [chainId]);
  const now = await checkpointOf(sql, chainId);
  return now?.number === read?.number && now?.hash === read?.hash;
}

/** In one statement: a block may hold ten thousand events, and anybody can make such a block. */
export async function writeRows(sql: Sql, chainId: number, rows: readonly TimedRow[]) {
  if (rows.length === 0) return;
  const first = await takeSeqs(sql, rows.length);
  const totals = new Map<string, Total>();
  const whole: object[] = [];
  for (const [index, { authority: _, ...row }] of rows.entries()) {
    const amount =
      row.event === 'transferred' ? await addedBy(sql, chainId, row, totals) : row.amount;
    whole.push({ ...row, seq: first + index, amount });
  }
  const columns = `block_number, log_index, block_hash, transaction, at, seq, event, delegation_hash, owner,
    redeemer, guardian, golem_id, budget_id, amount, number, period, total`;
  await sql.query(
    `insert into events (chain_id, ${columns}) select $1, ${columns} from jsonb_to_recordset($2::text::jsonb) as
       row (block_number bigint, log_index integer, block_hash text, transaction text, at bigint, seq bigint,
       event text, delegation_hash text, owner text, redeemer text, guardian text, golem_id text, budget_id text,
       amount text, number text, period text, total text) on conflict (chain_id, block_number, log_index) do nothing`,
    [chainId, JSON.stringify(whole)],
  );
}

/** A payment that was read late was counted into the one after it: that one is counted again. */
export async function recountAfter(sql: Sql, chainId: number, rows: readonly TimedRow[]) {
  for (const row of rows.filter(({ event }) => event === 'transferred')) {
    const next = await one<TimedRow>(
      sql,
      `select * from events where chain_id = $1 and event = 'transferred' and delegation_hash = $2
         and (block_number, log_index) > ($3, $4) order by block_number, log_index limit 1`,
      [chainId, row.delegation_hash, row.block_number, row.log_index],
    );
    if (!next) continue;
    await sql.query(
      'update events set amount = $4, payee = null where chain_id = $1 and block_number = $2 and log_index = $3',
      [chainId, next.block_number, next.log_index, await addedBy(sql, chainId, next, new Map())],
    );
  }
}

type Total = Pick<EventRow, 'period' | 'total'>;

/**
 * The event says the period's total so far: what this payment added is the difference to the one before, which is
 * among `totals` (of the same batch, by link) or in the store.
 */
async function addedBy(
  sql: Sql,
  chainId: number,
  row: EventRow,
  totals: Map<string, Total>,
): Promise<string> {
  const link = `${row.delegation_hash}`;
  const before = totals.get(link) ?? (await totalBefore(sql, chainId, row));
  totals.set(link, row);
  return `${addedTo(before, row)}`;
}

async function totalBefore(sql: Sql, chainId: number, row: EventRow): Promise<Total | null> {
  return one<Total>(
    sql,
    `select period, total from events where chain_id = $1 and event = 'transferred' and delegation_hash = $2
       and (block_number, log_index) < ($3, $4) order by block_number desc, log_index desc limit 1`,
    [chainId, row.delegation_hash, row.block_number, row.log_index],
  );
}

export async function moveTo(sql: Sql, chainId: number, to: Checkpoint & { at: number }) {
  await sql.query(
    `insert into checkpoints (chain_id, number, hash, at) values ($1, $2, $3, $4)
       on conflict (chain_id) do update set number = $2, hash = $3, at = $4`,
    [chainId, to.number, to.hash, to.at],
  );
  await sql.query(
    `delete from blocks where chain_id = $1 and number < (select number from blocks where chain_id = $1
       order by number desc offset $2 limit 1)`,
    [chainId, MARKS],
  );
}

export async function mark(sql: Sql, chainId: number, { number, hash }: Checkpoint): Promise<void> {
  await sql.query(
    `insert into blocks (chain_id, number, hash) values ($1, $2, $3)
       on conflict (chain_id, number) do update set hash = $3`,
    [chainId, number, hash],
  );
}

/** Back to a block that is on the chain; null = to before the first. */
export async function undoTo(
  sql: Sql,
  chainId: number,
  fork: Checkpoint | null,
  fromBlock: number,
) {
  const last = fork?.number ?? fromBlock - 1;
  const place = [chainId, last];
  await sql.query('delete from events where chain_id = $1 and block_number > $2', place);
  await sql.query('delete from blocks where chain_id = $1 and number > $2', place);
  await dropUnread(sql, chainId, last);
  // What we relayed into a block that is gone must be sent again.
  await sql.query(
    `update relays set state = 'sent', block_number = null where chain_id = $1 and block_number > $2`,
    place,
  );
  if (!fork) await sql.query('delete from checkpoints where chain_id = $1', [chainId]);
  else {
    await sql.query('update checkpoints set number = $2, hash = $3 where chain_id = $1', [
      ...[chainId, fork.number, fork.hash],
    ]);
  }
}
