// POST /api/terminals/token: what the terminal hears while the owner decides (RFC 8628, section 3.5), and its first token.
// POST /api/terminals/renewal: the token after the one presented.
import { timingSafeEqual } from 'node:crypto';
import { checkPatience } from '../guard/patience';
import type { Call, Handler, Plane } from '../plane/plane';
import { demand, Problem } from '../plane/problem';
import { hashOf } from '../plane/secrets';
import { one, type Sql } from '../store/store';
import { handOffCode } from './approval';
import type { TerminalRow } from './rows';
import { challengeOf, keepToken, presentedBy, SESSION_SECONDS, successorOf } from './tokens';

const OVER = 'This sign-in is over. Start again.';

export const terminalToken: Handler<'terminalToken'> = async ({ plane, body, now }) => {
  const row = await terminalOf(plane.store, body.device_code);
  demand(row, 'expired_token', OVER);
  // What the browser brought is answered at once: nobody guesses there.
  const interval = body.browser ? 0 : await checkPatience(plane.store, row.id, now);
  demand(row.state !== 'denied', 'access_denied', 'The owner said no.');
  demand(row.state !== 'ended', 'expired_token', OVER);
  const waits = row.state === 'open' || row.state === 'approved';
  demand(!waits || row.deadline > now, 'expired_token', 'Nobody approved it in time. Start again.');
  if (row.state === 'open' || (row.challenge !== null && !body.browser)) {
    const more = { interval };
    throw new Problem('authorization_pending', 'The owner has not approved it yet.', more);
  }
  demand(
    isHandedOver(plane, row, body.browser),
    'access_denied',
    'The browser brought another code.',
  );
  return firstToken(plane, body.device_code, now);
};

export const renewTerminal: Handler<'renewTerminal'> = async ({ plane, caller, now }) => {
  const { id: terminal, token: before, generation } = presentedBy(caller);
  const token = successorOf(plane, before);
  const expiresAt = now + SESSION_SECONDS;
  await plane.store.transaction(async (sql) => {
    await keepToken(sql, token, { terminal, generation: generation + 1 });
    await sql.query('update terminals set expires_at = $2 where id = $1', [terminal, expiresAt]);
  });
  return { token, owner: caller.owner, terminal, expiresAt };
};

function terminalOf(sql: Sql, device: string): Promise<TerminalRow | null> {
  return one<TerminalRow>(sql, 'select * from terminals where device_hash = $1', [hashOf(device)]);
}

function isHandedOver(
  plane: Plane,
  { id, owner, challenge }: TerminalRow,
  browser: Call<'terminalToken'>['body']['browser'],
): boolean {
  if (challenge === null || owner === null) return challenge === null && !browser;
  if (!browser) return false;
  return (
    isSame(browser.code, handOffCode(plane, id, owner)) &&
    isSame(challengeOf(browser.verifier), challenge)
  );
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(one)), Buffer.from(hashOf(other)));
}

/** Again the same until it is used: the first answer may have been lost. */
async function firstToken(plane: Plane, device: string, now: number) {
  return plane.store.transaction(async (sql) => {
    await sql.query('select id from terminals where device_hash = $1 for update', [hashOf(device)]);
    const row = await terminalOf(sql, device);
    const isNew = row?.state === 'approved';
    demand(
      row?.owner && (isNew || (row.state === 'live' && row.used_at === null)),
      'expired_token',
      OVER,
    );
    const token = successorOf(plane, device);
    const expiresAt = now + SESSION_SECONDS;
    if (isNew) await keepToken(sql, token, { terminal: row.id, generation: 0 });
    await sql.query(`update terminals set state = 'live', expires_at = $2 where id = $1`, [
      row.id,
      expiresAt,
    ]);
    return { token, owner: row.owner, terminal: row.id, expiresAt };
  });
}
