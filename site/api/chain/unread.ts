// Blocks that could not be read, or not whole: kept until they can be, tried again ever more rarely, and told to
// owners and operators meanwhile. What the index says of such a chain may lack what happened in them.
import type { Sql } from '../store/store';

export type Range = { from: number; to: number };
export type Unread = Range & { tries: number };

const FIRST_RETRY = 30;
const LAST_RETRY = 6 * 3600;
/** Told at most; the rest is in their number. */
const MAX_TOLD = 16;

/** Seconds until a range that was tried so often is tried again. */
export function retryAfter(tries: number): number {
  return Math.min(FIRST_RETRY * 2 ** tries, LAST_RETRY);
}

export async function markUnread(
  sql: Sql,
  chainId: number,
  { from, to, tries }: Unread,
  now: number,
): Promise<void> {
  const due = now + retryAfter(tries);
  // Neighbours are one range: a stretch of thousands is tried as one.
  const grown = await sql.query(
    `update unread set last = $3 where chain_id = $1 and last = $2 and tries <= $4 returning first`,
    [chainId, from - 1, to, tries],
  );
  if (grown.length > 0) return;
  await sql.query(
    `insert into unread (chain_id, first, last, since, tries, retry_at) values ($1, $2, $3, $4, $5, $6)
       on conflict (chain_id, first) do update set last = greatest(unread.last, $3)`,
    [chainId, from, to, now, tries, due],
  );
}

/** The one that waits longest, if its time has come and it lies wholly in blocks that will stay. */
export async function dueUnread(
  sql: Sql,
  chainId: number,
  { now, settled }: { now: number; settled: number },
): Promise<Unread | null> {
  const [row] = await sql.query<{ first: number; last: number; tries: number }>(
    `select first, last, tries from unread where chain_id = $1 and retry_at <= $2 and last <= $3
       order by retry_at, first limit 1`,
    [chainId, now, settled],
  );
  return row ? { from: row.first, to: row.last, tries: row.tries } : null;
}

export async function forgetUnread(sql: Sql, chainId: number, { from }: Range): Promise<boolean> {
  const gone = await sql.query(
    'delete from unread where chain_id = $1 and first = $2 returning first',
    [chainId, from],
  );
  return gone.length > 0;
}

export async function postponeUnread(sql: Sql, chainId: number, unread: Unread, now: number) {
  await sql.query(
    'update unread set tries = tries + 1, retry_at = $3 where chain_id = $1 and first = $2',
    [chainId, unread.from, now + retryAfter(unread.tries + 1)],
  );
}

/** After a reorganisation only what is left of the chain can be unread. */
export async function dropUnread(sql: Sql, chainId: number, last: number): Promise<void> {
  await sql.query('delete from unread where chain_id = $1 and first > $2', [chainId, last]);
  await sql.query('update unread set last = $2 where chain_id = $1 and last > $2', [chainId, last]);
}

export type UnreadBlocks = { count: number; ranges: Range[] };

/** Oldest first. */
export async function unreadOn(sql: Sql, chainId: number): Promise<UnreadBlocks> {
  const rows = await sql.query<{ first: number; last: number }>(
    'select first, last from unread where chain_id = $1 order by first',
    [chainId],
  );
  return {
    count: rows.reduce((sum, { first, last }) => sum + last - first + 1, 0),
    ranges: rows.slice(0, MAX_TOLD).map(({ first, last }) => ({ from: first, to: last })),
  };
}

export async function hasUnread(sql: Sql, chainId: number, { from, to }: Range): Promise<boolean> {
  const found = await sql.query(
    'select first from unread where chain_id = $1 and first <= $3 and last >= $2 limit 1',
    [chainId, from, to],
  );
  return found.length > 0;
}
