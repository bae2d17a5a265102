// The kit against the real control plane and the real chain: asked, granted, leased, paid, shared, rotated, dead.
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { encodeFunctionData } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import type { SessionKey } from '../../../src/agent/key/session-key';
import { adoptRunway } from '../../../src/agent/life/adoption';
import { createGolem } from '../../../src/agent/life/golem';
import { Heartbeat } from '../../../src/agent/life/heartbeat-loop';
import { connectPlane } from '../../../src/agent/life/plane';
import { spawnReplicant } from '../../../src/agent/life/replicant';
import { rotateStep } from '../../../src/agent/life/rotation';
import { readGas } from '../../../src/agent/runway/gas';
import { createTools } from '../../../src/agent/tools/tools';
import { vitalityOracleAbi } from '../../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import type { Delegation } from '../../../src/core/delegations/delegation';
import { golemIdOf } from '../../../src/core/protocol/messages';
import { type House, openHouse } from '../../api/house';
import { expectOk, type People, somePeople } from '../../api/people';
import { aStop } from '../../api/signing';
import { type Opened, STORES } from '../../api/stores';
import { PAYEE, register, USDC } from '../stage';

let chain: Chain;
let opened: Opened;
let house: House;
let people: People;
let server: Server;
let url = '';

beforeAll(async () => {
  chain = await startChain();
  opened = await (STORES[0] as (typeof STORES)[number]).open();
  house = await openHouse({ store: opened.store, chain });
  people = await somePeople(chain, house);
  await people.fund(house.relay.address);
  server = serve({ fetch: house.app.fetch, hostname: '127.0.0.1', port: 0 }) as Server;
  if (!server.listening) await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await opened?.stop();
  await chain?.stop();
});

const aGolem = (id: string, folk = people) =>
  createGolem({
    id,
    name: 'Atlas',
    owner: folk.owner.address,
    chain: folk.link,
    plane: connectPlane({ url }),
    vitals: () => ({ phase: 'thriving', vitality: 9000 }),
    sequence: { last: 0, save: () => undefined },
  });

/** What the owner and the Snap do on the site. */
async function ownerLeases(
  grant: Awaited<ReturnType<People['grant']>>,
  key: `0x${string}`,
  generation: bigint,
): Promise<void> {
  const { golem, cookie } = people;
  const context = await people.leaseOf(grant, key, { generation });
  await expectOk(house.ask('lease', { cookie, body: { golem, context } }));
}

it('fetches its gas under a second lease, which the plane keeps apart from the runway', async () => {
  const folk = await somePeople(chain, house);
  const { golem: id, cookie, guardian } = folk;
  const golem = aGolem(id, folk);
  const { address } = golem.key;
  const born = { id, name: 'Atlas', chainId: chain.chainId, policyTier: 2 };
  await expectOk(house.ask('newGolem', { cookie, body: { ...born, guardian: guardian.address } }));
  await register(folk, address);
  const given = async (grant: Delegation, over: Parameters<People['leaseOf']>[2] = {}) => {
    const body = { golem: id, chainId: chain.chainId, context: folk.context(grant) };
    await expectOk(house.ask('grant', { cookie, body }));
    const context = await folk.leaseOf(grant, address, over);
    await expectOk(house.ask('lease', { cookie, body: { golem: id, context } }));
    return context;
  };
  expect(await adoptRunway(golem, await given(await folk.grant()))).toBeNull();
  const gas = { token: null, unitExponent: 12, cap: 2n * 10n ** 16n, replicantCap: 0n };
  const native = await folk.grant({ type: 'native-token-periodic', cap: 5n * 10n ** 16n });
  await given(native, { ...gas, budgetId: 2n, payees: [address] });
  const { reserve, perPull } = await readGas(folk.link, address);
  const wei = reserve + 3n * perPull;
  await chain.cheat('anvil_setBalance', [address, `0x${wei.toString(16)}`]);
  const pulse = new Heartbeat(golem, { intervalSeconds: 60, onStop: () => undefined });

  expect(await pulse.beat()).toMatchObject({ ok: true, stop: null });

  expect((await readGas(folk.link, address)).pullsLeft).toBeGreaterThan(20);
  await house.round();
  const { body: seen } = await expectOk(house.ask('golem', { id, cookie }));
  expect(seen.golem).toMatchObject({ sessionKey: address.toLowerCase() });
  const [ether, dollars] = [
    seen.permissions.find(({ token }: { token: string | null }) => token === null),
    seen.permissions.find(({ token }: { token: string | null }) => token !== null),
  ];
  expect(BigInt(ether.left)).toBeLessThan(gas.cap);
  expect(BigInt(ether.left)).toBeGreaterThan(0n);
  expect(ether.lease).toMatchObject({ budgetId: '2', cap: `${gas.cap}` });
  expect(dollars).toMatchObject({ left: `${5n * USDC}`, lease: { budgetId: '1' } });
});

