// The control plane as a process: one per folder, many per database, killed at any moment, silent about secrets.

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chain, startChain } from '../../site/world/chain/chain';
import { signInMessage } from '../../site/world/people/sign-in';
import { ORIGIN } from './house';
import { type Database, hasPostgres, startDatabase } from './postgres';
import { kill, type Process, startProcess } from './process';

let chain: Chain;
const folder = mkdtempSync(join(tmpdir(), 'bardo-plane-'));
const relayKey = generatePrivateKey();
const owner = privateKeyToAccount(generatePrivateKey());
const started: ChildProcess[] = [];

beforeAll(async () => {
  chain = await startChain();
});

afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await chain?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(env: { [name: string]: string }): Promise<Process> {
  const chains = `${chain.chainId}=${chain.rpcUrl}`;
  const plane = await startProcess({ BARDO_CHAINS: chains, BARDO_RELAY_KEY: relayKey, ...env });
  started.push(plane.child);
  return plane;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every route; each test knows its own
type Answer = { status: number; body: any; headers: Headers };

async function ask(url: string, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    ...init,
    headers: { origin: ORIGIN, 'content-type': 'application/json', ...init.headers },
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

const post = (url: string, path: string, cookie: string, body: unknown) =>
  ask(url, path, { method: 'POST', headers: { cookie }, body: JSON.stringify(body) });

const present = (url: string, token: string) =>
  ask(url, '/api/snap/status', { headers: { authorization: `Bearer ${token}` } });

async function signIn(url: string, account: PrivateKeyAccount): Promise<string> {
  const { body } = await ask(url, '/api/auth/nonce');
  const now = Math.floor(Date.now() / 1000);
  const message = signInMessage(account, { nonce: body.nonce, chainId: chain.chainId, now });
  const signature = await account.signMessage({ message });
  const { headers } = await post(url, '/api/auth/session', '', { message, signature });
  return headers.get('set-cookie')?.split(';')[0] ?? '';
}

const aGolem = (id: string) => ({ id, name: id, chainId: 84_532, guardian: null, policyTier: 1 });

describe('a process on a folder', () => {
  let plane: Process;
  let token: string;
  let cookie: string;

  beforeAll(async () => {
    plane = await start({ BARDO_DATA: folder });
    cookie = await signIn(plane.url, owner);
    token = (await post(plane.url, '/api/tokens', cookie, {})).body.token;
  });

  it('refuses a second one by name', async () => {
    await expect(start({ BARDO_DATA: folder })).rejects.toThrow(
      `is in use by process ${plane.child.pid} since`,
    );
  });

  it('says nothing secret, and ends when asked', async () => {
    const { body: status } = await present(plane.url, token);
    await ask(plane.url, `/api/snap/status?since=${token}`);
    await post(plane.url, '/api/grants', cookie, { golem: 'x', context: relayKey });
    plane.child.kill('SIGTERM');
    await once(plane.child, 'close');

    const output = plane.output();

    const lines = output.trim().split('\n');
    expect(lines.every((line) => JSON.parse(line).event)).toBe(true);
    expect(output).toContain('"route":"/api/snap/status"');
    const secrets = [token, status.nextToken, relayKey.slice(2), `${cookie.split('=')[1]}`];
    for (const secret of secrets) expect(output).not.toContain(secret);
    expect(output).not.toContain(chain.rpcUrl);
  });
});

describe.runIf(hasPostgres())('two processes on one PostgreSQL', () => {
  let database: Database;
  let planes: [Process, Process];

  beforeAll(async () => {
    database = await startDatabase();
    const env = { DATABASE_URL: database.url };
    planes = await Promise.all([start(env), start(env)]);
  });
  afterAll(async () => {
    await Promise.all((planes ?? []).map(kill));
    await database?.stop();
  });

  it('serve the same owner, races of rotation included', async () => {
    const [one, two] = planes;
    const cookie = await signIn(one.url, owner);
    let { token } = (await post(two.url, '/api/tokens', cookie, {})).body;
    await post(one.url, '/api/golems', cookie, aGolem('shared'));

    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all([one, two, one, two].map(({ url }) => present(url, token)));
      const next = new Set(answers.map(({ body }) => body.nextToken));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(next.size).toBe(1);
      [token] = [...next];
    }

    const { body } = await present(two.url, token);
    expect(body.golems.map(({ id }: { id: string }) => id)).toEqual(['shared']);
  });

  it('answer for their health', async () => {
    // Of now, whatever the machine was busy with; and one of the two leads and has read it before long.
    await chain.cheat('evm_mine', []);
    const health = async () => (await ask(planes[1].url, '/api/health')).body;

    await expect
      .poll(health)
      .toMatchObject({ ok: true, store: 'postgres', chains: [{ chainId: 84_532 }] });
  });
});
