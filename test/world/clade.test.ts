// The demo world's inhabitants, three times as fast as a visitor sees them: their lives are what the chain and
// the control plane say they are, a stranger is welcomed, and all of it goes on after a restart.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPublicClient, erc20Abi, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nodeChain } from '../../site/api/certificates/node-chain';
import { demoOwnerAccount } from '../../site/world/clade/clade';
import { worldGuardians } from '../../site/world/clade/guardians';
import { GRANT, LEASE, PAYEES } from '../../site/world/clade/lives';
import { type OwnerDesk, openDesk } from '../../site/world/clade/owner';
import { startWorld, type World } from '../../site/world/world';
import { connectChain } from '../../src/agent/chain/chain';
import { verifyCertificate } from '../../src/core/certificates/verify';
import { PHASES } from '../../src/core/protocol/status';

const LONG = 300_000;
const SOON = { timeout: 120_000, interval: 500 };
const options = {
  wallet: true,
  ports: { portal: 0, snap: 0, chain: 0 },
  golems: { beatSeconds: 2, pace: 3 },
};

let folder = '';
let world: World;
let owner: OwnerDesk;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bardo-clade-'));
  world = await startWorld({ ...options, folder });
  await world.clade;
  owner = await deskOf(demoOwnerAccount());
}, LONG);

afterAll(async () => {
  await world?.stop();
  // A Golem that was just waking may still write to its home.
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}, LONG);

async function deskOf(account: ReturnType<typeof demoOwnerAccount>): Promise<OwnerDesk> {
  const { portal, chain } = world;
  const link = connectChain({ rpcUrl: chain.rpcUrl, chainId: chain.chainId });
  const guardian = worldGuardians(chain.rpcUrl);
  const desk = openDesk({ portal, chain, link, account, guardian });
  await desk.signIn();
  return desk;
}

it(
  'has the Snap itself for a guardian',
  async () => {
    const { golem } = await owner.ask('golem', { id: 'atlas' });
    const answer = await world.wallet?.snap.request('getGuardian', {
      golem: 'atlas',
      owner: owner.address.toLowerCase(),
    });

    expect(answer).toEqual({ guardian: golem.guardian });
  },
  LONG,
);

const kindsOf = async (id: string) =>
  (await owner.ask('history', { id })).history.map(({ kind }) => kind);

it(
  'shows a rotation, a Replicant, a feeding and every phase down to a certified death',
  async () => {
    await expect.poll(() => kindsOf('vesta'), SOON).toContain('rotated');
    await expect.poll(() => kindsOf('ceres'), SOON).toContain('fed');
    await expect.poll(() => kindsOf('atlas'), SOON).toContain('replicated');
    await expect.poll(() => kindsOf('orpheus'), SOON).toContain('died');
    const phases = async () =>
      new Set((await owner.ask('golems')).golems.map(({ phase }) => phase));
    await expect.poll(phases, SOON).toEqual(new Set(PHASES));

    const certificate = await owner.ask('certificate', { id: 'orpheus', owner: owner.address });
    const client = createPublicClient({ transport: http(world.rpcUrl) });
    expect(await verifyCertificate(certificate, nodeChain(client))).toMatchObject({ ok: true });
    expect(await kindsOf('vesta')).not.toContain('died');
    expect(await kindsOf('ceres')).not.toContain('died');
  },
  LONG,
);

it(
  'welcomes whoever signs in: test money, and a newborn that lives once it is granted a runway',
  async () => {
    const stranger = await deskOf(privateKeyToAccount(generatePrivateKey()));
    const asked = async () => (await stranger.ask('runwayRequests')).requests[0] ?? null;
    const ember = { name: 'Ember', amount: '5000000', payees: PAYEES };
    await expect.poll(asked, SOON).toMatchObject(ember);
    const { address } = stranger;
    const client = createPublicClient({ transport: http(world.rpcUrl) });
    const dollars = {
      address: world.chain.usdc,
      abi: erc20Abi,
      functionName: 'balanceOf',
    } as const;
    await expect.poll(() => client.getBalance({ address }), SOON).toBeGreaterThan(0n);
    await expect
      .poll(() => client.readContract({ ...dollars, args: [address] }), SOON)
      .toBeGreaterThan(0n);

    const { golem, name, sessionKey } = (await asked()) ?? { golem: '', name: '', sessionKey: '' };
    await stranger.becomeSmart();
    const grant = await stranger.grant({ golem, name, ...GRANT });
    const terms = {
      golem,
      name,
      sessionKey: sessionKey as `0x${string}`,
      payees: PAYEES,
      ...LEASE,
    };
    await stranger.lease(grant, terms);
    const spent = async () =>
      (await stranger.ask('history', { id: golem })).history.map(({ kind }) => kind);
    await expect.poll(spent, SOON).toContain('redeemed');
  },
  LONG,
);

it(
  'goes on after a restart: the living beat on with the keys they had, the dead stay dead',
  async () => {
    const before = (await owner.ask('golem', { id: 'vesta' })).golem;
    await world.stop();
    world = await startWorld({ ...options, folder });
    const clade = await world.clade;
    owner = await deskOf(demoOwnerAccount());

    expect(world.resumed).toBe(true);
    const names = clade?.living.map(({ golem }) => golem.name) ?? [];
    expect(names).toEqual(expect.arrayContaining(['Atlas', 'Echo', 'Vesta', 'Ceres', 'Janus']));
    expect(names).not.toContain('Orpheus');
    const now = async () => (await owner.ask('golem', { id: 'vesta' })).golem;
    await expect
      .poll(async () => (await now()).heartbeat?.at ?? 0, SOON)
      .toBeGreaterThan(before.heartbeat?.at ?? 0);
    expect((await now()).sessionKey).toBe(before.sessionKey);
  },
  LONG,
);
