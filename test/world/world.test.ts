// `npm start` as a person runs it, and the world's doors as a stranger's page tries them.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../site/world/chain/free-port';
import { startWorld, type World } from '../../site/world/world';

const LONG = 300_000;
const folders: string[] = [];

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bardo-world-'));
  folders.push(folder);
  return folder;
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe('the doors', () => {
  let world: World;

  beforeAll(async () => {
    world = await startWorld({ folder: aFolder(), ports: { portal: 0, snap: 0, chain: 0 } });
  }, LONG);
  afterAll(() => world?.stop(), LONG);

  it('lead to the control plane, the Snap that knows this Portal, and the chain', async () => {
    const health = await (await fetch(`${world.portal}/api/health`)).json();
    const manifest = await (await fetch(`${world.snapUrl}/snap.manifest.json`)).text();
    const settings = await (await fetch(`${world.portal}/settings.json`)).json();

    expect(health).toMatchObject({ ok: true, chains: [{ chainId: 84_532 }] });
    expect(manifest).toContain(world.portal);
    expect(settings).toMatchObject({ demo: true, snapId: `local:${world.snapUrl}` });
    expect((await fetch(world.portal)).headers.get('content-type')).toContain('text/html');
    expect(await chainId(world.rpcUrl)).toBe('0x14a34');
  });

  it('are closed to any other Host', async () => {
    const evil = { host: 'evil.example' };

    expect(await statusOf(`${world.portal}/`, evil)).toBe(403);
    expect(await statusOf(`${world.portal}/api/health`, evil)).toBe(403);
    expect(await statusOf(`${world.portal}/settings.json`, evil)).toBe(403);
    expect(await statusOf(`${world.snapUrl}/snap.manifest.json`, evil)).toBe(403);
    expect(await statusOf(world.rpcUrl, evil)).toBe(403);
  });

  it('let a wallet at the chain, and no stranger’s page', async () => {
    const from = (origin: string) => chainId(world.rpcUrl, { origin });

    expect(await from('chrome-extension://ljfoeinjpaedjfecbmggjgodbgkmjkjk')).toBe('0x14a34');
    expect(await from(world.portal)).toBe('0x14a34');
    expect(await from('https://evil.example')).toBe(403);
    expect(await from('http://localhost:1')).toBe(403);
    expect(await from('null')).toBe(403);
  });
});

describe('npm start', () => {
  const started: ChildProcess[] = [];
  let squatter: Server | null = null;

  afterEach(() => {
    for (const child of started.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
    squatter?.close();
    squatter = null;
  });

  function start(args: string[]) {
    const child = spawn(process.execPath, ['site/world/wake.mjs', ...args]);
    started.push(child);
    let said = '';
    child.stdout?.on('data', (data) => {
      said += data;
    });
    child.stderr?.on('data', (data) => {
      said += data;
    });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    return { child, said: () => said, ended };
  }

  const anyPort = ['--portal-port', '0', '--snap-port', '0', '--chain-port', '0'];

  it(
    'comes up with one screen, leaves no process behind, and resumes',
    async () => {
      const folder = aFolder();
      const first = start([...anyPort, '--folder', folder]);
      await expect.poll(first.said, { timeout: LONG, interval: 200 }).toContain('is awake');
      expect(first.said()).toMatch(/profile and a recovery phrase made for this/);
      expect(first.said()).toMatch(/chain id 84532, symbol ETH/);
      const family = descendantsOf(first.child.pid ?? 0);
      expect(family.length).toBeGreaterThan(0);
      const before = await blockNumber(rpcUrlIn(first.said()));

      // A terminal sends Ctrl-C to everybody, and people press it twice.
      first.child.kill('SIGINT');
      first.child.kill('SIGINT');
      expect(await first.ended).toBe(0);
      await expect.poll(() => family.filter(isAlive)).toEqual([]);

      const second = start([...anyPort, '--folder', folder]);
      await expect
        .poll(second.said, { timeout: LONG, interval: 200 })
        .toContain('where it left off');
      expect(await blockNumber(rpcUrlIn(second.said()))).toBeGreaterThanOrEqual(before);
      const again = descendantsOf(second.child.pid ?? 0);

      // Killed without a word: its chain is left over, and the next start ends it.
      second.child.kill('SIGKILL');
      await second.ended;
      expect(again.filter(isAlive)).not.toEqual([]);
      const third = start([...anyPort, '--folder', folder, '--fresh']);
      await expect.poll(third.said, { timeout: LONG, interval: 200 }).toContain('is awake');
      expect(third.said()).not.toContain('where it left off');
      await expect.poll(() => again.filter(isAlive)).toEqual([]);
      third.child.kill('SIGTERM');
      expect(await third.ended).toBe(0);
    },
    2 * LONG,
  );

  it(
    'ends while it is still waking up, and leaves no process behind either',
    async () => {
      const folder = aFolder();
      const { child, said, ended } = start([...anyPort, '--folder', folder]);
      // The node is there, the rest is on its way.
      await expect
        .poll(() => existsSync(join(folder, 'anvil.pid')), { timeout: LONG, interval: 50 })
        .toBe(true);
      const family = descendantsOf(child.pid ?? 0);
      expect(said()).not.toContain('is awake');

      child.kill('SIGINT');

      expect(await ended).toBe(0);
      expect(said()).not.toContain('Error');
      await expect.poll(() => family.filter(isAlive)).toEqual([]);
      // Half a world is none: the next start starts over.
      expect(readdirSync(folder)).toEqual([]);
    },
    LONG,
  );

  it(
    'says which port is taken and how to choose another',
    async () => {
      const port = await freePort();
      squatter = createServer().listen(port, '127.0.0.1');
      const { said, ended } = start(['--portal-port', `${port}`, '--folder', aFolder()]);

      expect(await ended).toBe(1);
      expect(said()).toContain(`The Portal needs port ${port}`);
      expect(said()).toContain(`--portal-port ${port + 1}`);
    },
    LONG,
  );
});

function rpcUrlIn(screen: string): string {
  return /Chain\s+(http:\S+)/.exec(screen)?.[1] ?? '';
}

function descendantsOf(pid: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = table.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const children = (of: number): number[] =>
    rows.flatMap(([id = 0, parent]) => (parent === of ? [id, ...children(id)] : []));
  return children(pid);
}

/** One that has ended but that nobody has asked about yet (Z) does not live. */
function isAlive(pid: number): boolean {
  try {
    return !execFileSync('ps', ['-p', `${pid}`, '-o', 'stat='], { encoding: 'utf8' }).startsWith(
      'Z',
    );
  } catch {
    return false;
  }
}

/** fetch does not let a caller choose the Host. */
function statusOf(url: string, headers: { host: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { headers, method: 'GET' }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .once('error', reject)
      .end();
  });
}

async function rpc(url: string, method: string, headers: { [name: string]: string } = {}) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] });
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return answer.ok ? ((await answer.json()) as { result: string }).result : answer.status;
}

const chainId = (url: string, headers = {}) => rpc(url, 'eth_chainId', headers);
const blockNumber = async (url: string) => Number(await rpc(url, 'eth_blockNumber'));
