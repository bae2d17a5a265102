// What nobody asks for any more is forgotten, once a minute by the leader: tables that anybody can write to must not
// grow for ever.
import type { Sql } from './store';

const DAY = 86_400;
/** Orders stay readable for a season; a chain is not reorganised that far back. */
const ORDERS_DAYS = 90;
/** Watch tokens of who has no Golem here, unused. */
const IDLE_DAYS = 30;
/** Terminals that ended: a thief who presents an old token of one is still refused afterwards. */
const ENDED_DAYS = 7;
/** Seconds after which who waited for a person waits no more. */
const IDLE_LOOK = 600;
/** Sessions of who has no Golem here: the newest stay. */
const MAX_GUESTS = 20_000;

export async function sweep(sql: Sql, now: number): Promise<void> {
  for (const table of ['seen', 'sessions']) {
    await sql.query(`delete from ${table} where expires_at < $1`, [now]);
  }
  await sql.query(
    `delete from sessions where hash in (select hash from sessions where not exists
       (select 1 from golems where golems.owner = sessions.owner) order by expires_at desc, hash offset $1)`,
    [MAX_GUESTS],
  );
  await sql.query('delete from looks where at < $1', [now - IDLE_LOOK]);
  await sql.query('delete from attempts where minute < $1', [Math.floor(now / 60) - 1]);
  await forgetTerminals(sql, now - ENDED_DAYS * DAY);
  await forgetOrders(sql, now - ORDERS_DAYS * DAY);
  await forgetFamilies(sql, now - IDLE_DAYS * DAY);
  await forgetAlerts(sql, now - IDLE_DAYS * DAY);
}

async function forgetOrders(sql: Sql, before: number): Promise<void> {
  const old = `state in ('done', 'failed') and updated_at < $1`;
  await sql.query(`delete from sends where relay in (select id from relays where ${old})`, [
    before,
  ]);
  await sql.query(`delete from relays where ${old}`, [before]);
}

/** Those that nobody approved, that ended or that were not used any more. */
async function forgetTerminals(sql: Sql, before: number): Promise<void> {
  await sql.query(
    `delete from terminals where (state in ('open', 'denied', 'approved') and deadline < $1)
       or (state = 'ended' and ended_at < $1) or (state = 'live' and expires_at < $1)`,
    [before],
  );
}

/** Families that ended long ago, and those of guests that nobody has presented since. */
async function forgetFamilies(sql: Sql, before: number): Promise<void> {
  const idle = `select families.id from families where families.ended_at < $1 or (families.created_at < $1
    and not exists (select 1 from golems where golems.owner = families.owner)
    and not exists (select 1 from tokens where tokens.family = families.id and tokens.issued_at >= $1))`;
  await sql.query(`delete from tokens where family in (${idle})`, [before]);
  await sql.query(`delete from families where id in (${idle})`, [before]);
}

/** Old deliveries, targets of guests, and what was known of who wants to hear nothing any more. */
async function forgetAlerts(sql: Sql, before: number): Promise<void> {
  await sql.query('delete from alert_deliveries where created_at < $1', [before]);
  await sql.query(
    `delete from alert_targets where created_at < $1
       and not exists (select 1 from golems where golems.owner = alert_targets.owner)`,
    [before],
  );
  await sql.query(
    `delete from alert_books where not exists
       (select 1 from alert_targets where alert_targets.owner = alert_books.owner)`,
  );
}
