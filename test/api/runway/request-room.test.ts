// Requests are free to sign, in anybody's name: no number of them keeps the next one out.
import { randomBytes } from 'node:crypto';
import { type Address, type Hex, toHex } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callerOf } from '../../../site/api/guard/caller';
import { insertRequest } from '../../../site/api/runway/request-room';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { type House, openHouse, SECRET } from '../house';
import { expectOk, leased, type People, somePeople } from '../people';
import { aRunwayAsk } from '../signing';
import { type Opened, openMemory } from '../stores';

let chain: Chain;
let opened: Opened;
let house: House;
let people: People;

beforeAll(async () => {
  [chain, opened] = await Promise.all([startChain(), openMemory()]);
  house = await openHouse({ store: opened.store, chain });
  people = await somePeople(chain, house);
  await leased(people);
});
beforeEach(() => opened.store.query('delete from requests'));
afterAll(async () => {
  await opened?.stop();
  await chain?.stop();
});

const aKey = () => privateKeyToAccount(generatePrivateKey());
const anAddress = (number: number): Address => toHex(number, { size: 20 });
const now = () => house.plane.now();
const open = () =>
  opened.store.query<{ id: string; owner: string; caller: string; share: string }>(
    `select id, owner, caller, share from requests where state = 'open' order by place`,
  );

/** Signed, over the route. */
const asks = async (key: PrivateKeyAccount, over: object = {}, peer = '10.0.0.1') => {
  const about = { golem: people.golem, owner: people.owner.address, token: chain.usdc };
  const body = await aRunwayAsk(key, { ...about, deadline: now() + 600, ...over });
  const response = await house.app.request(
    'http://localhost:3004/api/runway/requests',
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    { peer },
  );
  // biome-ignore lint/suspicious/noExplicitAny: the answer of one route
  return { status: response.status, body: (await response.json()) as any };
};

/** As if signed: signatures cost the time of a test, and are judged before. */
const flood = async (count: number, of: (index: number) => { owner: Address; caller: string }) => {
  for (let index = 0; index < count; index += 1) {
    const { owner, caller } = of(index);
    const id = randomBytes(32).toString('hex');
    const words = { name: 'x', reason: '', payees: [], nonce: toHex(index, { size: 32 }) as Hex };
    const terms = { golem: 'x', chainId: chain.chainId, token: chain.usdc, amount: '1', days: 1 };
    const signed = {
      sessionKey: anAddress(900_000 + index),
      signature: `0x${'11'.repeat(65)}` as Hex,
    };
    const body = { ...words, ...terms, ...signed, owner, deadline: now() + 600 };
    await insertRequest(opened.store, { id, body, caller, now: now() });
  }
};

