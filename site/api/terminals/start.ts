// POST /api/terminals: a terminal asks to be signed in. Anybody may ask, for nothing: so each network has a few places, in
// which its oldest makes room, and of all places together those go first whose network holds most.
import { randomBytes } from 'node:crypto';
import { bytesToHex } from '../../../src/core/bytes/hex';
import { userCodeOf } from '../../../src/core/protocol/user-code';
import { callerOf, NETWORK } from '../guard/caller';
import { INTERVAL } from '../guard/patience';
import type { Handler } from '../plane/plane';
import { hashOf, randomToken } from '../plane/secrets';
import { isCodeFree, lockCodes } from '../records/codes';
import type { Sql } from '../store/store';

/** For an owner to find the page, sign in and compare. */
const SECONDS = 600;
const OF_CALLER = 10;
const OF_NETWORK = 50;
const OF_ALL = 2000;

export const startTerminal: Handler<'startTerminal'> = async ({ plane, body, caller, now }) => {
  const device = randomToken();
  const from = callerOf(plane.secret, caller.peer);
  const code = await plane.store.transaction(async (sql) => {
    await lockCodes(sql);
    await makeRoom(sql, from, now);
    const drawn = await drawCode(sql);
    const { port = null, state = null, challenge = null } = body.browser ?? {};
    await sql.query(
      `insert into terminals (id, device_hash, name, code, port, return_state, challenge, caller, state, asked_at, deadline)
         values ($1, $2, $3, $4, $5, $6, $7, $8, 'open', $9, $10)`,
      [
        ...[randomBytes(16).toString('hex'), hashOf(device), body.name, drawn],
        ...[port, state, challenge, from, now, now + SECONDS],
      ],
    );
    return drawn;
  });
  const page = `${plane.origins[0]}/device`;
  return {
    device_code: device,
    user_code: code,
    verification_uri: page,
    verification_uri_complete: `${page}?code=${code}`,
    expires_in: SECONDS,
    interval: INTERVAL,
  };
};

async function drawCode(sql: Sql): Promise<string> {
  for (;;) {
    const code = userCodeOf(bytesToHex(randomBytes(32)), bytesToHex(randomBytes(32)));
    if (await isCodeFree(sql, code)) return code;
  }
}

async function makeRoom(sql: Sql, caller: string, now: number): Promise<void> {
  // Who asks after one of these hears the same as after one that never was.
  await sql.query(`delete from terminals where state = 'open' and deadline <= $1`, [now]);
  const network = caller.slice(0, NETWORK);
  await evict(sql, { where: 'caller = $1', values: [caller], most: OF_CALLER });
  await evict(sql, { where: `left(caller, ${NETWORK}) = $1`, values: [network], most: OF_NETWORK });
  await evict(sql, { where: '$1 = $1', values: [''], most: OF_ALL });
}

type Room = { where: string; values: readonly string[]; most: number };

async function evict(sql: Sql, { where, values, most }: Room): Promise<void> {
  await sql.query(
    `delete from terminals where id in (select id from
       (select id, asked_at, count(*) over (partition by left(caller, ${NETWORK})) as around,
          count(*) over (partition by caller) as own, count(*) over () as kept
          from terminals where state = 'open' and ${where}) as asking
       where kept >= $2 order by around desc, own desc, asked_at, id
       limit greatest((select count(*) from terminals where state = 'open' and ${where}) - $2::bigint + 1, 0))`,
    [...values, most],
  );
}
