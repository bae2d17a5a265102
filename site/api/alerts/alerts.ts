// /api/alerts: an owner's targets, limits, and what was sent. Whatever is a secret goes in and never comes out again.

import type { Hex } from 'viem';
import { HOUR } from '../../../src/core/chain/time';
import { MAX_LIMITS, MAX_TARGETS } from '../../../src/core/protocol/alert-shapes';
import { callerOf } from '../guard/caller';
import type { Handler } from '../plane/plane';
import { demand } from '../plane/problem';
import { one } from '../store/store';
import { lastDeliveries, newId, writeDelivery } from './deliveries';
import { limitsOf, setLimit } from './limits';
import { newTarget } from './new-target';
import type { Planned } from './plan';
import { seal } from './seal';
import { TEST, WHOSE } from './server-words';
import { giveUp, ownTarget, recordOf, targetsOf } from './targets';

/** Tests in an hour, of an owner and of one network: nobody is sent more than that through us. */
const TESTS = { owner: 10, caller: 30 };

export const alerts: Handler<'alerts'> = async ({ plane: { store }, caller: { owner } }) => {
  const targets = await targetsOf(store, owner);
  const book = await one<{ judged_at: number }>(
    store,
    'select judged_at from alert_books where owner = $1',
    [owner],
  );
  return {
    targets: targets.map(recordOf),
    deliveries: await lastDeliveries(store, owner),
    limits: await limitsOf(store, owner),
    judgedAt: book?.judged_at ?? null,
  };
};

export const addTarget: Handler<'addTarget'> = async ({ plane, body, caller, now }) => {
  const { owner } = caller;
  const { secrets, destination } = newTarget(body, plane.loopbackTargets);
  const id = newId();
  const sealed = seal(plane.secret, id, secrets);
  const target = await plane.store.transaction(async (sql) => {
    await sql.query('select pg_advisory_xact_lock(hashtext($1))', [`targets ${owner}`]);
    const known = await targetsOf(sql, owner);
    const most = `You have ${MAX_TARGETS} targets already. Remove one first.`;
    demand(known.length < MAX_TARGETS, 'conflict', most);
    await sql.query(
      `insert into alert_targets (id, owner, kind, label, host, sealed, since, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $7)`,
      [id, owner, body.kind, body.label, destination.host, sealed, now],
    );
    return ownTarget(sql, owner, id);
  });
  return { target: recordOf(target), secret: secrets.secret ?? null };
};

export const pauseTarget: Handler<'pauseTarget'> = async ({ plane, id, body, caller, now }) => {
  const target = await plane.store.transaction(async (sql) => {
    const { paused } = await ownTarget(sql, caller.owner, id);
    demand(paused !== 'sealed', 'conflict', 'Its secrets cannot be opened any more. Add it again.');
    if (body.paused) {
      await sql.query(`update alert_targets set paused = 'owner' where id = $1`, [id]);
      await giveUp(sql, id, 'You paused the target before this was sent.', now);
    } else if (paused !== null) {
      await sql.query(
        `update alert_targets set paused = null, since = $2, failures = 0, failing_since = null where id = $1`,
        [id, now],
      );
    }
    return ownTarget(sql, caller.owner, id);
  });
  return { target: recordOf(target) };
};

export const removeTarget: Handler<'removeTarget'> = async ({ plane, id, caller, now }) => {
  await plane.store.transaction(async (sql) => {
    await ownTarget(sql, caller.owner, id);
    await giveUp(sql, id, 'You removed the target before this was sent.', now);
    await sql.query('delete from alert_targets where id = $1', [id]);
  });
  return {};
};

export const testTarget: Handler<'testTarget'> = async ({ plane, id, caller, now }) => {
  const { owner, peer } = caller;
  const from = callerOf(plane.secret, peer);
  const delivery = await plane.store.transaction(async (sql) => {
    await sql.query('select pg_advisory_xact_lock(hashtext($1))', [`alert tests ${owner}`]);
    const target = await ownTarget(sql, owner, id);
    const counted = await one<{ own: number; near: number }>(
      sql,
      `select count(*) filter (where owner = $1) as own, count(*) filter (where caller = $2) as near
         from alert_deliveries where test and created_at > $3 and (owner = $1 or caller = $2)`,
      [owner, from, now - HOUR],
    );
    const { own = 0, near = 0 } = counted ?? {};
    const fits = own < TESTS.owner && near < TESTS.caller;
    demand(fits, 'rate_limited', 'That were enough tests for now. Try again in an hour.');
    const message = testMessage(owner, `${plane.origins[0]}/alerts`, now);
    return writeDelivery(sql, { target, message, now, caller: from });
  });
  return { delivery };
};

function testMessage(owner: Hex, link: string, now: number): Planned['message'] {
  return {
    ...{
      version: 1,
      type: 'test',
      owner,
      at: now,
      source: 'server',
      urgency: 3,
      count: 0,
      causes: [],
    },
    ...{ title: TEST.title, text: `${TEST.text}\n${WHOSE}`, link },
  };
}

export const limitSpending: Handler<'limitSpending'> = async ({ plane, body, caller }) => {
  const { owner } = caller;
  const limits = await plane.store.transaction(async (sql) => {
    await sql.query('select pg_advisory_xact_lock(hashtext($1))', [`targets ${owner}`]);
    await setLimit(sql, owner, body);
    const after = await limitsOf(sql, owner);
    const most = `You have ${MAX_LIMITS} limits already. Remove one first.`;
    demand(after.length <= MAX_LIMITS, 'conflict', most);
    return after;
  });
  return { limits };
};
