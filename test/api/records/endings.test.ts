// Every way a power ends, and every way it begins: the answers follow the chain.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rateLimit } from '../../../site/api/guard/rate';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { type Delegation, decodeContext } from '../../../src/core/delegations/delegation';
import { bardoTypedData } from '../../../src/core/protocol/typed-data';
import { USDC } from '../../agent/stage';
import { type House, openHouse } from '../house';
import { expectOk, leased, type People, somePeople } from '../people';
import { aHeartbeat, aRunwayAsk, aStop } from '../signing';
import { type Opened, openMemory } from '../stores';

let chain: Chain;
let opened: Opened;
let house: House;

beforeAll(async () => {
  [chain, opened] = await Promise.all([startChain(), openMemory()]);
  house = await openHouse({ store: opened.store, chain });
});

afterAll(async () => {
  await opened?.stop();
  await chain?.stop();
});

const now = () => house.plane.now();

async function permissionsOf({ cookie }: People) {
  await house.round();
  return (await expectOk(house.ask('golems', { cookie }))).body.permissions;
}

it('ends all grants of an account that moves its counter on', async () => {
  const people = await somePeople(chain, house);
  await leased(people);
  await people.bumpNonce();

  const [permission] = await permissionsOf(people);

  expect(permission).toMatchObject({ left: '0', revokedAt: expect.any(Number) });
  const { cookie } = people;
  const answer = await expectOk(
    house.ask('revocation', { cookie, body: { permission: permission.id } }),
  );
  expect(answer.body.by).toBe('nonce');
});

it('ends leases, not grants, with the owner’s epoch', async () => {
  const people = await somePeople(chain, house);
  await leased(people);
  await people.endAllLeases();

  const [permission] = await permissionsOf(people);

  expect(permission).toMatchObject({ left: '0', revokedAt: null });
  expect(permission.lease.expiresAt).toBeLessThanOrEqual(now());
});

it('ends a lease that its guardian switches off', async () => {
  const people = await somePeople(chain, house);
  const { lease } = await leased(people);
  const [link] = decodeContext(lease) as [Delegation];
  await people.disable(link, people.guardian);

  const [permission] = await permissionsOf(people);

  expect(permission.lease.expiresAt).toBeLessThanOrEqual(now());
});

it('lets a grant be replaced, and tells both until the old one is disabled', async () => {
  const people = await somePeople(chain, house);
  const { grant, permission: old } = await leased(people);
  const context = people.context(await people.grant({ cap: 20n * USDC, days: 14 }));
  const { cookie, golem, session } = people;
  const body = { golem, chainId: chain.chainId, context, replaces: old };
  const fed = await expectOk(house.ask('grant', { cookie, body }));
  const again = await expectOk(house.ask('grant', { cookie, body }));
  expect(again.body).toEqual(fed.body);

  // The Golem lives on under its old lease meanwhile.
  const { address: guardian } = people.guardian;
  const beat = await aHeartbeat(session, {
    ...{ owner: people.owner.address, golem, guardian },
    issuedAt: now(),
  });
  await expectOk(house.ask('heartbeat', { body: beat }));
  expect(await permissionsOf(people)).toMatchObject([{ revokedAt: null }, { revokedAt: null }]);

  await people.disable(grant);
  const permissions = await permissionsOf(people);
  const ended = permissions.find(({ id }: { id: string }) => id === old);
  expect(ended.revokedAt).toEqual(expect.any(Number));
});

it('answers a Golem’s request with an intent and a grant, or a refusal', async () => {
  const people = await somePeople(chain, house);
  const { cookie, golem, owner, session } = people;
  const about = { golem, owner: owner.address, token: chain.usdc };
  const ask = async (deadline: number) => {
    const body = await aRunwayAsk(session, { ...about, deadline });
    return (await expectOk(house.ask('askRunway', { body }))).body.id as string;
  };
  const [first, second] = [await ask(now() + 500), await ask(now() + 600)];
  const deadline = now() + 300;
  const typed = bardoTypedData('PermissionRequest', chain.chainId, {
    golem,
    token: chain.usdc,
    amount: 10n * USDC,
    days: 7n,
    deadline: BigInt(deadline),
  });
  const signature = await owner.signTypedData(typed);

  const wrong = { id: first, cookie, body: { deadline: deadline + 1, signature } };
  expect((await house.ask('intend', wrong)).body.error.code).toBe('bad_signature');
  const meant = await expectOk(
    house.ask('intend', { id: first, cookie, body: { deadline, signature } }),
  );
  const refused = await expectOk(house.ask('refuse', { id: second, cookie, body: {} }));

  expect([meant.body.state, refused.body.state]).toEqual(['intended', 'refused']);
  const { address: guardian } = people.guardian;
  const born = { id: golem, name: 'Atlas', chainId: chain.chainId, guardian, policyTier: 2 };
  await expectOk(house.ask('newGolem', { cookie, body: born }));
  const context = people.context(await people.grant());
  const body = { golem, chainId: chain.chainId, context, request: first };
  const granted = await expectOk(house.ask('grant', { cookie, body }));
  const done = await expectOk(house.ask('runwayRequest', { id: first }));
  expect(done.body).toMatchObject({ state: 'granted', permission: granted.body.permission.id });
  const state = await expectOk(
    house.ask('agentState', { agent: { account: session, owner: owner.address, golem } }),
  );
  expect(state.body.requests).toHaveLength(2);
});

