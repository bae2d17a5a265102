// A Golem's whole life in the world that `npm start` brings up: real chain, real control plane, real agent kit.
// Each step is asked back from the chain and from the API. The steps build on each other, in this order.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeDelegations } from '@metamask/delegation-core';
import {
  type Address,
  createPublicClient,
  erc20Abi,
  type Hex,
  http,
  type PublicClient,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeChain } from '../../site/api/certificates/node-chain';
import { worldGuardians } from '../../site/world/clade/guardians';
import { FED, GRANT, LEASE, PAYEES } from '../../site/world/clade/lives';
import { takeRunway } from '../../site/world/clade/living';
import { type OwnerDesk, openDesk } from '../../site/world/clade/owner';
import { openPurse, type Purse } from '../../site/world/clade/purse';
import { startWorld, type World } from '../../site/world/world';
import { type AgentChain, connectChain } from '../../src/agent/chain/chain';
import { adoptRunway } from '../../src/agent/life/adoption';
import { createGolem, type Golem, type Vitals } from '../../src/agent/life/golem';
import { Heartbeat } from '../../src/agent/life/heartbeat-loop';
import { connectPlane } from '../../src/agent/life/plane';
import { spawnReplicant } from '../../src/agent/life/replicant';
import { rotateStep } from '../../src/agent/life/rotation';
import { planPull } from '../../src/agent/runway/pull';
import type { Runway } from '../../src/agent/runway/runway';
import { readRunwayState } from '../../src/agent/runway/runway-state';
import { createTools, type Tools } from '../../src/agent/tools/tools';
import { verifyCertificate } from '../../src/core/certificates/verify';
import { decodeContext } from '../../src/core/delegations/delegation';
import { USDC } from '../agent/stage';

const PAYEE = PAYEES[0] as Address;
const [ID, CHILD] = ['lazarus', 'lazarus-echo'];
const LONG = 60_000;

let world: World;
let folder = '';
let link: AgentChain;
let client: PublicClient;
let desk: OwnerDesk;
let purse: Purse;
let golem: Golem;
let tools: Tools;
let pulse: Heartbeat;
let grant: Hex;
let old: Runway;
const vitals: Vitals = { phase: 'thriving', vitality: 9000 };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bardo-life-'));
  world = await startWorld({ folder, ports: { portal: 0, snap: 0, chain: 0 } });
  link = connectChain({ rpcUrl: world.chain.rpcUrl, chainId: world.chain.chainId });
  client = createPublicClient({ transport: http(world.chain.rpcUrl) });
  purse = openPurse(world.chain, link);
  const account = privateKeyToAccount(generatePrivateKey());
  const guardian = worldGuardians(world.chain.rpcUrl);
  desk = openDesk({ portal: world.portal, chain: world.chain, link, account, guardian });
  await purse.ether(account.address, '1');
  await purse.dollars(account.address, 100n);
  await desk.becomeSmart();
  await desk.signIn();
  golem = await born(ID, vitals);
  tools = createTools({ golems: [golem] }, { pollMs: 200 });
  pulse = new Heartbeat(golem, { intervalSeconds: 60, onStop: () => undefined });
});

afterAll(async () => {
  await world?.stop();
  rmSync(folder, { recursive: true, force: true });
}, LONG);

async function born(id: string, feels: Vitals): Promise<Golem> {
  const one = createGolem({
    ...{ id, name: 'Lazarus', owner: desk.address, chain: link, vitals: () => feels },
    plane: connectPlane({ url: world.portal }),
    sequence: { last: 0, save: () => undefined },
  });
  await purse.ether(one.key.address, '0.2');
  return one;
}

const dollarsOf = (address: Address) =>
  client.readContract({
    address: world.chain.usdc,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [address],
  });

/** Could this much be redeemed right now? The chain's own answer, without doing it. */
async function couldPull(runway: Runway, amount: bigint): Promise<boolean> {
  const { to, data } = planPull(link, runway, { payee: PAYEE, amount });
  const call = { account: runway.redeemer, to, ...(data ? { data } : {}) };
  return client.call(call).then(
    () => true,
    () => false,
  );
}

/** What the API says, once it has followed the chain to where it is now. */
async function told() {
  await world.plane.round();
  const answer = await desk.ask('golem', { id: ID });
  const { history } = await desk.ask('history', { id: ID });
  return { ...answer, permission: answer.permissions[0], kinds: history.map(({ kind }) => kind) };
}

