// GET /api/golems/:id/history: the last seven days of one Golem.

import { unreadOn } from '../chain/unread';
import type { Handler } from '../plane/plane';
import { type Estate, estateOfGolem } from '../records/estate';
import { historyOf } from '../records/history';
import type { Sql } from '../store/store';
import { ownGolem } from './golem';

const SEVEN_DAYS = 7 * 86_400;

export const history: Handler<'history'> = async ({ plane, id, caller, now }) => {
  const row = await ownGolem(plane, id, caller.owner);
  const estate = await estateOfGolem(plane.store, row, now);
  const from = now - SEVEN_DAYS;
  const told = await historyOf(plane.store, estate, { since: 0, from });
  return {
    history: told.map(({ seq: _, ...entry }) => entry),
    from,
    days: await daysOf(plane.store, estate, row.id, from),
    truncated: told.length >= 500,
    unread: (await unreadOn(plane.store, row.chain_id)).ranges,
  };
};

const DAY = 86_400;

/** Summed over every payment the chain showed, however many there were. */
async function daysOf(sql: Sql, { grants }: Estate, golem: string, from: number) {
  const own = grants.filter((grant) => grant.golem === golem);
  const rows = await sql.query<{ day: number; hash: string; spent: string; payments: number }>(
    `select at / ${DAY} as day, delegation_hash as hash, sum(amount::numeric)::text as spent, count(*) as payments
       from events where event = 'transferred' and at >= $1 and chain_id = $2 and delegation_hash = any($3)
       group by 1, 2 order by 1, 2 limit 800`,
    [from, own[0]?.chain_id ?? 0, own.map((grant) => grant.root_hash)],
  );
  return rows.map(({ day, hash, spent, payments }) => {
    const permission = own.find((grant) => grant.root_hash === hash)?.id ?? '';
    return { at: Math.max(day * DAY, from), permission, spent, payments };
  });
}
