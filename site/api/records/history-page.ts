// The history of one Golem in pages, newest page first: everything that is stored, not only what a Snap needs.
import type { HistoryEntry } from '../../../src/core/protocol/status';
import { Problem } from '../plane/problem';
import type { Sql } from '../store/store';
import type { Estate } from './estate';
import { entriesOf, OF_ESTATE, placesOf, purposed, type Told } from './history';
import type { ChainEvent } from './rows';

/** Before this moment and, within its second, before this number. */
export type Place = { at: number; seq: number };

export type Page = { history: HistoryEntry[]; next: string | null };

const MAX_ENTRIES = 500;

/** Oldest first within the page. `limit` counts what happened; one event may end several grants at once. */
export async function historyPage(
  sql: Sql,
  estate: Estate,
  { before, limit }: { before: Place; limit: number },
): Promise<Page> {
  const place = [before.at, before.seq, limit + 1];
  const acts = await sql.query<Omit<Told, 'transaction'>>(
    `select seq, at, kind, golem, permission, amount from acts where owner = $4 and golem = any($5)
       and (at, seq) < ($1, $2) order by at desc, seq desc limit $3`,
    [...place, estate.owner, estate.golems.map(({ id }) => id)],
  );
  const events = await sql.query<ChainEvent>(
    `select * from events where (at, seq) < ($1, $2) and ${OF_ESTATE('$4', '$5', '$6')}
       order by at desc, seq desc limit $3`,
    [...place, ...placesOf(estate)],
  );
  const happened = [
    ...acts.map((act) => ({ ...act, told: [{ ...act, transaction: null }] as Told[] })),
    ...events.map((event) => ({ ...event, told: entriesOf(estate, event) })),
  ].sort((a, b) => b.at - a.at || b.seq - a.seq);
  const shown = happened.slice(0, limit);
  const last = shown.at(-1);
  const told = shown.flatMap((one) => one.told).slice(0, MAX_ENTRIES);
  const entries = await purposed(sql, estate, told.reverse());
  return {
    history: entries.map(({ seq: _, ...entry }) => entry),
    next: last && happened.length > shown.length ? cursorOf(last) : null,
  };
}

export function cursorOf({ at, seq }: Place): string {
  return `${at}-${seq}`;
}

export function placeOf(cursor: string): Place {
  const [, at, seq] = /^([1-9]\d{9})-(\d{1,15})$/.exec(cursor) ?? [];
  if (at !== undefined) return { at: Number(at), seq: Number(seq) };
  throw new Problem('bad_request', 'The history cursor is not one of ours.');
}
