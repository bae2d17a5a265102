// An id belongs to its owner: two owners each have an "atlas", and neither sees, moves or stops the other's.

import { type Hex, zeroAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { signDelegation } from '../../../site/world/people/grants';
import type { Delegation } from '../../../src/core/delegations/delegation';
import {
  decodeContext,
  encodeContext,
  hashDelegation,
} from '../../../src/core/delegations/delegation';
import { replicantLink } from '../../../src/core/runway/replicant';
import { USDC } from '../../agent/stage';
import { type House, openHouse } from '../house';
import { expectOk, leased, type People, somePeople } from '../people';
import { aHeartbeat, aRunwayAsk, aStop } from '../signing';
import { type Opened, openMemory } from '../stores';

type Life = { grant: Delegation; lease: Hex; permission: string };

const ID = 'atlas';
let chain: Chain;
let opened: Opened;
let house: House;
let one: People;
let other: People;
let lives: [Life, Life];

const now = () => house.plane.now();
const detail = async ({ cookie }: People) =>
  (await expectOk(house.ask('golem', { id: ID, cookie }))).body;
const agentOf = ({ owner, session: account }: People) => ({
  agent: { account, owner: owner.address, golem: ID },
});
const beat = async ({ owner, session, guardian }: People, over: object = {}) => {
  const about = { owner: owner.address, golem: ID, guardian: guardian.address, issuedAt: now() };
  return house.ask('heartbeat', { body: await aHeartbeat(session, { ...about, ...over }) });
};

beforeAll(async () => {
  [chain, opened] = await Promise.all([startChain(), openMemory()]);
  house = await openHouse({ store: opened.store, chain });
  one = await somePeople(chain, house, ID);
  other = await somePeople(chain, house, ID);
  lives = [await leased(one), await leased(other)];
});

afterAll(async () => {
  await house?.stop();
  await chain?.stop();
});

it('is registered by both, each with its own guardian, grant and lease', async () => {
  const [mine, theirs] = [await detail(one), await detail(other)];

  expect(mine.golem).toMatchObject({ id: ID, guardian: one.guardian.address.toLowerCase() });
  expect(theirs.golem).toMatchObject({ id: ID, guardian: other.guardian.address.toLowerCase() });
  expect(mine.permissions.map(({ id }: { id: string }) => id)).toEqual([lives[0].permission]);
  expect(theirs.permissions.map(({ id }: { id: string }) => id)).toEqual([lives[1].permission]);
  expect(theirs.contexts).toMatchObject([{ context: lives[1].lease }]);
});

it('counts the heartbeats of each by itself', async () => {
  expect((await beat(one, { sequence: 9, phase: 2, vitality: 5000 })).status).toBe(200);
  expect((await beat(other, { sequence: 1 })).status).toBe(200);

  expect((await detail(one)).golem).toMatchObject({ phase: 'conservation', vitality: 50 });
  expect((await detail(other)).golem).toMatchObject({ phase: 'thriving', vitality: 95 });
});

it('lets no key speak for the other', async () => {
  const swapped = { ...one, owner: other.owner };

  expect((await beat(swapped, { guardian: other.guardian.address })).body.error.code).toBe(
    'bad_signature',
  );
  expect((await house.ask('agentState', agentOf(swapped))).body.error.code).toBe('forbidden');
});

it('keeps payments and acts apart, in history and status', async () => {
  await one.redeem(lives[0].lease, 2n * USDC);
  await house.round();
  const historyOf = async ({ cookie }: People) =>
    (await expectOk(house.ask('history', { id: ID, cookie }))).body.history;
  const { token } = (await expectOk(house.ask('watchToken', { cookie: other.cookie, body: {} })))
    .body;
  const status = (await expectOk(house.ask('status', { token }))).body;

  expect((await historyOf(one)).map(({ kind }: { kind: string }) => kind)).toContain('redeemed');
  expect((await historyOf(other)).map(({ kind }: { kind: string }) => kind)).toEqual([
    'granted',
    'leased',
  ]);
  expect(status.history.every(({ kind }: { kind: string }) => kind !== 'redeemed')).toBe(true);
  expect(status.permissions).toMatchObject([{ left: `${5n * USDC}` }]);
});

it('lets both have a Replicant of one id, under their own parent', async () => {
  for (const [people, life] of [
    [one, lives[0]],
    [other, lives[1]],
  ] as const) {
    const links = decodeContext(life.lease) as [Delegation, Delegation];
    const at = now();
    const link = await signDelegation(
      people.session,
      replicantLink({
        ...{ parent: links[0], replicant: privateKeyToAccount(generatePrivateKey()).address },
        ...{ token: chain.usdc, slice: { cap: USDC, expiresAt: at + 86_400 }, now: at, salt: 1n },
      }),
    );
    expect(link.authority).toBe(hashDelegation(links[0]));
    const body = { id: 'child', name: 'Child', context: encodeContext([link, ...links]) };
    await expectOk(house.ask('replicant', { ...agentOf(people), body }));
  }

  expect((await detail(one)).replicants).toHaveLength(1);
  expect((await detail(other)).replicants).toHaveLength(1);
});

it('shows each owner the requests to it, whoever else has such a Golem', async () => {
  const key = privateKeyToAccount(generatePrivateKey());
  const about = { golem: ID, token: chain.usdc, deadline: now() + 600 };
  const ask = await aRunwayAsk(key, { ...about, owner: other.owner.address });
  const { body } = await expectOk(house.ask('askRunway', { body: ask }));
  const waiting = async ({ cookie }: People) =>
    (await expectOk(house.ask('runwayRequests', { cookie }))).body.requests;

  expect(await waiting(other)).toMatchObject([{ id: body.id }]);
  expect(await waiting(one)).toEqual([]);
});

it('stops the one that is named, by owner or by guardian', async () => {
  const at = { golem: ID, issuedAt: now() };
  const byGuardian = await aStop(one.guardian, { ...at, guardian: one.guardian.address });
  await expectOk(house.ask('stop', { body: byGuardian }));

  expect((await detail(one)).stop).toMatchObject({ signature: byGuardian.signature });
  expect((await detail(other)).stop).toBeNull();

  const named = { ...at, guardian: other.guardian.address };
  const stolen = await aStop(one.guardian, { ...named, owner: other.owner.address });
  expect((await house.ask('stop', { body: stolen })).body.error.code).toBe('bad_signature');
  const mine = await aStop(other.owner, { ...named, owner: other.owner.address });
  await expectOk(house.ask('stop', { body: mine }));
  expect((await detail(other)).stop).toMatchObject({ signature: mine.signature });
});

it('asks for the owner when an old order does not say whose Golem it is about', async () => {
  const squatter = await somePeople(chain, house, ID);
  const guardian = one.guardian.address;
  const born = { id: ID, name: 'Atlas', chainId: chain.chainId, policyTier: 1, guardian };
  await expectOk(house.ask('newGolem', { cookie: squatter.cookie, body: born }));
  const order = await aStop(one.guardian, { golem: ID, guardian, issuedAt: now() + 1 });
  const unguarded = { ...order, guardian: zeroAddress };

  expect((await house.ask('stop', { body: order })).body.error.code).toBe('conflict');
  expect((await house.ask('stop', { body: unguarded })).body.error.code).toBe('not_found');

  const named = { ...order, owner: one.owner.address };
  await expectOk(house.ask('stop', { body: named }));
  expect((await detail(one)).stop).toMatchObject({ signature: order.signature });
});

it('refuses the second Golem of one id to one owner, on other terms', async () => {
  const { cookie } = one;
  const guardian = other.guardian.address;
  const born = { id: ID, name: 'Atlas', chainId: chain.chainId, policyTier: 1, guardian };

  expect((await house.ask('newGolem', { cookie, body: born })).body.error.code).toBe('conflict');
});

it('writes a certificate for the dead one alone', async () => {
  await other.report(4, 0);
  await house.round();
  const certificateOf = ({ owner }: People) =>
    house.ask('certificate', { id: ID, whose: owner.address });

  expect((await expectOk(certificateOf(other))).body).toMatchObject({
    golem: ID,
    owner: other.owner.address.toLowerCase(),
  });
  expect((await certificateOf(one)).status).toBe(404);
  const nobody = await house.ask('certificate', { id: ID, whose: 'atlas' });
  expect(nobody.body.error.code).toBe('bad_request');
});
