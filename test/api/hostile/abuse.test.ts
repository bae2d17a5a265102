// What a well-formed request must not give away, fill up or lock out.
import { createPublicClient, custom, http, RpcRequestError } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catchUp } from '../../../site/api/chain/indexer';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { type House, openHouse } from '../house';
import { expectOk, leased, type People, somePeople } from '../people';
import { aHeartbeat, aRunwayAsk, aStop } from '../signing';
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

const now = () => house.plane.now();
const aKey = () => privateKeyToAccount(generatePrivateKey());
const ask = async (key: ReturnType<typeof aKey>, over: object = {}) => {
  const about = { golem: people.golem, owner: people.owner.address, token: chain.usdc };
  return house.ask('askRunway', {
    body: await aRunwayAsk(key, { ...about, deadline: now() + 600, ...over }),
  });
};

describe('asking for a runway', () => {
  it('opens nothing of the Golem it names before the owner has answered', async () => {
    const key = aKey();
    const { body } = await expectOk(ask(key));
    const agent = { account: key, owner: people.owner.address, golem: people.golem };

    expect((await house.ask('agentState', { agent })).body.error.code).toBe('forbidden');

    await opened.store.query(`update requests set state = 'intended' where id = $1`, [body.id]);
    await expectOk(house.ask('agentState', { agent }));
  });

  it('is forgotten a month after nobody answered', async () => {
    house.clock.ahead += 31 * 86_400;
    await ask(aKey(), { owner: aKey().address, golem: 'elsewhere' });
    house.clock.ahead -= 31 * 86_400;

    const rows = await opened.store.query(`select id from requests where state <> 'granted'`);
    expect(rows).toHaveLength(1);
  });
});

describe('a key that was stolen', () => {
  it('cannot use up the numbers of the next one', async () => {
    const { golem, guardian, session, cookie } = people;
    const next = aKey();
    const beat = (key: typeof next, sequence: number) =>
      aHeartbeat(key, {
        ...{ owner: people.owner.address, golem, guardian: guardian.address },
        ...{ issuedAt: now(), sequence },
      });
    await expectOk(house.ask('heartbeat', { body: await beat(session, 2 ** 52) }));
    const context = await people.leaseOf(life.grant, next.address, { generation: 2n });
    await expectOk(house.ask('lease', { cookie, body: { golem, context } }));

    await expectOk(house.ask('heartbeat', { body: await beat(next, 3) }));

    const again = await house.ask('heartbeat', { body: await beat(next, 3) });
    expect(again.body.error.code).toBe('replayed');
    const old = await house.ask('heartbeat', { body: await beat(session, 2 ** 52 + 1) });
    expect(old.body.error.code).toBe('bad_signature');
  });
});

describe('what is kept', () => {
  it('is a few sessions of an owner, each with its own end', async () => {
    const owner = aKey();
    const first = await house.signIn(owner);
    const until = (await expectOk(house.ask('session', { cookie: first }))).body.expiresAt;
    house.clock.ahead += 600;
    const second = await house.signIn(owner);

    expect((await house.ask('session', { cookie: first })).body.expiresAt).toBe(until);
    expect((await house.ask('session', { cookie: second })).body.expiresAt).toBeGreaterThan(until);

    for (let count = 0; count < 20; count += 1) await house.signIn(owner);
    expect((await house.ask('session', { cookie: first })).status).toBe(401);
  });

  it('is the newest order to stop', async () => {
    const { golem, guardian } = people;
    const stop = (issuedAt: number) =>
      aStop(guardian, { golem, guardian: guardian.address, issuedAt });
    const bodies = [await stop(now() + 1), await stop(now() + 3), await stop(now() + 2)];
    for (const body of bodies) await expectOk(house.ask('stop', { body }));

    expect(await opened.store.query('select issued_at from stops')).toHaveLength(1);
    const { body } = await expectOk(house.ask('golem', { id: golem, cookie: people.cookie }));
    expect(body.stop.signature).toBe(bodies[1]?.signature);
  });
});

it('tells the owner’s orders, and a week’s spending day by day', async () => {
  const { golem, cookie, session } = people;
  const context = await people.leaseOf(life.grant, session.address, { generation: 3n });
  await expectOk(house.ask('lease', { cookie, body: { golem, context } }));
  for (const amount of [100n, 200n, 300n]) await people.redeem(context, amount);
  await expectOk(house.ask('raise', { body: await people.raise({ generation: 9 }) }));
  await house.round();

  const { body: history } = await expectOk(house.ask('history', { id: golem, cookie }));
  const { body: answer } = await expectOk(house.ask('golem', { id: golem, cookie }));

  const spent = history.days.reduce(
    (sum: bigint, day: { spent: string }) => sum + BigInt(day.spent),
    0n,
  );
  const payments = history.history.filter(({ kind }: { kind: string }) => kind === 'redeemed');
  expect(spent).toBe(600n);
  expect(payments).toHaveLength(3);
  expect(payments.every((one: { transaction: string }) => /^0x/.test(one.transaction))).toBe(true);
  expect(history.days[0]).toMatchObject({ permission: life.permission });
  expect(history.truncated).toBe(false);
  expect(answer.orders).toMatchObject([{ act: 'raise', generation: 9 }]);
});

it('reads on at a node that answers short questions only', async () => {
  const fresh = await openMemory();
  const behind = http(chain.rpcUrl)({ retryCount: 0 });
  const client = createPublicClient({
    transport: custom({
      request: async ({ method, params }) => {
        const [range] = (params ?? []) as [{ fromBlock: string; toBlock: string }];
        const wide =
          method === 'eth_getLogs' && Number(range.toBlock) - Number(range.fromBlock) > 7;
        const error = { code: -32_005, message: 'query exceeds max block range 8' };
        if (wide) throw new RpcRequestError({ body: {}, error, url: chain.rpcUrl });
        return behind.request({ method, params });
      },
    }),
  });
  const { chainId } = chain;

  expect(await catchUp({ store: fresh.store, client, chainId, fromBlock: 0 })).toBe(true);

  const counted = 'select count(*) as count from events';
  expect(await fresh.store.query(counted)).toEqual(await opened.store.query(counted));
  await fresh.stop();
});
