// Whose orders the relay pays for, how many, and in which order.
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { ENDED } from '../../../site/world/people/end-order';
import { openHouse } from '../house';
import { expectOk, somePeople } from '../people';
import { chain, hostile, house, life, opened, raised, rowsOf, victim } from './line';

const codes = async (
  asking: () => Promise<{ status: number; body: { error?: { code: string } } }>[],
) => (await Promise.all(asking())).map(({ body }) => body.error?.code ?? 'taken');
const countOf = (all: string[], one: string) => all.filter((code) => code === one).length;

describe('one grant without a dollar', () => {
  it('has leases on a few budgets, and no more ends than those', async () => {
    const answers: string[] = [];
    for (let budget = 2n; budget <= 60n; budget += 1n) {
      const context = await hostile.leaseOf(life.grant, hostile.session.address, {
        budgetId: budget,
      });
      const { body } = await house.ask('lease', {
        cookie: hostile.cookie,
        body: { golem: hostile.golem, context },
      });
      answers.push(body.error?.code ?? 'taken');
    }
    expect([countOf(answers, 'taken'), countOf(answers, 'conflict')]).toEqual([7, 52]);
  });

  it('gets a few orders, however many are signed at once', async () => {
    const many = await codes(() =>
      Array.from({ length: 40 }, (_, index) => raised(hostile, { budgetId: BigInt(100 + index) })),
    );

    expect([countOf(many, 'taken'), countOf(many, 'rate_limited')]).toEqual([20, 20]);
  });

  it('is counted in gas too, and by every process that asks the same store', async () => {
    const owner = hostile.owner.address.toLowerCase();
    const other = await openHouse({ store: await opened.another(), chain });
    const body = await hostile.raise({ budgetId: 200n });
    expect((await other.ask('raise', { body })).body.error.code).toBe('rate_limited');

    await opened.store.query(`update relays set counted_at = counted_at - 86400 where owner = $1`, [
      owner,
    ]);
    await opened.store.query(
      `update relays set gas = 1950000, counted_at = $2 where id = (select min(id) from relays where owner = $1)`,
      [owner, house.plane.now()],
    );
    expect((await other.ask('raise', { body })).body.error.code).toBe('rate_limited');

    await opened.store.query('update relays set gas = 100 where owner = $1', [owner]);
    expect((await other.ask('raise', { body })).status).toBe(200);
  });

  it('can still end what lives on it, after everybody else', async () => {
    await opened.store.query(
      `insert into relays (id, chain_id, act, guardian, target, data, state, attempts, owner, permission, final, gas,
         counted_at, created_at, updated_at)
       select 'full-' || n, chain_id, 'raise', 'x', 'x', '0x', 'done', 0, owner, permission, true, 100000, $2, $2, $2
         from relays, generate_series(1, 20) as n where id = (select min(id) from relays where owner = $1)`,
      [hostile.owner.address.toLowerCase(), house.plane.now()],
    );

    const { body } = await expectOk(raised(hostile, { budgetId: 3n, generation: ENDED }));

    const row = (await rowsOf(hostile)).find(({ id }) => id === body.id);
    expect(row).toMatchObject({ lane: 2 });
  });

  it('is told to send its ends itself when its owner has used up twice the quota, in orders or in gas', async () => {
    const owner = hostile.owner.address.toLowerCase();
    const used = (count: number, gas: number) =>
      opened.store.query(
        `insert into relays (id, chain_id, act, guardian, target, data, state, attempts, owner, permission, final, gas,
           counted_at, created_at, updated_at)
         select 'used-' || n || '-' || $3::text, $4, 'raise', 'x', 'x', '0x', 'done', 0, $1, 'another grant', true, $3::bigint,
           $2, $2, $2 from generate_series(1, $5::integer) as n`,
        [owner, house.plane.now(), gas, chain.chainId, count],
      );
    await used(105, 0);
    const body = await hostile.raise({ budgetId: 4n, generation: ENDED });
    const many = (await house.ask('raise', { body })).body.error;
    await opened.store.query(`delete from relays where id like 'used-%'`);
    await used(1, 11_000_000);
    const much = (await house.ask('raise', { body })).body.error;
    await opened.store.query(`delete from relays where id like 'used-%'`);

    expect([many.code, much.code]).toEqual(['not_relayed', 'not_relayed']);
    const { contracts } = chain;
    expect(many.call).toMatchObject({ chainId: chain.chainId, to: contracts.golemPolicyEnforcer });
    expect((await expectOk(house.ask('raise', { body }))).body.state).toBe('queued');
  });
});

