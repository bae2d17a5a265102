// Waiting for the owner's answer as RFC 8628 has it: each waiter at its own pace.
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { type House, openHouse } from '../house';
import { expectOk, leased, type People, somePeople } from '../people';
import { aRunwayAsk } from '../signing';
import { type Opened, openMemory } from '../stores';

let chain: Chain;
let opened: Opened;
let house: House;
let people: People;
let life: Awaited<ReturnType<typeof leased>>;

beforeAll(async () => {
  [chain, opened] = await Promise.all([startChain(), openMemory()]);
  house = await openHouse({ store: opened.store, chain });
  house.clock.stoppedAt = Math.floor(Date.now() / 1000);
  people = await somePeople(chain, house);
  life = await leased(people);
});
afterAll(async () => {
  await opened?.stop();
  await chain?.stop();
});

const now = () => house.plane.now();

async function asked(key = privateKeyToAccount(generatePrivateKey()), seconds = 600) {
  const about = { golem: people.golem, owner: people.owner.address, token: chain.usdc };
  const body = await aRunwayAsk(key, { ...about, deadline: now() + seconds });
  return (await expectOk(house.ask('askRunway', { body }))).body;
}

async function look(id: string, peer = '10.0.0.1') {
  const path = `http://localhost:3004/api/runway/requests/${id}/outcome`;
  const response = await house.app.request(path, {}, { peer });
  // biome-ignore lint/suspicious/noExplicitAny: the answer of one route
  return (await response.json()) as any;
}

it('tells how often to look, and says so again to who looks more often', async () => {
  const { id, interval } = await asked();

  expect(interval).toBe(3);
  expect((await look(id)).error).toMatchObject({ code: 'authorization_pending', interval });
  expect((await look(id)).error).toMatchObject({ code: 'slow_down', interval: 8 });
  house.clock.ahead += 8;
  expect((await look(id)).error).toMatchObject({ code: 'authorization_pending', interval: 8 });
});

it('slows nobody down for a stranger who looks at the same request, or at all others', async () => {
  const [mine, foreign] = [await asked(), await asked()];
  for (let count = 0; count < 20; count += 1) {
    await look(mine.id, '10.6.6.6');
    await look(foreign.id);
  }

  expect((await look(mine.id)).error.code).toBe('authorization_pending');
});

it('ends with the request that was granted, with a no, or with its deadline', async () => {
  const key = privateKeyToAccount(generatePrivateKey());
  const granted = await asked(key);
  const refused = await asked();
  const late = await asked(undefined, 60);
  const { cookie, golem } = people;
  await expectOk(house.ask('refuse', { cookie, id: refused.id, body: {} }));
  const context = await people.leaseOf(life.grant, key.address, { generation: 2n });
  await expectOk(house.ask('lease', { cookie, body: { golem, context } }));
  house.clock.ahead += 61;

  expect(await look(granted.id)).toMatchObject({ state: 'granted', permission: life.permission });
  expect((await look(refused.id)).error.code).toBe('access_denied');
  expect((await look(late.id)).error.code).toBe('expired_token');
  expect((await look('f'.repeat(64))).error.code).toBe('not_found');
});

it('keeps no account of who asks after requests that are none', async () => {
  const kept = () => opened.store.query('select waiter from looks');
  const before = await kept();
  for (let count = 0; count < 10; count += 1) await look(`${count}`.repeat(64));

  expect(await kept()).toEqual(before);
});
