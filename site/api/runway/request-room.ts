// How many requests are kept. Anybody can sign one in any owner's name, for nothing: so strangers have shares of their own,
// in which the oldest of whoever asks most makes room for the next. Nobody is refused for a stranger's sake.
//
// Whoever has one network often has its neighbours too: what counts first is who asks most among regions, then among the
// networks of that region, then among the households of that network. Who had to make room is told so.
//
//   own     by a key that the owner's own signature has named before: a few of each key
//   guest   by a stranger to an owner who has a Golem here: a few for each owner, so many of each caller
//   nobody  to an owner who never was here, perhaps an invention: as guests, and so many in all
import { randomBytes } from 'node:crypto';
import type { Hex } from 'viem';
import { bytesToHex, isHex } from '../../../src/core/bytes/hex';
import type { RunwayAskBody } from '../../../src/core/protocol/runway-shapes';
import { userCodeOf } from '../../../src/core/protocol/user-code';
import { NETWORK, REGION } from '../guard/caller';
import { isCodeFree, lockCodes } from '../records/codes';
import { estateOfGolem } from '../records/estate';
import { sessionKeyOf } from '../records/golems';
import { golemRow } from '../records/rows';
import { one, type Sql, type Store } from '../store/store';

export const MAX_SECONDS = 30 * 86_400;
const OF_KEY = 5;
const TO_OWNER = 20;
const OF_CALLER = 100;
const OF_NETWORK = 400;
const TO_NOBODIES = 5000;
/** Remembered of those that made room, the newest: so that who asks after one learns what became of it. */
const MAX_DISPLACED = 50_000;

type Share = 'own' | 'guest' | 'nobody';
/** `caller`: whose network it came from, as `callerOf` names it. */
export type Ask = { id: string; body: RunwayAskBody; caller: string; now: number };

/** Asking the same again changes nothing. `draw`: 32 bytes of chance. */
export async function insertRequest(store: Store, ask: Ask, draw = drawNonce): Promise<void> {
  const share = await shareOf(store, ask);
  await store.transaction(async (sql) => {
    await lockCodes(sql);
    if (await one(sql, 'select id from requests where id = $1', [ask.id])) return;
    await makeRoom(sql, ask, share);
    const { id, body, caller, now } = ask;
    const { code, nonce } = await freeCode(sql, id, draw);
    await sql.query(
      `insert into requests (id, golem, name, chain_id, owner, session_key, token, amount, days, deadline, reason,
         signature, asked_at, payees, nonce, caller, share, code, code_nonce, state)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, 'open')`,
      [
        id,
        ...[body.golem, body.name, body.chainId, body.owner, body.sessionKey, body.token],
        ...[body.amount, body.days, body.deadline, body.reason, body.signature, now],
        ...[(body.payees ?? []).join(), body.nonce, caller, share, code, nonce],
      ],
    );
  });
}

/** The one it had before it made room, or else a new one, until no open request has it. */
async function freeCode(
  sql: Sql,
  id: string,
  draw: () => Hex,
): Promise<{ code: string; nonce: Hex }> {
  const known = await one<{ code_nonce: string | null }>(
    sql,
    'delete from displaced where id = $1 returning code_nonce',
    [id],
  );
  let nonce = isHex(known?.code_nonce, 32) ? known.code_nonce : draw();
  for (;;) {
    const code = userCodeOf(`0x${id}`, nonce);
    if (await isCodeFree(sql, code)) return { code, nonce };
    nonce = draw();
  }
}

function drawNonce(): Hex {
  return bytesToHex(randomBytes(32));
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
    now - MAX_SECONDS,
  ]);
  const { owner, sessionKey } = body;
  if (share === 'own') {
    const own = { where: `share = 'own' and owner = $2 and session_key = $3`, by: 'session_key' };
    return evict(sql, { ...own, values: [now, owner, sessionKey], most: OF_KEY });
  }
  const to = { where: `share = $2 and owner = $3`, values: [now, share, owner] };
  await evict(sql, { ...to, most: TO_OWNER });
  const of = { where: `share = $2 and caller = $3`, values: [now, share, caller], by: 'owner' };
  await evict(sql, { ...of, most: OF_CALLER });
  const around = `share = $2 and left(caller, ${NETWORK}) = left($3, ${NETWORK})`;
  await evict(sql, { where: around, values: [now, share, caller], most: OF_NETWORK });
  if (share === 'guest') return;
  await evict(sql, { where: 'share = $2', values: [now, share], most: TO_NOBODIES });
}

/** `by`: who asks most among these; if absent, among regions, networks and households. */
type Room = { where: string; values: readonly unknown[]; by?: string; most: number };

const PLACES = [`left(caller, ${REGION})`, `left(caller, ${NETWORK})`, 'caller'];

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
  const weights = (by ? [by] : PLACES).map((one) => `count(*) over (partition by ${one})`);
  const names = weights.map((_, index) => `weight_${index}`);
  const gone = await sql.query<Gone>(
    `delete from requests where id in (select id from
       (select id, place, deadline, ${weights.map((one, index) => `${one} as ${names[index]}`)} ${open}) as all_open
       order by (deadline <= $1) desc, ${names.map((name) => `${name} desc`)}, place limit ${over}) returning id, code_nonce`,
    values,
  );
  await remember(sql, gone);
}

type Gone = { id: string; code_nonce: string | null };

async function remember(sql: Sql, gone: readonly Gone[]): Promise<void> {
  for (const { id, code_nonce } of gone) {
    await sql.query(
      'insert into displaced (id, code_nonce) values ($1, $2) on conflict (id) do nothing',
      [id, code_nonce],
    );
  }
  await sql.query(
    'delete from displaced where place <= (select max(place) from displaced) - $1::bigint',
    [MAX_DISPLACED],
  );
}
