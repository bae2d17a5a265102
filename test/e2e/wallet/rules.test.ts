// What the demo wallet refuses that the simulator lets pass, with a Snap that breaks every rule, and what it
// refuses to be: anything but a toy on this computer.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { readSnapFiles, type SnapFiles } from '../../../site/world/builds/snap-server';
import { TWIN } from '../../../site/world/builds/twin';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { type DemoWallet, startDemoWallet } from '../../../site/world/wallet/app/demo-wallet';
import { request } from '../../../site/world/wallet/app/provider';
import { OWNER } from '../../vectors/builders';
import { PATIENCE } from '../../worker/patience';

const PORTAL = 'http://localhost:3003';
const THIEF = `0x${'66'.repeat(20)}`;
const SNAP = 'local:http://localhost:8080';

let chain: Chain;
const open: DemoWallet[] = [];

beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain?.stop());
afterEach(async () => {
  await Promise.all(open.splice(0).map((wallet) => wallet.stop()));
});

async function walletOf(snapFiles: SnapFiles, idleMs?: number): Promise<DemoWallet> {
  const options = { rpcUrl: chain.rpcUrl, portalOrigin: PORTAL, snapFiles };
  const wallet = await startDemoWallet(idleMs ? { ...options, idleMs } : options);
  open.push(wallet);
  wallet.snap.install();
  return wallet;
}

const bardo = (idleMs?: number) => walletOf(readSnapFiles(TWIN), idleMs);

/** A Snap with Bardo's manifest and another soul. */
const stranger = (source: string) => walletOf({ ...readSnapFiles(TWIN), 'dist/bundle.js': source });

const invoke = (wallet: DemoWallet, method: string, params?: object, origin = PORTAL) =>
  request(wallet.wallet, origin, {
    method: 'wallet_invokeSnap',
    params: { snapId: SNAP, request: { method, ...(params ? { params } : {}) } },
  });

const node = (type: string, props: object) => ({ type, props, key: null });
const text = (said: string) => node('Text', { children: said });

/** The insight of a Snap that answers onTransaction with this. */
async function insightFor(response: unknown): Promise<string> {
  const wallet = await stranger(
    `module.exports.onTransaction = async () => (${JSON.stringify(response)});`,
  );
  return insightIn(wallet);
}

async function insightIn(wallet: DemoWallet): Promise<string> {
  const { windows, explain } = wallet.wallet;
  const asked = windows.ask(
    { kind: 'transaction', title: 'x', origin: 'x', lead: '', confirm: 'x' },
    (id) =>
      explain(id, 'onTransaction' as never, {
        transaction: { from: THIEF, to: THIEF, value: '0x0', data: '0x' },
        chainId: 'eip155:1',
        transactionOrigin: 'https://elsewhere.example',
      }),
  );
  const state = () => windows.list()[0]?.insight?.state;
  await vi.waitUntil(() => state() !== undefined && state() !== 'loading', PATIENCE);
  const shown = state() ?? '';
  windows.settle(windows.list()[0]?.id ?? '', { confirmed: false });
  await asked;
  return shown;
}

it.each([
  ['no severity', { content: text('x') }, 'shown'],
  ['the one severity there is', { content: text('x'), severity: 'critical' }, 'shown'],
  ['another severity', { content: text('x'), severity: 'warning' }, 'none'],
  ['nothing', null, 'none'],
  ['a link by http', { content: node('Link', { href: 'http://a.b', children: 'x' }) }, 'none'],
  [
    'a component of tomorrow',
    { content: node('CollapsibleSection', { label: 'x', children: text('x') }) },
    'none',
  ],
  ['no content', {}, 'none'],
])('shows or loses a whole insight: %s', async (_what, response, expected) => {
  expect(await insightFor(response)).toBe(expected);
});

it('greys an insight that throws, and ends the Snap that threw a plain error', async () => {
  const wallet = await stranger(`
    let lives = 0;
    module.exports.onTransaction = async () => { lives += 1; throw new Error('boom'); };
    module.exports.onRpcRequest = async () => { lives += 1; return lives; };`);
  expect(await invoke(wallet, 'x')).toEqual({ result: 1 });
  expect(await invoke(wallet, 'x')).toEqual({ result: 2 });

  expect(await insightIn(wallet)).toBe('none');

  expect(wallet.wallet.snap.running()).toBe(false);
  expect(await invoke(wallet, 'x')).toEqual({ result: 1 });
});

it('stops an idle Snap, which forgets its variables, and wakes it when it is called', async () => {
  const wallet = await walletOf(
    {
      ...readSnapFiles(TWIN),
      'dist/bundle.js': `let calls = 0; module.exports.onRpcRequest = async () => { calls += 1; return calls; };`,
    },
    200,
  );
  expect(await invoke(wallet, 'x')).toEqual({ result: 1 });

  await vi.waitUntil(() => !wallet.wallet.snap.running(), PATIENCE);

  expect(await invoke(wallet, 'x')).toEqual({ result: 1 });
});

