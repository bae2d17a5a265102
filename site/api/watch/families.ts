// Families of watch tokens. A token's successor is always the same value, so lost answers, retries and
// overlapping heartbeats cannot fork a family. When a token is presented, all before it die whose successor was
// handed out 60 s ago or more. A dead token that is presented ends the family: two hold it.
//
// One exception keeps an owner from locking himself out: within 15 s of its death (the Snap's own limit for a
// request) a dead token is refused without ending anything, because it may have been on its way.
import type { Hex } from 'viem';
import { Problem } from '../plane/problem';
import { hashOf, keyed, randomToken } from '../plane/secrets';
import { one, type Sql, type Store } from '../store/store';

export const SETTLED_SECONDS = 60;
export const ON_ITS_WAY_SECONDS = 15;
const FORGET_SECONDS = 7 * 86_400;
const MAX_FAMILIES = 8;

type TokenRow = {
  family: string;
  generation: number;
  issued_at: number;
  died_at: number | null;
  owner: Hex;
  ended_at: number | null;
};

/** A new family's first token. The oldest families of an owner with too many end. */
export async function openFamily(store: Store, owner: string, now: number): Promise<string> {
  const token = randomToken();
  const family = hashOf(`family ${token}`).slice(0, 32);
  await store.transaction(async (sql) => {
    await sql.query('insert into families (id, owner, created_at) values ($1, $2, $3)', [
      family,
      owner,
      now,
    ]);
    await insertToken(sql, token, { family, generation: 0, now });
    await forgetEnded(sql, owner, now);
    await sql.query(
      `update families set ended_at = $2, ended_why = 'too many' where id in (select id from families
         where owner = $1 and id <> $4 and ended_at is null order by created_at desc, id offset $3)`,
      [owner, now, MAX_FAMILIES - 1, family],
    );
  });
  return token;
}

/** A token of a forgotten family is refused like any other that is unknown. */
async function forgetEnded(sql: Sql, owner: string, now: number): Promise<void> {
  const ended = 'select id from families where owner = $1 and ended_at < $2';
  const values = [owner, now - FORGET_SECONDS];
  await sql.query(`delete from tokens where family in (${ended})`, values);
  await sql.query('delete from families where owner = $1 and ended_at < $2', values);
}

export async function endFamilies(sql: Sql, owner: string, now: number): Promise<void> {
  await sql.query(
    `update families set ended_at = $2, ended_why = 'owner' where owner = $1 and ended_at is null`,
    [owner, now],
  );
}

export type Presented = { owner: Hex; nextToken: string };

/** Throws `unauthorized` for a token that is unknown, dead or of an ended family. */
export async function presentToken(
  store: Store,
  secret: string,
  token: string,
  now: number,
): Promise<Presented> {
  const presented = await store.transaction(async (sql) => {
    const row = await lockedToken(sql, hashOf(token));
    if (!row || row.ended_at !== null) return null;
    if (row.died_at !== null) {
      if (now - row.died_at > ON_ITS_WAY_SECONDS) await endStolen(sql, row.family, now);
      return null;
    }
    await killBefore(sql, row, now);
    const nextToken = keyed(secret, 'watch token', token);
    await insertToken(sql, nextToken, { ...row, generation: row.generation + 1, now });
    return { owner: row.owner, nextToken };
  });
  if (!presented) throw new Problem('unauthorized', 'This watch token is not valid.');
  return presented;
}

/** Locks the family, so that two processes judge one after the other. */
async function lockedToken(sql: Sql, hash: string): Promise<TokenRow | null> {
  const known = await one<{ family: string }>(sql, 'select family from tokens where hash = $1', [
    hash,
  ]);
  if (!known) return null;
  await sql.query('select id from families where id = $1 for update', [known.family]);
  return one<TokenRow>(
    sql,
    `select t.family, t.generation, t.issued_at, t.died_at, f.owner, f.ended_at
       from tokens t join families f on f.id = t.family where t.hash = $1`,
    [hash],
  );
}

async function insertToken(
  sql: Sql,
  token: string,
  { family, generation, now }: { family: string; generation: number; now: number },
): Promise<void> {
  await sql.query(
    `insert into tokens (hash, family, generation, issued_at) values ($1, $2, $3, $4)
       on conflict (hash) do nothing`,
    [hashOf(token), family, generation, now],
  );
}

async function killBefore(sql: Sql, row: TokenRow, now: number): Promise<void> {
  const { family, generation } = row;
  await sql.query(
    `update tokens set died_at = $3 where family = $1 and generation < $2 and died_at is null and exists
       (select 1 from tokens next where next.family = $1 and next.generation = tokens.generation + 1
          and next.issued_at <= $4)`,
    [family, generation, now, now - SETTLED_SECONDS],
  );
  // The dead are remembered for a hundred rotations: long enough to recognise a thief.
  await sql.query('delete from tokens where family = $1 and generation < $2', [
    family,
    generation - 100,
  ]);
}

async function endStolen(sql: Sql, family: string, now: number): Promise<void> {
  await sql.query(
    `update families set ended_at = $2, ended_why = 'a dead token was presented' where id = $1`,
    [family, now],
  );
}