const runwayOf = (one: Golem): Runway => {
  if (!one.runway) throw new Error(`${one.id} has no runway`);
  return one.runway;
};
const stateOf = (one: Golem) => readRunwayState(link, runwayOf(one));

describe('a life', () => {
  it(
    'is asked for, granted with the very bytes of MetaMask, and leased',
    async () => {
      const asking = tools.metamask_request_runway({
        golems: [ID],
        daily_cap_usdc: 10,
        duration_days: GRANT.days,
        timeout_seconds: 50,
      });
      const open = async () => (await desk.ask('runwayRequests')).requests[0];
      await expect.poll(open).toMatchObject({ golem: ID, amount: '10000000' });

      grant = await desk.grant({ golem: ID, name: 'Lazarus', ...GRANT });
      const [delegation] = decodeContext(grant);
      // Caveats by 7715-permission-types and delegation-core; so is the encoding of the whole.
      const bytes = encodeDelegations([
        delegation as Parameters<typeof encodeDelegations>[0][number],
      ]);
      expect(bytes.toLowerCase()).toBe(grant.toLowerCase());
      const ofLease = { golem: ID, name: 'Lazarus', payees: PAYEES, ...LEASE };
      await desk.lease(grant, { ...ofLease, sessionKey: golem.key.address });

      expect(await asking).toMatchObject({ outcome: 'granted', usable: true, daily_cap: '5' });
      const state = await stateOf(golem);
      expect(state).toMatchObject({ ended: null, upgraded: true, available: LEASE.cap });
      expect(state.vitality?.reporter).toBe(golem.key.address.toLowerCase());
      const { permission, kinds } = await told();
      expect(permission).toMatchObject({ cap: `${GRANT.cap}`, lease: { cap: `${LEASE.cap}` } });
      expect(kinds).toEqual(['granted', 'leased']);
    },
    LONG,
  );

  it(
    'redeems: the owner’s dollars arrive at the payee',
    async () => {
      const before = await dollarsOf(PAYEE);
      expect(await pulse.beat()).toMatchObject({ ok: true, stop: null });
      const paid = { golem_id: ID, payee: PAYEE, amount_usdc: 0.1 };
      expect(await tools.metamask_redeem_runway(paid)).toMatchObject({ redeemed: '0.1' });

      expect((await dollarsOf(PAYEE)) - before).toBe(USDC / 10n);
      expect((await stateOf(golem)).available).toBe(LEASE.cap - USDC / 10n);
      const { kinds, golem: seen } = await told();
      expect(kinds).toContain('redeemed');
      expect(seen).toMatchObject({ phase: 'thriving', vitality: 90 });
    },
    LONG,
  );

  it(
    'is rotated: the new key spends, the old one is dead on chain',
    async () => {
      old = runwayOf(golem);
      expect(await couldPull(old, 1n)).toBe(true);
      expect(await rotateStep(golem)).toEqual({ state: 'waiting' });
      const { pendingKey } = await told();
      expect(pendingKey).toBe(golem.pendingKey?.address.toLowerCase());
      const ofLease = { golem: ID, name: 'Lazarus', payees: PAYEES, ...LEASE };
      await desk.lease(grant, { ...ofLease, sessionKey: pendingKey as Address });

      expect(await couldPull(old, 1n)).toBe(false);
      expect((await readRunwayState(link, old)).ended).toBe('superseded');
      expect(await rotateStep(golem)).toEqual({ state: 'done', orphans: [] });
      expect(await couldPull(runwayOf(golem), 1n)).toBe(true);
      // What the old key has spent counts for the new one.
      expect((await stateOf(golem)).available).toBe(LEASE.cap - USDC / 10n);
      const { golem: seen, kinds } = await told();
      expect(seen.sessionKey).toBe(golem.key.address.toLowerCase());
      expect(kinds).toContain('rotated');
    },
    LONG,
  );

  it(
    'is fed: a longer lease with a higher cap, for the same key',
    async () => {
      const before = runwayOf(golem).expiresAt;
      const ofLease = { golem: ID, name: 'Lazarus', payees: PAYEES, ...FED };
      await desk.lease(grant, { ...ofLease, sessionKey: golem.key.address });
      expect(await takeRunway(golem)).toBe(true);

      expect(runwayOf(golem).expiresAt).toBeGreaterThan(before);
      expect((await stateOf(golem)).available).toBe(FED.cap - USDC / 10n);
      const { permission, kinds } = await told();
      expect(permission?.lease).toMatchObject({ cap: `${FED.cap}`, generation: 3 });
      expect(kinds).toContain('fed');
    },
    LONG,
  );

  it(
    'replicates: the child spends its slice, and its parent’s budget with it',
    async () => {
      const child = await born(CHILD, { phase: 'thriving', vitality: 8000 });
      const expiresAt = (await link.head()).timestamp + 86_400;
      const slice = { id: CHILD, name: 'Echo', key: child.key.address, cap: USDC / 2n, expiresAt };
      const spawned = await spawnReplicant(golem, slice);
      expect(spawned).toMatchObject({ ok: true, registered: true });
      expect(spawned.ok && (await adoptRunway(child, spawned.child.context))).toBeNull();

      const family = createTools({ golems: [child] }, { pollMs: 200 });
      const paid = { golem_id: CHILD, payee: PAYEE, amount_usdc: 0.05 };
      expect(await family.metamask_redeem_runway(paid)).toMatchObject({ redeemed: '0.05' });
      expect((await stateOf(child)).available).toBe(USDC / 2n - USDC / 20n);
      expect((await stateOf(golem)).available).toBe(FED.cap - (3n * USDC) / 20n);
      const { replicants, kinds } = await told();
      expect(replicants).toMatchObject([{ id: CHILD, parent: ID, name: 'Echo' }]);
      expect(kinds).toContain('replicated');
    },
    LONG,
  );

  for (const { phase, vitality, part, words } of [
    { phase: 'conservation', vitality: 4500, part: 2n, words: 'half' },
    { phase: 'declining', vitality: 1500, part: 10n, words: 'a tenth' },
  ] as const) {
    it(
      `is slowed: ${phase} leaves ${words} of the cap`,
      async () => {
        Object.assign(vitals, { phase, vitality });
        expect(await pulse.beat()).toMatchObject({ ok: true, phase, stop: null });

        const left = FED.cap / part - (3n * USDC) / 20n;
        expect(await stateOf(golem)).toMatchObject({ available: left, vitality: { phase } });
        expect(await couldPull(runwayOf(golem), left)).toBe(true);
        expect(await couldPull(runwayOf(golem), left + 1n)).toBe(false);
        const { golem: seen, permission } = await told();
        expect(seen).toMatchObject({ phase, vitality: vitality / 100 });
        expect(permission?.lease?.generation).toBe(3);
      },
      LONG,
    );
  }

  it(
    'dies: nothing moves any more, its key is gone, its gas is home',
    async () => {
      const gas = await client.getBalance({ address: desk.address });
      const last = runwayOf(golem);
      Object.assign(vitals, { phase: 'terminal', vitality: 0 });
      expect(await pulse.beat()).toMatchObject({ ok: true, stop: { by: 'itself' } });
      const ended = await tools.metamask_revoke_permissions({ golems: [ID], reason: 'terminal' });

      expect(ended).toMatchObject({ session_account_invalidated: true, unfinished: [] });
      expect(golem.key.destroyed).toBe(true);
      expect(await couldPull(last, 1n)).toBe(false);
      expect(await client.getBalance({ address: desk.address })).toBeGreaterThan(gas);
      await expect.poll(async () => (await readRunwayState(link, last)).ended).toBe('terminal');
      const seen = await told();
      expect(seen).toMatchObject({ asksForRevocation: true, golem: { phase: 'terminal' } });
      expect(seen.diedAt).not.toBeNull();
      expect(seen.kinds).toContain('died');
    },
    LONG,
  );

  it(
    'leaves a certificate that any node confirms, and what a successor starts from',
    async () => {
      await world.plane.round();
      const certificate = await desk.ask('certificate', { id: ID, owner: desk.address });
      const succession = await desk.ask('succession', { id: ID });

      expect(certificate).toMatchObject({ golem: ID, cause: 'terminal', spent: '150000' });
      expect(await verifyCertificate(certificate, nodeChain(client))).toMatchObject({
        ok: true,
        problems: [],
      });
      const forged = { ...certificate, spent: '149999' };
      expect(await verifyCertificate(forged, nodeChain(client))).toMatchObject({ ok: false });
      expect(succession).toMatchObject({ golem: ID, days: GRANT.days, spent: '150000' });
      // The owner's own transaction is still to come: the grant below the dead lease is open.
      expect(succession.open).toHaveLength(1);
    },
    LONG,
  );
});