it('lets heartbeats run while locked, and holds dialogs and keys until the owner unlocks', async () => {
  const wallet = await bardo();
  wallet.wallet.lock.set(true);

  await wallet.snap.check();
  expect(wallet.wallet.lock.wanted()).toBe(false);
  expect(await invoke(wallet, 'getVersion')).toMatchObject({ result: { protocol: 2 } });

  const answers: unknown[] = [];
  const guardian = invoke(wallet, 'getGuardian', { golem: 'atlas', owner: OWNER }).then((one) =>
    answers.push(one),
  );
  const dialog = invoke(wallet, 'showApprovalDialog', { title: 'Yes?', body: 'x' });
  await vi.waitUntil(() => wallet.wallet.lock.wanted(), PATIENCE);
  expect([wallet.wallet.windows.list(), answers]).toEqual([[], []]);

  wallet.wallet.lock.set(false);

  await guardian;
  expect(answers).toMatchObject([
    { result: { guardian: expect.stringMatching(/^0x[0-9a-f]{40}$/) } },
  ]);
  await vi.waitUntil(() => wallet.wallet.windows.list().length === 1, PATIENCE);
  wallet.wallet.windows.settle(wallet.wallet.windows.list()[0]?.id ?? '', { confirmed: true });
  expect(await dialog).toEqual({ result: { approved: true } });
});

it('gives a Golem the same guardian after a restart, and every Golem its own', async () => {
  const guardian = async (golem: string) => {
    const wallet = await bardo();
    return wallet.snap.request('getGuardian', { golem, owner: OWNER });
  };

  expect(await guardian('atlas')).toEqual(await guardian('atlas'));
  expect(await guardian('atlas')).not.toEqual(await guardian('echo'));
});

it('approves unseen only the dialogs of the world itself', async () => {
  const wallet = await bardo();
  const question = { title: 'Yes?', body: 'x' };

  expect(await wallet.snap.request('showApprovalDialog', question)).toEqual({ approved: true });

  const asked = invoke(wallet, 'showApprovalDialog', question);
  await vi.waitUntil(() => wallet.wallet.windows.list().length === 1, PATIENCE);
  const seeded = wallet.snap.request('showApprovalDialog', question);
  wallet.wallet.windows.settle(wallet.wallet.windows.list()[0]?.id ?? '', { confirmed: false });
  expect(await asked).toEqual({ result: { approved: false } });
  expect(await seeded).toEqual({ approved: true });
});

it('lets only the origin of the manifest call the Snap, and says so as MetaMask does', async () => {
  const wallet = await bardo();
  const elsewhere = 'https://elsewhere.example';
  expect(await invoke(wallet, 'getVersion', undefined, elsewhere)).toMatchObject({
    error: { code: 4100 },
  });

  wallet.wallet.memory.snapSites.add(elsewhere);

  expect(await invoke(wallet, 'getVersion', undefined, elsewhere)).toEqual({
    error: {
      code: -32603,
      message: `Snap "${SNAP}" is not permitted to handle requests from "${elsewhere}".`,
    },
  });
});

it('gives a Snap a narrow provider: no accounts, no sending, an own chain', async () => {
  const files = readSnapFiles(TWIN);
  const manifest = JSON.parse(files['snap.manifest.json'] ?? '{}');
  manifest.initialPermissions['endowment:ethereum-provider'] = {};
  const wallet = await walletOf({
    ...files,
    'snap.manifest.json': JSON.stringify(manifest),
    'dist/bundle.js': `module.exports.onRpcRequest = async ({ request }) => {
      try { return { result: await ethereum.request(request.params) }; }
      catch (error) { return { refused: error.message }; } };`,
  });
  const asked = (method: string, params: unknown[] = []) => invoke(wallet, 'x', { method, params });

  expect(await asked('eth_accounts')).toEqual({ result: { result: [] } });
  expect(await asked('eth_blockNumber')).toMatchObject({
    result: { refused: expect.stringContaining('too many errors') },
  });
  expect(await asked('wallet_switchEthereumChain', [{ chainId: '0x539' }])).toMatchObject({
    result: { refused: expect.stringContaining('Unrecognized chain ID') },
  });
  await asked('wallet_switchEthereumChain', [{ chainId: '0x14a34' }]);
  expect(await asked('eth_blockNumber')).toMatchObject({
    result: { result: expect.stringMatching(/^0x/) },
  });
  expect(await asked('personal_sign')).toMatchObject({
    result: { refused: expect.stringContaining('not been authorized') },
  });
});

it('starts with anvil on this computer or not at all', async () => {
  const snapFiles = readSnapFiles(TWIN);
  const start = (rpcUrl: string) => startDemoWallet({ rpcUrl, portalOrigin: PORTAL, snapFiles });
  const geth = createServer((_request, response) =>
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: 'Geth/v1.15.0' })),
  );
  await new Promise<void>((resolve) => geth.listen(0, '127.0.0.1', resolve));
  const { port } = geth.address() as AddressInfo;

  await expect(start(`http://127.0.0.1:${port}`)).rejects.toThrow('it must be anvil');
  await expect(start('https://sepolia.base.org')).rejects.toThrow('this computer only');
  await expect(start('http://127.0.0.1.evil.example')).rejects.toThrow('this computer only');
  geth.close();
});

it('answers its own pages only', async () => {
  const wallet = await bardo();
  const server = createServer((incoming, response) => {
    if (!wallet.handle(incoming, response)) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const post = (origin: string, path = 'act') =>
    fetch(`http://127.0.0.1:${port}/demo-wallet/${path}`, {
      method: 'POST',
      headers: { origin },
      body: JSON.stringify({ act: 'lock' }),
    }).then(({ status }) => status);

  expect(await post('https://elsewhere.example')).toBe(403);
  expect(await post('null')).toBe(403);
  expect(wallet.wallet.lock.locked()).toBe(false);
  expect(await post(PORTAL)).toBe(202);
  expect(wallet.wallet.lock.locked()).toBe(true);
  expect(await post(PORTAL, 'elsewhere')).toBe(404);
  server.close();
  server.closeAllConnections();
});
