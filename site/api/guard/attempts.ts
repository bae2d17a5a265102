// Wrong codes per minute, counted in the store, so that any number of processes agree. An entry is counted before it is
// judged: however many come at once, no more than allowed are judged. A right one is taken off the count again.
import { demand } from '../plane/problem';
import { one, type Sql } from '../store/store';

/** Whose entries are counted together, and how many wrong ones a minute has room for. */
export type Count = { of: string; most: number };

export async function attempt<T>(
  sql: Sql,
  counts: readonly Count[],
  now: number,
  judge: () => Promise<T | null>,
): Promise<T | null> {
  const minute = Math.floor(now / 60);
  for (const [index, { of, most }] of counts.entries()) {
    const tries = await add(sql, of, minute, 1);
    // Taken back from those before: what one count refuses is not held against the others.
    if (tries > most)
      for (const before of counts.slice(0, index)) await add(sql, before.of, minute, -1);
    demand(tries <= most, 'rate_limited', 'Too many wrong codes. Wait a minute.');
  }
  const found = await judge();
  if (found !== null) for (const { of } of counts) await add(sql, of, minute, -1);
  return found;
}

async function add(sql: Sql, of: string, minute: number, by: number): Promise<number> {
  const row = await one<{ tries: number }>(
    sql,
    `insert into attempts (whose, minute, tries) values ($1, $2, $3)
       on conflict (whose, minute) do update set tries = attempts.tries + $3 returning tries`,
    [of, minute, by],
  );
  return row?.tries ?? 0;
}
