// A store of an earlier version keeps every fact when it is brought to the newest shape.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { writeRows } from '../../../site/api/chain/index-rows';
import { orderId } from '../../../site/api/orders/orders';
import { ordersOf } from '../../../site/api/orders/relays';
import { migrate } from '../../../site/api/store/migrate';
import { MIGRATIONS } from '../../../site/api/store/migrations';
import { openMemory, STORES } from '../stores';

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

/** As every version before wrote its ids. */
const packedId = (subject: string) =>
  createHash('sha256').update(`84532 ${subject}`).digest('hex').slice(0, 32);
const PACKED = ['raise 0xg 7 2', `register 0xg atlas ${'51'.repeat(16)}`, 'raise 0xother 7 2'];

/** One step before facts had columns of their own. */
const UNPACKED = MIGRATIONS.findIndex((step) =>
  step.includes('alter table relays drop column subject'),
);

describe.each(STORES)('Facts that were packed into one text, on $name', ({ open }) => {
  it.each([
    ['0.1.0', FIRST],
    ['the shape before', MIGRATIONS.slice(0, UNPACKED)],
  ])(
    'of %s are columns, and every order keeps its id and its place in the queue',
    async (_, shape) => {
      const opened = await open();
      const { store } = opened;
      await store.query('drop schema public cascade');
      await store.query('create schema public');
      await migrate(store, shape);
      for (const [at, subject] of PACKED.entries()) {
        await store.query(
          `insert into relays (id, chain_id, subject, target, data, state, nonce, attempts, created_at, updated_at)
           values ($1, 84532, $2, '0xt', '0xd', $3, $4, 1, $5, 6)`,
          [packedId(subject), subject, ...(at === 0 ? ['queued', null] : ['sent', at]), 5 + at],
        );
      }
      await store.query(
        `insert into events (chain_id, block_number, log_index, block_hash, transaction, at, seq, event,
         delegation_hash, owner, amount, number) values
         (84532, 1, 0, '0xb1', '0xt1', 10, 1, 'transferred', '0xr1', null, '10', '19800:10'),
         (84532, 1, 1, '0xb1', '0xt1', 10, 2, 'nonce', null, '${A}', null, '3')`,
      );

      await migrate(store);
      await migrate(store);

      const orders = await store.query(
        'select id, act, guardian, golem, budget_id, generation, data, state, nonce, attempts, created_at from relays order by created_at',
      );
      const kept = { data: '0xd', attempts: 1, guardian: '0xg' };
      const raise = { ...kept, act: 'raise', golem: null, budget_id: '7', generation: 2 };
      const sent = { state: 'sent' };
      expect(orders).toEqual([
        { ...raise, id: packedId(`${PACKED[0]}`), state: 'queued', nonce: null, created_at: 5 },
        {
          ...{ ...kept, ...sent, id: packedId(`${PACKED[1]}`), nonce: 1, created_at: 6 },
          ...{ act: 'register', golem: 'atlas', budget_id: null, generation: null },
        },
        {
          ...raise,
          ...sent,
          id: packedId(`${PACKED[2]}`),
          guardian: '0xother',
          nonce: 2,
          created_at: 7,
        },
      ]);
      // The same orders handed in again are the same relays.
      const raised = { act: 'raise', guardian: '0xg', budgetId: '7', generation: 2 } as const;
      expect(orderId(84532, raised)).toBe(packedId(`${PACKED[0]}`));
      const signature = `0x${'51'.repeat(65)}`;
      const registered = { act: 'register', guardian: '0xg', golem: 'atlas', signature } as const;
      expect(orderId(84532, registered)).toBe(packedId(`${PACKED[1]}`));
      const mine = await ordersOf(store, { id: 'atlas', chain_id: 84532, guardian: '0xg' });
      expect(mine.map(({ act, generation }) => [act, generation])).toEqual([
        ['register', null],
        ['raise', 2],
      ]);
      expect(await ordersOf(store, { id: 'bo', chain_id: 84532, guardian: '0xg' })).toHaveLength(1);

      // What is paid next in the same period is counted from the total of before.
      const next = {
        block_number: 2,
        log_index: 0,
        block_hash: '0xb2',
        transaction: '0xt2',
        at: 20,
      } as const;
      const payment = {
        event: 'transferred',
        delegation_hash: '0xr1',
        period: '19800',
        total: '25',
      } as const;
      await writeRows(store, 84532, [{ ...next, ...payment }]);
      const events = await store.query(
        'select event, amount, number, period, total from events order by block_number, log_index',
      );
      expect(events).toEqual([
        { event: 'transferred', amount: '10', number: null, period: '19800', total: '10' },
        { event: 'nonce', amount: null, number: '3', period: null, total: null },
        { event: 'transferred', amount: '15', number: null, period: '19800', total: '25' },
      ]);
      await opened.stop();
    },
    60_000,
  );
});
