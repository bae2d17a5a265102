// How many requests are kept. Anybody can sign one in any owner's name, for nothing: so strangers have shares of their own,
// in which the oldest of whoever asks most makes room for the next. Nobody is refused for a stranger's sake.
//
//   own     by a key that the owner's own signature has named before: a few of each key
//   guest   by a stranger to an owner who has a Golem here: a few for each owner, so many of each caller
//   nobody  to an owner who never was here, perhaps an invention: as guests, and so many in all
import type { RunwayAskBody } from '../../../src/core/protocol/api-shapes';
import { estateOfGolem } from '../ledger/estate';
import { sessionKeyOf } from '../ledger/golems';
import { golemRow } from '../ledger/rows';
import { one, type Sql, type Store } from '../store/store';

export const LONGEST = 30 * 86_400;
const OF_KEY = 5;
const TO_OWNER = 20;
const OF_CALLER = 100;
const TO_NOBODIES = 5000;

type Share = 'own' | 'guest' | 'nobody';
/** `caller`: whose network it came from, not readable in the store. */
export type Ask = { id: string; body: RunwayAskBody; caller: string; now: number };

/** Asking the same again changes nothing. */
export async function insertRequest(store: Store, ask: Ask): Promise<void> {
  const share = await shareOf(store, ask);
  await store.transaction(async (sql) => {
    await sql.query(`select pg_advisory_xact_lock(hashtext('requests'))`);
    if (await one(sql, 'select id from requests where id = $1', [ask.id])) return;
    await makeRoom(sql, ask, share);
    const { id, body, caller, now } = ask;
    await sql.query(
      `insert into requests (id, golem, name, chain_id, owner, session_key, token, amount, days, deadline, reason,
         signature, asked_at, payees, nonce, caller, share, state)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, 'open')`,
      [
        id,
        ...[body.golem, body.name, body.chainId, body.owner, body.sessionKey, body.token],
        ...[body.amount, body.days, body.deadline, body.reason, body.signature, now],
        ...[(body.payees ?? []).join(), body.nonce, caller, share],
      ],
    );
  });
}

/** Who registers a Golem is somebody: what waits for them is no stranger's business any more. */
export async function welcome(sql: Sql, owner: string): Promise<void> {
  await sql.query(`update requests set share = 'guest' where owner = $1 and share = 'nobody'`, [
    owner,
  ]);
}

async function shareOf(store: Store, { body, now }: Ask): Promise<Share> {
  const { golem, owner, sessionKey } = body;
  const row = await golemRow(store, { owner, id: golem });
  if (row?.pending_key === sessionKey) return 'own';
  const inForce = row && sessionKeyOf(await estateOfGolem(store, row, now), row);
  if (inForce === sessionKey) return 'own';
  const named = await one(
    store,
    `select 1 from requests where owner = $1 and session_key = $2 and state in ('intended', 'granted')
     union all select 1 from leases where owner = $1 and session_key = $2 limit 1`,
    [owner, sessionKey],
  );
  if (named) return 'own';
  const somebody =
    row ?? (await one(store, 'select 1 from golems where owner = $1 limit 1', [owner]));
  return somebody ? 'guest' : 'nobody';
}

async function makeRoom(sql: Sql, { body, caller, now }: Ask, share: Share): Promise<void> {
  // Nobody answered and nobody asks after them any more.
  await sql.query(`delete from requests where state <> 'granted' and deadline < $1`, [
    now - LONGEST,
  ]);
  const { owner, sessionKey } = body;
  if (share === 'own') {
    const own = { where: `share = 'own' and owner = $2 and session_key = $3`, by: 'session_key' };
    return evict(sql, { ...own, values: [now, owner, sessionKey], most: OF_KEY });
  }
  const to = { where: `share = $2 and owner = $3`, values: [now, share, owner], by: 'caller' };
  await evict(sql, { ...to, most: TO_OWNER });
  const of = { where: `share = $2 and caller = $3`, values: [now, share, caller], by: 'owner' };
  await evict(sql, { ...of, most: OF_CALLER });
  if (share === 'guest') return;
  const all = { where: 'share = $2', values: [now, share], by: 'caller' };
  await evict(sql, { ...all, most: TO_NOBODIES });
}

type Room = { where: string; values: readonly unknown[]; by: string; most: number };

/** What has expired goes first, then the oldest of whoever has most. What the owner has answered never goes. */
async function evict(sql: Sql, { where, values, by, most }: Room): Promise<void> {
  const open = `from requests where state = 'open' and ${where}`;
  const kept = await one<{ count: number }>(
    sql,
    `select count(*) as count ${open} and $1::bigint > 0`,
    values,
  );
  const over = (kept?.count ?? 0) - most + 1;
  if (over <= 0) return;
  await sql.query(
    `delete from requests where id in (select id from
       (select id, place, deadline, count(*) over (partition by ${by}) as weight ${open}) as all_open
       order by (deadline <= $1) desc, weight desc, place limit ${over})`,
    values,
  );
}
