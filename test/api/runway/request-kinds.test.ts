// What a Golem asks for, seen from what it has: a runway, a lease for a key that it never had, or a renewal.
import type { Hex } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { encodeContext } from '../../../src/core/delegations/delegation';
import { parseStatus } from '../../../src/core/protocol/status';
import { userCodeOf } from '../../../src/core/protocol/user-code';
import { type House, ORIGIN, openHouse } from '../house';
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
});
beforeEach(async () => {
  people = await somePeople(chain, house);
  life = await leased(people);
});
afterAll(async () => {
  await opened?.stop();
  await chain?.stop();
});

const aKey = () => privateKeyToAccount(generatePrivateKey());
const now = () => house.plane.now();

async function asks(key: PrivateKeyAccount, over: object = {}) {
  const { golem, owner } = people;
  const about = { golem, owner: owner.address, token: chain.usdc, deadline: now() + 3600 };
  const body = await aRunwayAsk(key, { ...about, ...over });
  return (await expectOk(house.ask('askRunway', { body }))).body;
}

const told = async (id: string) => (await expectOk(house.ask('runwayRequest', { id }))).body;

async function lease(key: PrivateKeyAccount, generation: bigint, grant = life.grant) {
  const { golem, cookie } = people;
  const context = await people.leaseOf(grant, key.address, { generation });
  return expectOk(house.ask('lease', { cookie, body: { golem, context } }));
}

async function waiting() {
  const { cookie } = people;
  const { token } = (await expectOk(house.ask('watchToken', { cookie, body: {} }))).body;
  const { body } = await expectOk(house.ask('status', { token, query: '?version=2' }));
  const read = parseStatus(body);
  if (!read.ok) throw new Error(read.reason);
  return read.status.waiting;
}

async function renew(request: string) {
  const { golem, cookie } = people;
  const grant = await people.grant();
  const { body } = await expectOk(
    house.ask('grant', {
      cookie,
      body: {
        ...{ golem, chainId: chain.chainId, context: encodeContext([grant]) },
        ...{ request, replaces: life.permission },
      },
    }),
  );
  return { grant, permission: body.permission.id as string };
}

describe('a request', () => {
  it('has a code over its digest and what the plane drew, and a page', async () => {
    const { id, code, codeNonce, link } = await asks(aKey());

    expect(code).toBe(userCodeOf(`0x${id}` as Hex, codeNonce));
    expect(link).toBe(`${ORIGIN}/request/${id}`);
  });

  it('is for a runway while there is none of this money', async () => {
    expect(await asks(aKey(), { golem: 'newborn' })).toMatchObject({ kind: 'runway' });
    const other = `0x${'0e'.repeat(20)}`;
    expect(await asks(people.session, { token: other })).toMatchObject({
      kind: 'runway',
      replaces: null,
    });

    await people.disable(life.grant);
    await house.round();

    expect(await asks(aKey())).toMatchObject({ kind: 'runway', replaces: null });
  });

  it('of the key in force is a renewal, of any other for a key; the status says so too', async () => {
    const renewal = await asks(people.session);
    const lost = await asks(aKey());

    expect(renewal).toMatchObject({ kind: 'renewal', replaces: life.permission, knownKey: true });
    expect(lost).toMatchObject({ kind: 'key', replaces: null, knownKey: false });
    const { code, id } = lost;
    expect(await waiting()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id, code, kind: 'key' }),
        expect.objectContaining({
          ...{ id: renewal.id, code: renewal.code },
          ...{ kind: 'renewal', replaces: life.permission },
        }),
      ]),
    );
  });
});

describe('a request for a key', () => {
  it('is granted with the lease that names the key, and stays what it was', async () => {
    const key = aKey();
    const { id } = await asks(key);
    const { id: stranger } = await asks(aKey());

    await lease(key, 2n);

    const answered = { state: 'granted', permission: life.permission, kind: 'key', replaces: null };
    expect(await told(id)).toMatchObject({ ...answered, knownKey: true });
    expect(await told(stranger)).toMatchObject({ state: 'open', permission: null });
    expect((await waiting()).map((one) => one.id)).toEqual([stranger]);
    const agent = { account: key, owner: people.owner.address, golem: people.golem };
    await expectOk(house.ask('agentState', { agent }));
  });

  it('is not granted once it was refused, or after its deadline', async () => {
    const refused = aKey();
    const late = aKey();
    const { id } = await asks(refused);
    const { id: lateId } = await asks(late, { deadline: now() + 60 });
    await expectOk(house.ask('refuse', { cookie: people.cookie, id, body: {} }));

    await lease(refused, 2n);
    house.clock.ahead += 120;
    await lease(late, 3n);

    expect(await told(id)).toMatchObject({ state: 'refused', permission: null });
    expect(await told(lateId)).toMatchObject({ state: 'expired', permission: null });
  });
});

describe('a renewal', () => {
  it('is granted when the new grant has its lease, and names the permission that it replaced', async () => {
    const { id } = await asks(people.session);

    const { grant, permission } = await renew(id);
    const half = await told(id);
    await lease(people.session, 2n, grant);

    const answer = { permission, kind: 'renewal', replaces: life.permission };
    expect(half).toMatchObject({ state: 'intended', ...answer });
    expect(await told(id)).toMatchObject({ state: 'granted', ...answer });
  });

  it('is not granted by a new lease of the old grant', async () => {
    const { id } = await asks(people.session);

    await lease(people.session, 2n);

    expect(await told(id)).toMatchObject({ state: 'open', permission: null });
  });
});

describe('a Golem that was started again', () => {
  it('finds its own open request, however many strangers have asked in its name since', async () => {
    const { golem, owner, session } = people;
    const { id } = await asks(session);
    house.clock.ahead += 1;
    for (let count = 0; count < 20; count += 1) await asks(aKey());
    const agent = { account: session, owner: owner.address, golem };

    const { body } = await expectOk(house.ask('agentState', { agent }));
    house.clock.ahead = 0;

    expect(body.requests.map((one: { id: string }) => one.id)).toContain(id);
  });
});