it('serves a Golem without a guardian: its grant names its key', async () => {
  const people = await somePeople(chain, house);
  const { cookie, golem, session, owner } = people;
  const born = { id: golem, name: 'Bare', chainId: chain.chainId, guardian: null, policyTier: 1 };
  await expectOk(house.ask('newGolem', { cookie, body: born }));
  const context = people.context(await people.grant({ to: session.address }));
  await expectOk(house.ask('grant', { cookie, body: { golem, chainId: chain.chainId, context } }));
  await people.redeem(context, 4n * USDC);

  const [permission] = await permissionsOf(people);
  expect(permission).toMatchObject({ left: `${6n * USDC}`, lease: null });

  const guardian = `0x${'00'.repeat(20)}` as const;
  const stop = await aStop(owner, {
    ...{ owner: owner.address, golem, guardian },
    issuedAt: now(),
  });
  await expectOk(house.ask('stop', { body: stop }));
  const beat = await aHeartbeat(session, {
    ...{ owner: owner.address, golem, guardian },
    ...{ issuedAt: now(), phase: 4 },
  });
  const heard = await expectOk(house.ask('heartbeat', { body: beat }));
  expect(heard.body.stop).toMatchObject({ signature: stop.signature });
  const succession = await expectOk(house.ask('succession', { id: golem, cookie }));
  expect(succession.body).toMatchObject({ lastCap: `${10n * USDC}`, spent: `${4n * USDC}` });
});

it('tells a Snap only what it has not heard', async () => {
  const people = await somePeople(chain, house);
  const { lease } = await leased(people);
  const { cookie } = people;
  const { token } = (await expectOk(house.ask('watchToken', { cookie, body: {} }))).body;
  const first = (await expectOk(house.ask('status', { token }))).body;
  await people.redeem(lease, USDC);
  await house.round();

  const query = `?since=${first.historyCursor}`;
  const second = (await expectOk(house.ask('status', { token: first.nextToken, query }))).body;

  expect(second.history).toMatchObject([{ kind: 'redeemed', amount: `${USDC}` }]);
  const bad = await house.ask('status', { token: first.nextToken, query: '?since=x' });
  expect(bad.body.error.code).toBe('bad_request');
});

it('asks a caller who is too fast to wait', () => {
  const rate = rateLimit(3);
  for (let index = 0; index < 3; index += 1) rate('somebody', 600);

  expect(() => rate('somebody', 659)).toThrow('Too many requests.');
  expect(() => rate('another', 659)).not.toThrow();
  expect(() => rate('somebody', 660)).not.toThrow();

  // One network of IPv6 is one caller, however many addresses it has; a mapped IPv4 address is itself.
  const network = rateLimit(2);
  network('2001:db8:0:7::1', 600);
  network('2001:0db8:0000:0007:abcd:ef01:2345:6789', 600);
  expect(() => network('2001:db8:0:7:ffff::', 600)).toThrow('Too many requests.');
  expect(() => network('2001:db8:0:8::1', 600)).not.toThrow();
  network('::ffff:10.0.0.1', 600);
  network('10.0.0.1', 600);
  expect(() => network('10.0.0.1', 600)).toThrow('Too many requests.');
  expect(() => network('::ffff:10.0.0.2', 600)).not.toThrow();
});

it('answers when the node is gone, and says so where it needs it', async () => {
  const people = await somePeople(chain, house);
  await leased(people);
  const grant = await people.grant();
  const lost = await openHouse({
    store: opened.store,
    chain: { rpcUrl: 'http://127.0.0.1:9', chainId: chain.chainId },
  });
  await lost.round();

  const cookie = await lost.signIn(people.owner);
  const seen = await expectOk(lost.ask('golems', { cookie }));
  const body = { golem: people.golem, chainId: chain.chainId, context: people.context(grant) };
  const refused = await lost.ask('grant', { cookie, body });

  expect((await lost.ask('health')).body.ok).toBe(false);
  expect(seen.body.golems).toHaveLength(1);
  expect([refused.status, refused.body.error.code]).toEqual([503, 'chain_unavailable']);
});