it('a whole life', async () => {
  const { golem: id, cookie, guardian } = people;
  const golem = aGolem(id);
  await people.fund(golem.key.address, '0.1');
  const tools = createTools({ golems: [golem] }, { pollMs: 100 });
  const born = { id, name: 'Atlas', chainId: chain.chainId, policyTier: 2 };
  await expectOk(house.ask('newGolem', { cookie, body: { ...born, guardian: guardian.address } }));

  const asking = tools.metamask_request_runway({
    golems: [id],
    daily_cap_usdc: 10,
    duration_days: 7,
    timeout_seconds: 15,
  });
  const open = async () => (await house.ask('runwayRequests', { cookie })).body.requests[0];
  await expect.poll(open).toMatchObject({ golem: id, amount: '10000000' });
  const grant = await people.grant();
  const body = { golem: id, chainId: chain.chainId, context: people.context(grant) };
  await expectOk(house.ask('grant', { cookie, body: { ...body, request: (await open()).id } }));
  await register(people, golem.key.address);
  await ownerLeases(grant, golem.key.address, 1n);
  expect(await asking).toMatchObject({ outcome: 'granted', usable: true, daily_cap: '5' });

  const pulse = new Heartbeat(golem, { intervalSeconds: 60, onStop: () => undefined });
  expect(await pulse.beat()).toMatchObject({ ok: true, stop: null });
  const paid = await tools.metamask_redeem_runway({ golem_id: id, payee: PAYEE, amount_usdc: 1 });
  expect(paid).toMatchObject({ redeemed: '1', remaining: '4' });

  const child = aGolem(`${id}-echo`);
  await people.fund(child.key.address, '0.1');
  const spawned = await spawnReplicant(golem, {
    id: child.id,
    name: 'Echo',
    key: child.key.address,
    cap: USDC,
    expiresAt: (await people.now()) + 86_400,
  });
  expect(spawned).toMatchObject({ ok: true, registered: true });
  expect(spawned.ok && (await adoptRunway(child, spawned.child.context))).toBeNull();
  const small = new Heartbeat(child, { intervalSeconds: 60, onStop: () => undefined });
  expect(await small.beat()).toMatchObject({ ok: true, stop: null });

  expect(await rotateStep(golem)).toEqual({ state: 'waiting' });
  const next = golem.pendingKey as SessionKey;
  await ownerLeases(grant, next.address, 2n);
  expect(await rotateStep(golem)).toEqual({ state: 'done', orphans: [child.id] });
  // Until the guardian hands reporting over, the new key beats but cannot report.
  expect(await pulse.beat()).toMatchObject({ ok: true });
  const data = encodeFunctionData({
    abi: vitalityOracleAbi,
    functionName: 'setReporter',
    args: [golemIdOf(id), next.address],
  });
  await people.send(guardian, { to: BARDO.vitalityOracle, data });

  const order = { golem: id, guardian: guardian.address, issuedAt: house.plane.now() };
  await expectOk(house.ask('stop', { body: await aStop(guardian, order) }));
  expect(await pulse.beat()).toMatchObject({ ok: true, stop: { by: 'guardian' } });
  const ended = await tools.metamask_revoke_permissions({
    golems: [id],
    reason: 'owner_kill_switch',
  });
  expect(ended).toMatchObject({
    revoked_count: 1,
    session_account_invalidated: true,
    unfinished: [],
  });
  expect(ended.awaiting_owner).toHaveLength(1);
  await house.round();
  const { body: seen } = await expectOk(house.ask('golem', { id, cookie }));
  expect(seen).toMatchObject({ asksForRevocation: true, golem: { phase: 'terminal' } });
  expect(seen.golem.heartbeat).toMatchObject({ phase: 4, vitality: 0 });
  expect(seen.diedAt).not.toBeNull();
  // The parent's end is the child's end.
  expect(await small.beat()).toMatchObject({ ok: false });
  await chain.cheat('anvil_mine', ['0x3']);
  expect(await small.beat()).toMatchObject({ ok: true, stop: { by: 'chain' } });
});