describe('the line', () => {
  it('has the end of a live lease first, then one order of each owner after the other', async () => {
    await opened.store.query('delete from relays');
    await chain.cheat('evm_setAutomine', [false]);
    for (let index = 0; index < 6; index += 1) {
      await expectOk(raised(hostile, { budgetId: BigInt(300 + index) }));
    }
    for (const budgetId of [4n, 5n, 6n, 7n]) await expectOk(raised(hostile, { budgetId }));
    for (const budgetId of [400n, 401n]) await expectOk(raised(victim, { budgetId }));
    await expectOk(raised(victim, { budgetId: 1n }));

    await house.round();

    const sent = [
      ...(await rowsOf(hostile)).map((row) => ({ ...row, who: 'hostile' })),
      ...(await rowsOf(victim)).map((row) => ({ ...row, who: 'victim' })),
    ].sort((one, two) => (one.nonce ?? 0) - (two.nonce ?? 0));
    expect(sent.map(({ lane }) => lane)).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1]);
    expect(
      sent
        .slice(0, 2)
        .map(({ who }) => who)
        .sort(),
    ).toEqual(['hostile', 'victim']);
    const others = sent.slice(5).map(({ who }) => who);
    expect(others.indexOf('victim')).toBeLessThanOrEqual(1);
    expect(others.lastIndexOf('victim')).toBeLessThanOrEqual(3);
    await chain.cheat('evm_setAutomine', [true]);
    await chain.cheat('evm_mine', []);
    await house.round();
    const after = await rowsOf(victim);
    expect(after.every(({ gas }) => gas > 20_000 && gas < 100_000)).toBe(true);
  });

  it('remembers what an owner has just got: who comes later is before the next of theirs', async () => {
    await opened.store.query('delete from relays');
    await chain.cheat('evm_setAutomine', [false]);
    await expectOk(raised(hostile, { budgetId: 310n }));
    await house.round();
    await expectOk(raised(hostile, { budgetId: 311n }));
    await expectOk(raised(victim, { budgetId: 411n }));
    await opened.store.query(
      `update relays set created_at = created_at - 100 where budget_id = '311'`,
    );
    await house.round();
    await chain.cheat('evm_setAutomine', [true]);

    const [, second] = await rowsOf(hostile);
    const [mine] = await rowsOf(victim);
    expect(mine?.nonce).toBeLessThan(second?.nonce ?? 0);
  });
});

it('cannot be used up by a stranger who grants to somebody else’s guardian', async () => {
  const stranger = await somePeople(chain, house);
  const { cookie } = stranger;
  const guardian = victim.guardian.address;
  const born = { id: 'parasite', name: '', chainId: chain.chainId, policyTier: 1, guardian };
  await expectOk(house.ask('newGolem', { cookie, body: born }));
  const context = stranger.context(await stranger.grant({ to: guardian }));
  await expectOk(
    house.ask('grant', { cookie, body: { golem: 'parasite', chainId: chain.chainId, context } }),
  );
  await opened.store.query(
    `insert into relays (id, chain_id, act, guardian, target, data, state, attempts, owner, gas, counted_at, created_at, updated_at)
       select 'used-' || n, $1, 'raise', 'x', 'x', '0x', 'done', 0, $2, 0, $3, $3, $3 from generate_series(1, 60) as n`,
    [chain.chainId, stranger.owner.address.toLowerCase(), house.plane.now()],
  );

  await expectOk(raised(victim, { budgetId: 500n }));
});

it('pays for nothing when the grant is over', async () => {
  house.clock.ahead += 8 * 86_400;
  const { body } = await raised(victim, { budgetId: 600n });
  house.clock.ahead -= 8 * 86_400;

  expect(body.error.code).toBe('conflict');
});

it('says done of what the chain shows already, and keeps a few of those', async () => {
  await opened.store.query('delete from relays');
  await chain.cheat('evm_mine', []);
  await expectOk(raised(hostile, { budgetId: 900n, generation: 100 }));
  await house.round();
  await house.round();
  for (let generation = 1; generation <= 40; generation += 1) {
    const { body } = await expectOk(raised(hostile, { budgetId: 900n, generation }));
    expect(body).toMatchObject({ state: 'done', transaction: null });
    if (generation === 1) {
      expect((await expectOk(house.ask('relay', { id: body.id }))).body).toEqual(body);
    }
  }
  expect(await opened.store.query('select id from relays')).toHaveLength(20);
});

it('knows nobody without a Golem here', async () => {
  const nobody = { ...victim, guardian: privateKeyToAccount(generatePrivateKey()) };
  const order = { ...(await victim.raise()), guardian: nobody.guardian.address };
  expect((await house.ask('raise', { body: order })).body.error.code).toBe('not_found');
});
