// How a target has fared: one that takes nothing for days is paused, and its owner reads so on the page.
import { DAY } from '../../../src/core/chain/time';
import { one, type Sql } from '../store/store';
import type { Verdict } from './retry';
import { giveUp } from './targets';

const FAILING_SECONDS = 3 * DAY;
/** However rare alerts are: one bad day is no bad target. */
const FAILING_TRIES = 5;

export async function noteFate(
  sql: Sql,
  { target }: { target: string },
  state: Verdict['state'],
  now: number,
): Promise<void> {
  if (state === 'delivered') {
    await sql.query('update alert_targets set failures = 0, failing_since = null where id = $1', [
      target,
    ]);
    return;
  }
  const row = await one<{ failures: number; failing_since: number; paused: string | null }>(
    sql,
    `update alert_targets set failures = failures + 1, failing_since = coalesce(failing_since, $2) where id = $1
       returning failures, failing_since, paused`,
    [target, now],
  );
  if (!row || row.paused !== null || row.failures < FAILING_TRIES) return;
  if (now - row.failing_since >= FAILING_SECONDS) await pause(sql, target, 'failing', now);
}

export function pauseSealed(sql: Sql, target: string, now: number): Promise<void> {
  return pause(sql, target, 'sealed', now);
}

async function pause(sql: Sql, target: string, why: string, now: number): Promise<void> {
  await sql.query('update alert_targets set paused = $2 where id = $1', [target, why]);
  await giveUp(sql, target, 'The target was paused before this was sent.', now);
}