describe('requests of strangers', () => {
  it('to one owner make room for each other, and never for the Golem’s own', async () => {
    const own = (await asks(people.session)).body.id;
    const honest = (await asks(aKey(), {}, '10.0.0.2')).body.id;
    const owner = people.owner.address.toLowerCase() as Address;
    await flood(60, () => ({ owner, caller: 'one network' }));

    const kept = (await open()).map(({ id }) => id);
    expect(kept).toHaveLength(21);
    expect(kept).toContain(own);
    expect(kept).toContain(honest);
    expect((await asks(aKey(), {}, '10.0.0.3')).status).toBe(200);
    const { cookie } = people;
    const { requests } = (await expectOk(house.ask('runwayRequests', { cookie }))).body;
    expect(requests[0]).toMatchObject({ id: own, knownKey: true });
  });

  it('to invented owners leave those alone that wait for somebody known here', async () => {
    const honest = (await asks(aKey())).body.id;
    await flood(130, (index) => ({ owner: anAddress(index + 1), caller: 'one network' }));

    const kept = await open();
    expect(kept.filter(({ share }) => share === 'nobody')).toHaveLength(100);
    expect(kept.map(({ id }) => id)).toContain(honest);
    expect((await asks(aKey(), { owner: aKey().address, golem: 'new' }, '10.0.0.9')).status).toBe(
      200,
    );
  });

  it('are bounded in all, and the network that asks most makes room', async () => {
    await opened.store.query(
      `insert into requests (id, golem, name, chain_id, owner, session_key, token, amount, days, deadline, reason,
         signature, asked_at, caller, share, state)
       select 'full-' || n, 'x', 'x', 84532, 'owner-' || n, 'key-' || n, 'x', '1', 1, $1, '', '0x', $1, 'net-' || (n % 60),
         'nobody', 'open' from generate_series(1, 5000) as n`,
      [now() + 600],
    );
    const newcomer = aKey().address;
    const { status, body } = await asks(aKey(), { owner: newcomer, golem: 'new' }, '10.9.9.9');
    expect(status).toBe(200);
    await flood(50, (index) => ({ owner: anAddress(index + 1), caller: 'net-1' }));

    const kept = await open();
    expect(kept).toHaveLength(5000);
    expect(kept.map(({ id }) => id)).toContain(body.id);

    // Who comes and registers a Golem is no nobody any more.
    await opened.store.query(`update requests set owner = $2 where id = $1`, [
      body.id,
      people.owner.address.toLowerCase(),
    ]);
    const born = { id: 'second', name: '', chainId: chain.chainId, guardian: null, policyTier: 1 };
    await expectOk(house.ask('newGolem', { cookie: people.cookie, body: born }));
    expect((await open()).find(({ id }) => id === body.id)).toMatchObject({ share: 'guest' });
  });

  it.each([
    ['households of one /48', (index: number) => `2001:db8:7:${index.toString(16)}::1`],
    ['networks of one /32', (index: number) => `2001:db8:${index.toString(16)}:1::1`],
    ['addresses of one /24', (index: number) => `192.0.2.${index}`],
    ['addresses of one /16', (index: number) => `198.18.${index}.7`],
  ])('from many %s push out no newcomer’s', async (_, peerOf) => {
    const newcomer = (await asks(aKey(), {}, '2a02:1:2:3::4')).body.id;
    const neighbour = (await asks(aKey(), {}, '203.0.113.9')).body.id;
    const owner = people.owner.address.toLowerCase() as Address;
    await flood(60, (index) => ({ owner, caller: callerOf(SECRET, peerOf(index)) }));

    const kept = (await open()).map(({ id }) => id);
    expect(kept).toHaveLength(20);
    expect(kept).toEqual(expect.arrayContaining([newcomer, neighbour]));
  });

  it('to owners nobody knows are bounded for a whole network too', async () => {
    await flood(450, (index) => ({
      owner: anAddress(index + 1),
      caller: callerOf(SECRET, `2001:db8:7:${index.toString(16)}::1`),
    }));

    expect(await open()).toHaveLength(400);
  });

  it('that made room say so to who asks after them, and come back when they are asked again', async () => {
    const key = aKey();
    const deadline = now() + 600;
    const { body } = await asks(key, { deadline });
    const owner = people.owner.address.toLowerCase() as Address;
    // As many regions as there are places: then the oldest goes.
    await flood(20, (index) => ({ owner, caller: callerOf(SECRET, `10${index}.0.0.1`) }));

    const told = await house.ask('runwayRequest', { id: body.id });
    expect([told.status, told.body.error.code]).toEqual([410, 'gone']);
    expect(told.body.error.message).toMatch(/Ask again/);
    expect((await house.ask('runwayRequest', { id: 'f'.repeat(64) })).status).toBe(404);

    expect((await asks(key, { deadline })).body.state).toBe('open');
    expect((await house.ask('runwayRequest', { id: body.id })).body.state).toBe('open');
  });

  it('that the owner has answered do not go', async () => {
    const { body } = await asks(aKey());
    await opened.store.query(`update requests set state = 'intended' where id = $1`, [body.id]);
    const owner = people.owner.address.toLowerCase() as Address;
    await flood(40, () => ({ owner, caller: 'one network' }));

    expect((await house.ask('runwayRequest', { id: body.id })).body.state).toBe('intended');
  });
});

it('keeps the newest few of a Golem that asks again and again', async () => {
  const ids = [];
  for (let days = 0; days < 8; days += 1) {
    ids.push((await asks(people.session, { deadline: now() + 600 + days })).body.id);
  }

  expect((await open()).map(({ id }) => id)).toEqual(ids.slice(3));
});

it('keeps a key’s place that the owner has answered before', async () => {
  const key = aKey();
  const { body } = await asks(key);
  await opened.store.query(`update requests set state = 'granted' where id = $1`, [body.id]);
  await asks(key, { deadline: now() + 700 });

  expect(await open()).toMatchObject([{ share: 'own' }]);
});

it('says the same to the same request, and keeps no network’s name', async () => {
  const key = aKey();
  const deadline = now() + 600;
  const [first, again] = [await asks(key, { deadline }), await asks(key, { deadline }, '10.0.0.7')];

  expect(again.body).toEqual(first.body);
  const [row] = await open();
  expect(row?.caller).toMatch(/^[A-Za-z0-9_-]{22}$/);
});

it('writes nothing for who only asks for a nonce, and takes each for one sign-in', async () => {
  const before = await opened.store.query('select nonce from seen');
  const { body } = await expectOk(house.ask('nonce'));
  expect(await opened.store.query('select nonce from seen')).toEqual(before);
  expect(body.nonce).toMatch(/^[0-9a-f]{64}$/);
  expect(body.expiresAt).toBeGreaterThan(now());
});
