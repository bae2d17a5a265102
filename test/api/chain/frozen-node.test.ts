// A node that is cut off from its peers answers everything, always up to the same block. Nobody is told that all is well.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { type House, openHouse } from '../house';
import { expectOk, leased, type People, somePeople } from '../people';
import { type Opened, openMemory } from '../stores';

let chain: Chain;
let opened: Opened;
let house: House;
let people: People;
let life: Awaited<ReturnType<typeof leased>>;

beforeAll(async () => {
  [chain, opened] = await Promise.all([startChain(), openMemory()]);
  house = await openHouse({ store: opened.store, chain });
  people = await somePeople(chain, house);
  life = await leased(people);
});
afterAll(async () => {
  await opened?.stop();
  await chain?.stop();
});

/** The chain's newest block is of now, whatever the machine was busy with. */
const awake = async () => {
  house.clock.ahead = 0;
  await chain.cheat('evm_mine', []);
  await house.round();
};
const healthOf = async () => (await expectOk(house.ask('health'))).body;

describe('a head that stands still', () => {
  it('is no health: how far the chain was read is not known any more', async () => {
    await awake();
    const [well] = (await healthOf()).chains;
    expect(well).toMatchObject({ still: false, lag: 0, head: well.indexed });

    house.clock.ahead = 300;
    await house.round();
    const { ok, chains } = await healthOf();

    expect(ok).toBe(false);
    expect(chains[0]).toMatchObject({ still: true, lag: null, head: well.head });
    expect(chains[0].headAt).toBe(well.headAt);
  });

  it('is told to the owner as the age of what the status knows', async () => {
    await awake();
    const { token } = (await expectOk(house.ask('watchToken', { cookie: people.cookie, body: {} })))
      .body;
    house.clock.ahead = 3600;
    await house.round();
    const { body } = await expectOk(house.ask('status', { token }));

    const head = await chain.cheat('eth_getBlockByNumber', ['latest', false]);
    expect(body.chains[0].at).toBe(Number((head as { timestamp: string }).timestamp));
    // Blocks that are made quickly are some seconds ahead of the clock.
    expect(body.serverTime - body.chains[0].at).toBeGreaterThan(3000);
  });

  it('decides nothing: what the chain shows now cannot be asked', async () => {
    await awake();
    house.clock.ahead = 3600;
    const { cookie, golem, session } = people;
    const context = await people.leaseOf(life.grant, session.address, { generation: 2n });
    const lease = () => house.ask('lease', { cookie, body: { golem, context } });
    const revoked = () =>
      house.ask('revocation', { cookie, body: { permission: life.permission } });
    expect((await lease()).body.error.code).toBe('chain_unavailable');
    expect((await revoked()).body.error.code).toBe('chain_unavailable');

    await awake();
    await expectOk(lease());
    expect((await revoked()).body.error.code).toBe('not_on_chain');
  });
});
