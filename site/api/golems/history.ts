// GET /api/golems/:id/history: the last seven days of one Golem, and older pages of it.

import { unreadOn } from '../chain/unread';
import type { Handler } from '../plane/plane';
import { Problem } from '../plane/problem';
import { type Estate, estateOfGolem } from '../records/estate';
import { historyOf } from '../records/history';
import { cursorOf, historyPage, placeOf } from '../records/history-page';
import type { Sql, Store } from '../store/store';
import { ownGolem } from './golem';

const SEVEN_DAYS = 7 * 86_400;
const MAX_PAGE = 100;
/** As many as `historyOf` gives. */
const MOST_TOLD = 500;
/** Less than an answer holds: one event may end several grants. */
const FIRST_PAGE = 400;
/** The last second that the protocol knows. */
const END_OF_TIME = { at: 9_999_999_999, seq: 0 };

export const history: Handler<'history'> = async ({ plane, id, caller, query, now }) => {
  const row = await ownGolem(plane, id, caller.owner);
  const estate = await estateOfGolem(plane.store, row, now);
  const from = now - SEVEN_DAYS;
  const told = await toldOf(plane.store, estate, query, from);
  return {
    ...told,
    from,
    days: await daysOf(plane.store, estate, row.id, from),
    unread: (await unreadOn(plane.store, row.chain_id)).ranges,
  };
};

/** The last seven days, or the page that was asked for. */
async function toldOf(store: Store, estate: Estate, query: URLSearchParams, from: number) {
  const before = query.get('before');
  if (before !== null) {
    const limit = limitOf(query.get('limit'));
    const page = await historyPage(store, estate, { before: placeOf(before), limit });
    return { ...page, truncated: false };
  }
  const told = await historyOf(store, estate, { since: 0, from });
  // What is told is chosen by when it became known here, pages by when it happened: what lay between would be in neither.
  if (told.length >= MOST_TOLD) {
    const page = await historyPage(store, estate, { before: END_OF_TIME, limit: FIRST_PAGE });
    return { ...page, truncated: true };
  }
  const end = { at: from, seq: 0 };
  const older = await historyPage(store, estate, { before: end, limit: 1 });
  return {
    history: told.map(({ seq: _, ...entry }) => entry),
    truncated: false,
    next: older.history.length > 0 || older.next ? cursorOf(end) : null,
  };
}

function limitOf(text: string | null): number {
  if (text === null) return MAX_PAGE;
  const limit = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= MAX_PAGE) return limit;
  throw new Problem('bad_request', `A page has 1 to ${MAX_PAGE} entries.`);
}

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
