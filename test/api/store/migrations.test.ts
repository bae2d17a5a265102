// A store of an earlier version keeps every fact when it is brought to the newest shape.
import { expect, it } from 'vitest';
import { migrate } from '../../../site/api/store/migrate';
import { MIGRATIONS } from '../../../site/api/store/migrations';
import { openMemory } from '../stores';

/** The shape of 0.1.0. */
const FIRST = MIGRATIONS.slice(0, 3);

const A = `0x${'aa'.repeat(20)}`;
const B = `0x${'bb'.repeat(20)}`;

/** What 0.1.0 wrote: two owners, a grant, a lease, a slice, heartbeats and stops. */
const ROWS = [
  `insert into golems (id, owner, name, chain_id, golem_id, parent, policy_tier, created_at) values
     ('atlas', '${A}', 'Atlas', 84532, '0x01', null, 2, 1), ('child', '${A}', 'Child', 84532, '0x02', 'atlas', 2, 2),
     ('bo', '${B}', 'Bo', 84532, '0x03', null, 1, 3)`,
  `insert into grants (id, golem, owner, chain_id, manager, root_hash, context, cap, period_seconds, start_at,
     expires_at, delegate, created_at)
     values ('p-1', 'atlas', '${A}', 84532, '0x', '0xr1', '0xc', '10', 86400, 1, 2, '0xd', 4)`,
  `insert into leases (hash, chain_id, permission, golem, guardian, generation, budget_id, session_key, cap,
     replicant_cap, unit_exponent, expires_at, epoch, context, created_at)
     values ('0xl1', 84532, 'p-1', 'atlas', '0xg', 1, '1', '0xk', '10', '0', 0, 2, 0, '0xc', 5)`,
  `insert into slices (hash, chain_id, golem, lease_hash, permission, session_key, cap, start_at, expires_at,
     context, created_at) values ('0xs1', 84532, 'child', '0xl1', 'p-1', '0xk2', '1', 1, 2, '0xc', 6)`,
  `insert into heartbeats (golem, session_key, sequence, issued_at, interval_seconds, phase, worst, vitality,
     block_number, block_hash, signature, received_at) values
     ('bo', '0xk3', 7, 1, 60, 0, 0, 9000, 1, '0xb', '0xs', 1), ('nobody', '0xk4', 1, 1, 60, 0, 0, 1, 1, '0xb', '0xs', 1)`,
  `insert into stops (golem, issued_at, chain_id, guardian, reason, signature, received_at)
     values ('atlas', 9, 84532, '0xg', 'enough', '0xs', 9)`,
];

it('gives every row the owner of its Golem, and drops what belongs to none', async () => {
  const opened = await openMemory();
  const { store } = opened;
  // The newest shape goes, and the old one is made in its place.
  await store.query('drop schema public cascade');
  await store.query('create schema public');
  await migrate(store, FIRST);
  for (const row of ROWS) await store.query(row);

  await migrate(store);
  await migrate(store);

  const owners = async (table: string) =>
    (
      await store.query<{ golem: string; owner: string }>(
        `select golem, owner from ${table} order by golem`,
      )
    ).map(({ golem, owner }) => [golem, owner]);
  expect(await owners('grants')).toEqual([['atlas', A]]);
  expect(await owners('leases')).toEqual([['atlas', A]]);
  expect(await owners('slices')).toEqual([['child', A]]);
  expect(await owners('heartbeats')).toEqual([['bo', B]]);
  expect(await owners('stops')).toEqual([['atlas', A]]);
  // The same id again, for the other owner.
  await store.query(
    `insert into golems (id, owner, name, chain_id, golem_id, policy_tier, created_at)
       values ('atlas', '${B}', 'Atlas', 84532, '0x01', 2, 1)`,
  );
  await opened.stop();
});

it('forgets the orders to end a lease that were signed in advance, and keeps the lease', async () => {
  const opened = await openMemory();
  const { store } = opened;
  await store.query('drop schema public cascade');
  await store.query('create schema public');
  await migrate(store, FIRST);
  for (const row of ROWS) await store.query(row);
  await store.query(`update leases set ended_signature = '0x51'`);

  await migrate(store);

  const leases = await store.query('select * from leases');
  expect(leases).toMatchObject([{ hash: '0xl1', context: '0xc', generation: 1 }]);
  expect(JSON.stringify(leases)).not.toMatch(/0x51|ended_signature/);
  await opened.stop();
});

it('keeps every transaction that was signed for an order on its way', async () => {
  const opened = await openMemory();
  const { store } = opened;
  await store.query('drop schema public cascade');
  await store.query('create schema public');
  await migrate(store, FIRST);
  await store.query(
    `insert into relays (id, chain_id, subject, target, data, state, transaction, raw, tried, nonce, attempts,
       created_at, updated_at)
     values ('one', 84532, 'raise 0xg 1 2', '0xt', '0x', 'sent', '0xh3', '0xraw', '0xh2 0xh1', 7, 3, 5, 6),
       ('two', 84532, 'raise 0xg 2 2', '0xt', '0x', 'queued', null, null, '', null, 0, 5, 6)`,
  );

  await migrate(store);

  const sends = await store.query('select hash, relay, nonce, raw from sends order by hash');
  const of = { relay: 'one', nonce: 7 };
  expect(sends).toEqual([
    { hash: '0xh1', raw: '', ...of },
    { hash: '0xh2', raw: '', ...of },
    { hash: '0xh3', raw: '0xraw', ...of },
  ]);
  const orders = await store.query('select id, state, counted_at from relays order by id');
  expect(orders).toEqual([
    { id: 'one', state: 'sent', counted_at: 5 },
    { id: 'two', state: 'queued', counted_at: 5 },
  ]);
  await opened.stop();
});
