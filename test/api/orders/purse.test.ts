// What the relay account has left, and who gets it.
import { describe, expect, it } from 'vitest';
import { ENDED } from '../../../site/world/people/end-order';
import { expectOk, leased, type People, somePeople } from '../people';
import { chain, house, opened, raised, rowsOf, victim } from './line';

/** One grant, and a lease on as many budgets as it may have. */
const leasedOnAll = async (who: People) => {
  const { grant } = await leased(who);
  const { cookie, golem, session } = who;
  for (let budgetId = 2n; budgetId <= 8n; budgetId += 1n) {
    const context = await who.leaseOf(grant, session.address, { budgetId });
    await expectOk(house.ask('lease', { cookie, body: { golem, context } }));
  }
};

describe('what is left in the purse', () => {
  it('is not used up by a few owners who end much: the first end of another goes through', async () => {
    await opened.store.query('delete from relays');
    // Nobody who ended anything before: what the chain shows already is paid for by nobody.
    const greedy = [await somePeople(chain, house), await somePeople(chain, house)];
    const honest = await somePeople(chain, house);
    for (const who of greedy) await leasedOnAll(who);
    await leased(honest);
    const price = BigInt(`${await chain.cheat('eth_gasPrice', [])}`);
    const purse = price * 600_000n;
    const { address } = house.relay;
    await chain.cheat('anvil_setBalance', [address, `0x${purse.toString(16)}`]);
    for (const who of greedy) {
      for (let budgetId = 1n; budgetId <= 8n; budgetId += 1n) {
        await expectOk(raised(who, { budgetId, generation: ENDED }));
      }
    }
    for (let round = 0; round < 5; round += 1) await house.round();
    const { id } = (await expectOk(raised(honest, { budgetId: 1n, generation: ENDED }))).body;
    for (let round = 0; round < 3; round += 1) await house.round();

    expect((await expectOk(house.ask('relay', { id }))).body.state).toBe('done');
    for (const who of greedy) {
      const rows = await rowsOf(who);
      expect(rows.filter(({ nonce }) => nonce !== null).length).toBeGreaterThan(0);
      const waiting = rows.find(({ state }) => state === 'queued');
      const told = await expectOk(house.ask('relay', { id: `${waiting?.id}` }));
      expect(told.body.reason).toMatch(/ends of other owners/);
    }
    await chain.cheat('anvil_setBalance', [address, '0x8ac7230489e80000']);
    house.clock.ahead += 10;
    for (let round = 0; round < 5; round += 1) await house.round();
    const open = await opened.store.query(`select id from relays where state <> 'done'`);
    expect(open).toEqual([]);
  });

  it('is not kept from an owner by a crowd whose orders cannot be paid from it', async () => {
    await opened.store.query('delete from relays');
    const honest = await somePeople(chain, house);
    await leased(honest);
    const { id: model } = (await expectOk(raised(victim, { budgetId: 700n }))).body;
    await opened.store.query(
      `insert into relays (id, chain_id, act, guardian, target, data, owner, lane, gas, state, attempts, sent_at, counted_at,
         created_at, updated_at)
       select 'crowd-' || n || one.state, chain_id, act, guardian, target, data, 'owner-' || n, 0, 100000, one.state, 0, $2::bigint - 3600, $2, 0, $2
         from relays, generate_series(1, 80) as n, (values ('queued'), ('done')) as one (state) where relays.id = $1`,
      [model, house.plane.now()],
    );
    await opened.store.query('delete from relays where id = $1', [model]);
    const price = BigInt(`${await chain.cheat('eth_gasPrice', [])}`);
    const purse = `0x${(price * 300_000n).toString(16)}`;
    await chain.cheat('anvil_setBalance', [house.relay.address, purse]);
    const { id } = (await expectOk(raised(honest, { budgetId: 1n, generation: ENDED }))).body;
    for (let round = 0; round < 3; round += 1) {
      await house.round();
      // A round of so many may take longer than any order is postponed: all of them are due again.
      house.clock.ahead += 10;
    }

    expect((await expectOk(house.ask('relay', { id }))).body.state).toBe('done');
  });
});
