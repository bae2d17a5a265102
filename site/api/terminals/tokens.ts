// Tokens of terminals. Each has one successor, always the same value, so that a lost answer forks nothing. The first use of
// a successor ends what was before it; who presents an ended one ends the terminal: two hold its tokens. One that was on
// its way just then is refused and ends nothing.
import { createHash } from 'node:crypto';
import type { Caller, Plane } from '../plane/plane';
import { Problem } from '../plane/problem';
import { hashOf, keyed } from '../plane/secrets';
import { one, type Sql } from '../store/store';
import type { TerminalRow } from './rows';

/** From the last token on. */
export const SESSION_SECONDS = 30 * 86_400;
const ON_ITS_WAY_SECONDS = 15;
/** How exactly the owner is told when a terminal was used last. */
const USED_SECONDS = 60;

type Presented = Pick<Caller, 'owner' | 'until'> & { generation: number; id: string };

/** Throws `unauthorized` for a token that is unknown, ended or of a terminal that has ended. */
export async function presentTerminal(
  { store }: Plane,
  token: string,
  now: number,
): Promise<Pick<Caller, 'owner' | 'until' | 'terminal'>> {
  const presented = await store.transaction((sql) => present(sql, hashOf(token), now));
  if (presented) {
    const { owner, until, id, generation } = presented;
    return { owner, until, terminal: { id, token, generation } };
  }
  throw new Problem('unauthorized', 'This terminal is not signed in any more. Sign in again.');
}

export function presentedBy({ terminal }: Caller): NonNullable<Caller['terminal']> {
  if (terminal) return terminal;
  throw new Problem('unauthorized', 'This route wants a terminal’s token.');
}

type Found = TerminalRow & { generation: number; died_at: number | null };

async function present(sql: Sql, hash: string, now: number): Promise<Presented | null> {
  const row = await lockedToken(sql, hash);
  if (row?.state !== 'live' || row.owner === null) return null;
  const { id, owner, generation, expires_at: until } = row;
  if (until === null || until <= now) return null;
  if (row.died_at !== null) {
    const why = 'a token was presented that had been renewed';
    if (now - row.died_at > ON_ITS_WAY_SECONDS) await endTerminals(sql, { id, owner, now, why });
    return null;
  }
  if (generation > 0) {
    await sql.query(
      'update terminal_tokens set died_at = $3 where terminal = $1 and generation < $2 and died_at is null',
      [id, generation, now],
    );
  }
  if (row.used_at === null || now - row.used_at >= USED_SECONDS) {
    await sql.query('update terminals set used_at = $2 where id = $1', [id, now]);
  }
  return { owner, id, until, generation };
}

/** Locks the terminal, so that two processes judge one after the other. */
async function lockedToken(sql: Sql, hash: string): Promise<Found | null> {
  const known = await one<{ terminal: string }>(
    sql,
    'select terminal from terminal_tokens where hash = $1',
    [hash],
  );
  if (!known) return null;
  await sql.query('select id from terminals where id = $1 for update', [known.terminal]);
  return one<Found>(
    sql,
    `select t.*, k.generation, k.died_at from terminal_tokens k join terminals t on t.id = k.terminal
       where k.hash = $1`,
    [hash],
  );
}

/** One of this owner's, or all. */
export async function endTerminals(
  sql: Sql,
  { id, owner, now, why }: { id?: string; owner: string; now: number; why: string },
): Promise<boolean> {
  const ended = await sql.query(
    `update terminals set state = 'ended', ended_at = $2, ended_why = $3 where owner = $1
       and state in ('approved', 'live') and ($4::text is null or id = $4) returning id`,
    [owner, now, why, id ?? null],
  );
  return ended.length > 0;
}

/** The value after `before`, which is a token or the device code it began with. */
export function successorOf({ secret }: Plane, before: string): string {
  return keyed(secret, 'terminal token', before);
}

export async function keepToken(
  sql: Sql,
  token: string,
  { terminal, generation }: { terminal: string; generation: number },
): Promise<void> {
  await sql.query(
    `insert into terminal_tokens (hash, terminal, generation) values ($1, $2, $3) on conflict (hash) do nothing`,
    [hashOf(token), terminal, generation],
  );
  // Those of a hundred renewals are remembered: long enough to recognise a thief.
  await sql.query('delete from terminal_tokens where terminal = $1 and generation < $2', [
    terminal,
    generation - 100,
  ]);
}

/** RFC 7636, method S256. */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}
