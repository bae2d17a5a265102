// An endpoint that stands still while the clock runs, and a chain that is merely slow: the Snap's own check against a
// real node and an honest control plane.
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Chain, startChain } from '../../site/world/chain/chain';
import { lower } from '../../src/core/bytes/hex';
import { emptyState } from '../../src/core/memory/state';
import { bannersOf, provenanceOf } from '../../src/core/watch/home';
import { Networks } from '../snap/networks';
import { aGolem, aStatus } from '../vectors/builders';
import { aLeased, type Leased } from './leased';
import { aWallet } from './wallet';

const OWNER = privateKeyToAccount(`0x${'0a'.repeat(32)}`);
const networks = new Networks();
const wallet = aWallet(networks);
let chain: Chain;
let own: Leased;
let mark: unknown;
let unread: { from: number; to: number }[] = [];

beforeAll(async () => {
  chain = await startChain();
  networks.add(chain.chainId, chain.rpcUrl);
  own = await aLeased(OWNER, 'atlas', { chain, chainId: chain.chainId });
  Object.assign(process.env, { PORTAL_ORIGIN: 'https://bardo.example', SNAP_ID: 'npm:x' });
  vi.stubGlobal('snap', wallet.snap);
  vi.stubGlobal('ethereum', wallet.ethereum);
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
    String(url).startsWith('https://bardo.example')
      ? new Response(JSON.stringify(status()))
      : real(url, init),
  );
});

beforeEach(async () => {
  unread = [];
  const latest = (await chain.cheat('eth_getBlockByNumber', ['latest', false])) as {
    timestamp: string;
  };
  const started = Math.max(Number(latest.timestamp), seconds()) + 5;
  mark = await chain.cheat('evm_snapshot', []);
  vi.useFakeTimers({ toFake: ['Date'], now: started * 1000 });
  await mineAt(started);
  const { id: golem, chainId, context } = own;
  wallet.reset({
    ...emptyState(),
    auth_token: 'watch-token-0123456789',
    owner: lower(OWNER.address),
    leases: [{ golem, chainId, context, signedAt: started, by: 'signed' }],
  });
});

afterEach(async () => {
  vi.useRealTimers();
  await chain.cheat('evm_revert', [mark]);
});

afterAll(async () => {
  vi.unstubAllGlobals();
  await chain?.stop();
});

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** What an honest server says that has just read the chain. */
function status() {
  const { unreadable: _unreadable, ...said } = aStatus({
    serverTime: seconds(),
    owner: lower(OWNER.address),
    permissions: [],
  });
  const golem = aGolem({
    chainId: own.chainId,
    guardian: lower(own.guardian.address),
    sessionKey: lower(own.session.address),
    heartbeat: null,
  });
  const block = { chainId: own.chainId, block: 1, hash: `0x${'00'.repeat(32)}`, at: seconds() };
  return { ...said, golems: [golem], chains: [{ ...block, unread }] };
}

async function mineAt(time: number): Promise<void> {
  await chain.cheat('evm_setNextBlockTimestamp', [time]);
  await chain.cheat('evm_mine', []);
}

/** So many minutes later: `blockAge` seconds before it a block was made, or none since. */
async function check(minutes: number, blockAge: number | null = null): Promise<void> {
  vi.setSystemTime(Date.now() + minutes * 60_000);
  if (blockAge !== null) await mineAt(seconds() - blockAge);
  const { runCheck } = await import('../../src/handlers/check/check');
  await runCheck('scheduled');
}

const told = (words: RegExp) => wallet.told.filter(({ text }) => words.test(text)).length;
const phase = () => wallet.state().claims[0]?.claims.find(({ what }) => what === 'phase');
const source = () => provenanceOf(wallet.state(), seconds());

describe('An endpoint that stands still', () => {
  it('is not called checked, proves nothing, and is announced once after three checks', async () => {
    await check(0);
    expect(phase()?.verdict).toBe('verified');
    expect(source()).toContain('Checked on chain: Base Sepolia at block');
    await check(25);
    expect(phase()?.verdict).toBe('unproven');
    expect(source()).toContain('Not checked on chain. Not fresh: Base Sepolia at block');
    await check(5);
    expect(told(/no fresh block/)).toBe(0);
    await check(5);
    await check(5);
    expect(told(/no fresh block/)).toBe(2);

    await check(5, 0);

    expect(phase()?.verdict).toBe('verified');
    expect(source()).not.toContain('Not fresh');
  });

  it('still shows a death that it knows', async () => {
    await own.die();
    await check(120);

    expect(told(/^atlas is dead/)).toBe(2);
  });
});

describe('A chain that is merely slow', () => {
  it('is never called stale, also by a clock ten minutes ahead of it', async () => {
    await check(15, 600);
    for (let n = 0; n < 8; n += 1) await check(5, n % 2 === 0 ? null : 600);

    expect(wallet.told).toEqual([]);
    expect(wallet.state().heads[0]?.stale).toBeUndefined();
    expect(phase()?.verdict).toBe('verified');
  });
});

describe('Blocks that the control plane could not read', () => {
  it('are shown at once and announced once when they last three checks', async () => {
    unread = [{ from: 3, to: 4 }];
    await check(0, 0);
    expect(bannersOf(wallet.state(), seconds())[0]?.title).toBe('The control plane has gaps');
    await check(5, 0);
    expect(wallet.told).toEqual([]);
    await check(5, 0);
    await check(5, 0);

    expect(told(/blocks not read|cannot read all blocks of Base Sepolia/)).toBe(2);
  });
});
