// Whoever waits for a person looks again and again: RFC 8628's `slow_down`, counted in the store, so that any number of
// processes agree. Each that waits has an account of its own: nobody's haste slows another down.
import { Problem } from '../plane/problem';
import { one, type Sql } from '../store/store';

/** Seconds between two looks. */
export const INTERVAL = 3;
/** What every look that came too early adds, as RFC 8628 says. */
const SLOWER = 5;
const SLOWEST = 60;
/** Looks a second apart on the clock may be nearly two apart, or just one. */
const ROUNDING = 1;

/** Throws `slow_down`; else tells how long to wait until the next look. */
export async function checkPatience(sql: Sql, waiter: string, now: number): Promise<number> {
  const first = await one(
    sql,
    `insert into looks (waiter, at, pause) values ($1, $2, $3) on conflict (waiter) do nothing returning waiter`,
    [waiter, now, INTERVAL],
  );
  if (first) return INTERVAL;
  // One statement: of two looks at once, the second sees the first.
  const look = await one<{ pause: number; early: boolean }>(
    sql,
    `update looks set at = $2, early = $2 - at < pause - $5,
       pause = case when $2 - at < pause - $5 then least(pause + $3, $4) else pause end
       where waiter = $1 returning pause, early`,
    [waiter, now, SLOWER, SLOWEST, ROUNDING],
  );
  const pause = look?.pause ?? INTERVAL;
  if (!look?.early) return pause;
  throw new Problem('slow_down', `Too soon. Look again in ${pause} seconds.`, { interval: pause });
}
