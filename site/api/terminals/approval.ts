// POST /api/terminals/:id/approval and /denial: the signed-in owner lets a terminal read, or says no. The id is known only to
// whoever entered the terminal's code.
import type { Hex } from 'viem';
import type { Handler, Plane } from '../plane/plane';
import { demand } from '../plane/problem';
import { keyed } from '../plane/secrets';
import { one, type Sql } from '../store/store';
import type { TerminalRow } from './rows';

/** Of one owner; those used longest ago end. */
const MAX_TERMINALS = 20;

/** Approving again leads the browser to the terminal again: the first answer may have been lost. */
export const approveTerminal: Handler<'approveTerminal'> = async ({ plane, id, caller, now }) => {
  const { owner } = caller;
  const row = await plane.store.transaction(async (sql) => {
    const approved = await approve(sql, { id, owner, now });
    if (approved) await endOldest(sql, owner, now);
    return approved;
  });
  demand(row, 'not_found', 'No terminal waits under this id. Start again in the terminal.');
  return { redirect: redirectOf(plane, row, owner) };
};

export const denyTerminal: Handler<'denyTerminal'> = async ({ plane, id, now }) => {
  const row = await one(
    plane.store,
    `update terminals set state = 'denied' where id = $1 and state = 'open' and deadline > $2 returning id`,
    [id, now],
  );
  demand(row, 'not_found', 'No terminal waits under this id.');
  return {};
};

/** What the browser carries to the terminal. Only who has the verifier can use it. */
export function handOffCode({ secret }: Plane, id: string, owner: Hex): string {
  return keyed(secret, 'hand-off', `${id} ${owner}`);
}

function redirectOf(
  plane: Plane,
  { id, port, return_state }: TerminalRow,
  owner: Hex,
): string | null {
  if (port === null || return_state === null) return null;
  const query = new URLSearchParams({ code: handOffCode(plane, id, owner), state: return_state });
  return `http://127.0.0.1:${port}/?${query}`;
}

type Approved = { id: string; owner: Hex; now: number };

function approve(sql: Sql, { id, owner, now }: Approved): Promise<TerminalRow | null> {
  return one<TerminalRow>(
    sql,
    `update terminals set state = 'approved', owner = $2, approved_at = coalesce(approved_at, $3)
       where id = $1 and deadline > $3 and (state = 'open' or (state = 'approved' and owner = $2)) returning *`,
    [id, owner, now],
  );
}

async function endOldest(sql: Sql, owner: Hex, now: number): Promise<void> {
  await sql.query(
    `update terminals set state = 'ended', ended_at = $2, ended_why = 'too many' where id in
       (select id from terminals where owner = $1 and state = 'live' order by used_at desc, id offset $3)`,
    [owner, now, MAX_TERMINALS - 1],
  );
}
