// One status in two versions, as the reference control plane answers it.
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordAct } from '../../../site/api/records/acts';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { parseStatus } from '../../../src/core/protocol/status';
import { type House, openHouse } from '../house';
import { expectOk, leased, type People, somePeople } from '../people';
import { aRunwayAsk } from '../signing';
import { type Opened, openMemory } from '../stores';

let chain: Chain;
let opened: Opened;
let house: House;
let people: People;
let token: string;

beforeAll(async () => {
  chain = await startChain();
  opened = await openMemory();
  house = await openHouse({ store: opened.store, chain });
  people = await somePeople(chain, house);
  const { cookie } = people;
  token = (await expectOk(house.ask('watchToken', { cookie, body: {} }))).body.token;
});
afterAll(async () => {
  await opened?.stop();
  await chain?.stop();
});

const now = () => house.plane.now();
const agent = () => ({
  account: people.session,
  owner: people.owner.address,
  golem: people.golem,
});

async function told(query: string) {
  const { body } = await expectOk(house.ask('status', { token, query }));
  const read = parseStatus(body);
  if (!read.ok) throw new Error(read.reason);
  expect(read.status.unreadable).toEqual([]);
  return { body, ...read.status, golem: read.status.golems.find(({ id }) => id === people.golem) };
}

it('answers version 1 to who names none, and the newest it has to who asks for more', async () => {
  const versions = await Promise.all(
    ['', '?version=1', '?version=2', '?version=9'].map(
      async (query) => (await told(query)).version,
    ),
  );

  expect(versions).toEqual([1, 1, 2, 2]);
});

it.each(['0', '-1', '2.0', 'x', '', '99999'])('refuses %j for a version', async (version) => {
  const { status, body } = await house.ask('status', { token, query: `?version=${version}` });

  expect([status, body.error.code]).toEqual([400, 'bad_request']);
});

it('lists a request that waits, in version 2 alone, until the owner answers', async () => {
  const { golem, owner, session, cookie } = people;
  const about = { golem, owner: owner.address, token: chain.usdc, deadline: now() + 3600 };
  const body = await aRunwayAsk(session, about);
  const asked = await expectOk(house.ask('askRunway', { body }));

  expect((await told('?version=2')).waiting).toEqual([
    {
      id: asked.body.id,
      golem,
      chainId: chain.chainId,
      kind: 'runway',
      askedAt: asked.body.askedAt,
      deadline: about.deadline,
      sessionKey: session.address.toLowerCase(),
      token: chain.usdc.toLowerCase(),
      amount: body.amount,
      days: body.days,
      replaces: null,
      code: asked.body.code,
      knownKey: false,
    },
  ]);
  expect((await told('')).body).not.toHaveProperty('waiting');

  await expectOk(house.ask('refuse', { id: asked.body.id, cookie, body: {} }));

  expect((await told('?version=2')).waiting).toEqual([]);
});

it('tells a key that waits for its lease, and until when the old one has its own', async () => {
  const { grant } = await leased(people);
  const next = privateKeyToAccount(generatePrivateKey()).address.toLowerCase();
  await expectOk(house.ask('rotate', { agent: agent(), body: { sessionKey: next } }));
  const { golem, permissions } = await told('?version=2');

  expect(golem).toMatchObject({
    custody: 'delegation',
    rotation: { key: next, oldKeyStopsAt: permissions[0]?.lease?.expiresAt },
  });
  // Asking again does not begin the wait anew.
  house.clock.ahead += 60;
  await expectOk(house.ask('rotate', { agent: agent(), body: { sessionKey: next } }));
  expect((await told('?version=2')).golem?.rotation).toEqual(golem?.rotation);
  expect((await told('')).golem).not.toHaveProperty('rotation');

  const context = await people.leaseOf(grant, people.session.address, { generation: 2n });
  const { cookie, golem: id } = people;
  await expectOk(
    house.ask('rotate', { agent: agent(), body: { sessionKey: agent().account.address } }),
  );
  await expectOk(house.ask('lease', { cookie, body: { golem: id, context } }));
  expect((await told('?version=2')).golem?.rotation).toBeNull();
});

it('lists a Golem that asks for its end, until the chain shows its grant ended', async () => {
  await expectOk(house.ask('end', { agent: agent(), body: { reason: 'old' } }));
  const [first] = (await told('?version=2')).waiting;
  house.clock.ahead += 60;
  await expectOk(house.ask('end', { agent: agent(), body: { reason: 'old' } }));

  expect(first).toMatchObject({ kind: 'revocation', golem: people.golem, deadline: null });
  expect((await told('?version=2')).waiting).toEqual([first]);
});

it('keeps what only a newer reader knows out of version 1', async () => {
  const { golem, owner } = people;
  const act = { owner: owner.address.toLowerCase(), golem, at: now() };
  await recordAct(opened.store, { ...act, kind: 'gifted' });

  expect((await told('?version=2')).history.at(-1)).toMatchObject({ kind: 'gifted' });
  expect((await told('')).history.map(({ kind }) => kind)).not.toContain('gifted');
});
