// A Golem's life through the control plane, on the twin: every answer against the chain.

import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createTimestampTerms } from '@metamask/delegation-core';
import type { Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chain, startChain } from '../../site/world/chain/chain';
import { signDelegation } from '../../site/world/people/grants';
import type { SessionKey } from '../../src/agent/key/session-key';
import { connectPlane } from '../../src/agent/life/plane';
import {
  type Delegation,
  decodeContext,
  encodeContext,
  hashDelegation,
} from '../../src/core/delegations/delegation';
import { isSignedRunway } from '../../src/core/protocol/runway-ask';
import { parseStatus } from '../../src/core/protocol/status';
import { USDC } from '../agent/stage';
import { conformanceOf } from '../vectors/conformance';
import { aCaveat, grantCaveats } from '../vectors/delegations';
import { type House, openHouse } from './house';
import { expectOk, leased, type People, somePeople } from './people';
import { aHeartbeat, aRegistration, aRunwayAsk, aStop } from './signing';
import { type Opened, STORES } from './stores';

let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain?.stop());

describe.each(STORES)('a life on $name', ({ open }) => {
  let opened: Opened;
  let house: House;
  let people: People;
  let life: { grant: Delegation; lease: Hex; permission: string };
  let token: string;

  const now = () => house.plane.now();
  const status = async () => {
    const { body } = await expectOk(house.ask('status', { token }));
    token = body.nextToken;
    const read = parseStatus(body);
    if (!read.ok) throw new Error(read.reason);
    expect(read.status.unreadable).toEqual([]);
    const permission = read.status.permissions.find((one) => one.id === life.permission);
    const golem = read.status.golems.find((one) => one.id === people.golem);
    return {
      ...read.status,
      permission,
      golem,
      kinds: read.status.history.map(({ kind }) => kind),
    };
  };

  beforeAll(async () => {
    opened = await open();
    house = await openHouse({ store: opened.store, chain });
    people = await somePeople(chain, house);
    await people.fund(house.relay.address);
  });
  afterAll(() => opened?.stop());

  it('begins with a request the Golem signs and the owner answers', async () => {
    const { golem, owner, session } = people;
    const payees: Hex[] = [`0x${'5b'.repeat(20)}`, `0x${'5c'.repeat(20)}`];
    const about = { golem, owner: owner.address, token: chain.usdc, deadline: now() + 3600 };
    const body = await aRunwayAsk(session, { ...about, payees });

    const asked = await expectOk(house.ask('askRunway', { body }));
    const again = await expectOk(house.ask('askRunway', { body }));

    expect(again.body).toEqual(asked.body);
    const { cookie } = people;
    const seen = await expectOk(house.ask('runwayRequests', { cookie }));
    expect(seen.body.requests).toMatchObject([{ golem, state: 'open', knownKey: false, payees }]);
    // Nobody need believe the control plane who asks, for how much, and for whom.
    expect(isSignedRunway(seen.body.requests[0])).toBe(true);
  });

  it('is granted and leased, and the Snap can read it', async () => {
    life = await leased(people);
    const { cookie } = people;
    token = (await expectOk(house.ask('watchToken', { cookie, body: {} }))).body.token;
    await house.round();

    const { permission, golem, kinds } = await status();

    expect(golem).toMatchObject({
      phase: 'thriving',
      guardian: people.guardian.address.toLowerCase(),
      sessionKey: people.session.address.toLowerCase(),
      gasLeft: '1000000000000000000',
    });
    expect(permission).toMatchObject({
      cap: `${10n * USDC}`,
      left: `${5n * USDC}`,
      revokedAt: null,
      delegationHashes: decodeContext(life.lease).map(hashDelegation),
      lease: { generation: 1, budgetId: '1', cap: `${5n * USDC}` },
    });
    expect(kinds).toEqual(['granted', 'leased']);
  });

  it('spends, and what is left follows the chain', async () => {
    await people.redeem(life.lease, 2n * USDC);
    await house.round();

    const { permission, history } = await status();

    expect(permission?.left).toBe(`${3n * USDC}`);
    expect(history.at(-1)).toMatchObject({
      kind: 'redeemed',
      amount: `${2n * USDC}`,
      golem: people.golem,
    });
  });

  it('beats, and only once per sequence', async () => {
    const { golem, guardian, session } = people;
    const head = await people.link.client.getBlock();
    const block = { blockNumber: Number(head.number), blockHash: head.hash };
    const who = { owner: people.owner.address, golem, guardian: guardian.address };
    const about = { ...who, issuedAt: now(), sequence: 7, ...block };
    const body = await aHeartbeat(session, about);

    const first = await house.ask('heartbeat', { body });
    const second = await house.ask('heartbeat', { body });

    expect(first.body).toEqual({ sequence: 7, stop: null });
    expect([second.status, second.body.error.code]).toEqual([409, 'replayed']);
    expect((await status()).golem?.heartbeat).toMatchObject({
      sequence: 7,
      vitality: 9500,
      phase: 0,
    });
  });

  it('slows with its phase', async () => {
    await people.report(2, 4000);
    await house.round();

    const { golem, permission } = await status();

    expect(golem).toMatchObject({ phase: 'conservation' });
    expect(permission?.left).toBe(`${USDC / 2n}`);
  });

  it('passes a slice on to a Replicant', async () => {
    const child = privateKeyToAccount(generatePrivateKey());
    const [lease] = decodeContext(life.lease) as [Delegation];
    const [budget] = grantCaveats({ periodAmount: '0xf4240' });
    const caveats = [
      { ...budget, terms: `${chain.usdc}${budget?.terms.slice(42)}` },
      aCaveat(
        'Timestamp',
        createTimestampTerms({ afterThreshold: 0, beforeThreshold: now() + 86_400 }),
      ),
    ] as Delegation['caveats'];
    const authority = hashDelegation(lease);
    const { session, golem } = people;
    const link = await signDelegation(session, {
      delegate: child.address,
      delegator: session.address,
      authority,
      caveats,
    });
    const context = encodeContext([link, ...decodeContext(life.lease)]);
    const agent = { account: session, owner: people.owner.address, golem };
    const body = { id: `${golem}-child`, name: 'Child', context };

    const { body: answer } = await expectOk(house.ask('replicant', { agent, body }));

    expect(answer.permission).toMatchObject({ golem: `${golem}-child`, cap: `${USDC}` });
    // Its own word is fresh and good, but it is held to what its parent's phase leaves.
    expect(answer.permission.left).toBe(`${USDC / 2n}`);
    const mine = await expectOk(house.ask('golem', { id: golem, cookie: people.cookie }));
    expect(mine.body.replicants).toMatchObject([{ id: `${golem}-child`, parent: golem }]);
  });

  it('rotates its key with the owner’s next lease, and the old key is nobody', async () => {
    const next = privateKeyToAccount(generatePrivateKey());
    const agent = {
      account: people.session,
      owner: people.owner.address,
      golem: people.golem,
    };
    await expectOk(house.ask('rotate', { agent, body: { sessionKey: next.address } }));
    const lease = await people.leaseOf(life.grant, next.address, { generation: 2n });
    const { cookie, golem } = people;
    await expectOk(house.ask('lease', { cookie, body: { golem, context: lease } }));

    expect((await house.ask('agentState', { agent })).body.error.code).toBe('forbidden');
    const state = await expectOk(
      house.ask('agentState', { agent: { account: next, owner: people.owner.address, golem } }),
    );

    expect(state.body.contexts).toMatchObject([{ permission: life.permission, context: lease }]);
    expect((await status()).kinds.at(-1)).toBe('rotated');
    people = { ...people, session: next };
    life = { ...life, lease };
  });

  it('speaks to the agent kit and to any Snap as a control plane must', async () => {
    const server = serve({ fetch: house.app.fetch, hostname: '127.0.0.1', port: 0 }) as Server;
    if (!server.listening) await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    // What the kit needs of a session key here.
    const key = people.session as unknown as SessionKey;
    const signer = {
      owner: people.owner.address,
      golem: people.golem,
      chainId: chain.chainId,
      key,
      issuedAt: now(),
    };

    const state = await connectPlane({ url }).ask('agentState', { signer });
    const rules = await conformanceOf(`${url}/api/snap/status`, token);

    server.closeAllConnections();
    server.close();
    expect(state).toMatchObject({ ok: true, value: { lastSequence: 7 } });
    expect(rules.filter(({ kept }) => !kept)).toEqual([]);
    expect(rules.length).toBeGreaterThan(8);
  });

  it('hears a stop that its guardian signed', async () => {
    const { golem, guardian, session } = people;
    const order = await aStop(guardian, { golem, guardian: guardian.address, issuedAt: now() });
    await expectOk(house.ask('stop', { body: order }));

    const state = await expectOk(
      house.ask('agentState', { agent: { account: session, owner: people.owner.address, golem } }),
    );

    expect(state.body.stop).toMatchObject({ reason: 'enough', signature: order.signature });
  });

  it('keeps spending, however often it asks for its end, until the chain shows its last phase', async () => {
    const agent = {
      account: people.session,
      owner: people.owner.address,
      golem: people.golem,
    };
    const asked = await expectOk(house.ask('end', { agent, body: { reason: 'old' } }));
    expect(asked.body).toMatchObject({ revokedCount: 0, open: [life.permission] });
    await house.round();
    await house.round();
    // The control plane holds nothing that could end it.
    expect(await opened.store.query(`select id from relays where act = 'raise'`)).toEqual([]);
    await people.fund(people.session.address);
    await people.redeem(life.lease, 1n, people.session);
    await people.report(4, 0);

    const ended = await expectOk(house.ask('end', { agent, body: { reason: 'old' } }));

    expect(ended.body).toEqual({ revokedCount: 1, open: [life.permission] });
    await expect(people.redeem(life.lease, 1n, people.session)).rejects.toThrow();
    expect((await status()).permission?.left).toBe('0');
  });

  it('has its lease ended as well by the order that the owner’s Revoke signs then', async () => {
    await expectOk(house.ask('raise', { body: await people.raise() }));
    await house.round();
    await house.round();

    const { permission } = await status();
    expect(permission?.lease?.expiresAt).toBeLessThanOrEqual(now());
  });

  it('is revoked when the chain shows it, not before', async () => {
    const { cookie } = people;
    const body = { permission: life.permission };
    expect((await house.ask('revocation', { cookie, body })).body.error.code).toBe('not_on_chain');
    await people.disable(life.grant);

    const answer = await expectOk(house.ask('revocation', { cookie, body }));

    expect(answer.body.by).toBe('disabled');
    expect((await status()).permission?.revokedAt).toBe(answer.body.revokedAt);
  });

  it('registers with the oracle through the relay', async () => {
    const { guardian, golem, session } = await somePeopleNamed();
    const body = await aRegistration(guardian, {
      golem,
      reporter: session.address,
      deadline: now() + 600,
    });
    const queued = await expectOk(house.ask('oracle', { body }));
    await house.round();

    const done = await expectOk(house.ask('relay', { id: queued.body.id }));

    expect(done.body).toMatchObject({ state: 'done', reason: null });
  });

  const somePeopleNamed = async () => {
    const other = await somePeople(chain, house);
    const { golem, guardian, cookie } = other;
    const body = {
      id: golem,
      name: 'Boreas',
      chainId: chain.chainId,
      guardian: guardian.address,
      policyTier: 1,
    };
    await expectOk(house.ask('newGolem', { cookie, body }));
    const context = other.context(await other.grant());
    const granted = { golem, chainId: chain.chainId, context };
    await expectOk(house.ask('grant', { cookie, body: granted }));
    return other;
  };
});
