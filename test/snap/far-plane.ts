// The real control plane in a process of its own, on the far world's chain, and what a site does with it.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PrivateKeyAccount } from 'viem/accounts';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
import { freePort } from '../../site/world/chain/free-port';
import { ROUTES, type RouteName } from '../../src/core/protocol/api';
import type { FarWorld } from './far-world';

// biome-ignore lint/suspicious/noExplicitAny: answers of every route; each test knows its own
type Answer = { status: number; body: any };

export type FarPlane = {
  port: number;
  ask: (
    name: RouteName,
    asking?: { id?: string; body?: unknown; cookie?: string; token?: string },
  ) => Promise<Answer>;
  /** Resolves to the cookie. */
  signIn: (owner: PrivateKeyAccount) => Promise<string>;
  /** Without money the relay sends nothing. */
  payRelay: (wei?: bigint) => Promise<void>;
  /** It takes connections and answers nobody, until it goes on. */
  freeze: (frozen: boolean) => void;
  stop: () => Promise<void>;
};

export async function startFarPlane(chain: FarWorld): Promise<FarPlane> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'bardo-plane-'));
  const relayKey = generatePrivateKey();
  const origin = `http://localhost:${port}`;
  const child = spawn('node', ['--import', 'tsx', 'site/api/server.ts'], {
    env: {
      ...process.env,
      BARDO_PORT: `${port}`,
      BARDO_ORIGINS: origin,
      BARDO_DATA: folder,
      BARDO_CHAINS: `${chain.chainId}=${chain.rpcUrl}`,
      BARDO_RELAY_KEY: relayKey,
      BARDO_SECRET: 'the secret of the far plane',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ask = askAt(origin);
  await answering(child, ask);
  return {
    port,
    ask,
    signIn: (owner) => signIn(owner, ask, { origin, chainId: chain.chainId }),
    payRelay: async (wei = 10n ** 18n) => {
      const balance = `0x${wei.toString(16)}`;
      await chain.node('anvil_setBalance', [privateKeyToAddress(relayKey), balance]);
    },
    freeze: (frozen) => void child.kill(frozen ? 'SIGSTOP' : 'SIGCONT'),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => {
          rmSync(folder, { recursive: true, force: true });
          resolve();
        });
        child.kill('SIGTERM');
      }),
  };
}

let cookie = '';

function askAt(origin: string): FarPlane['ask'] {
  return async (name, asking = {}) => {
    const { method, path } = ROUTES[name];
    const headers: { [name: string]: string } = { origin };
    if (asking.cookie) headers.cookie = asking.cookie;
    if (asking.token) headers.authorization = `Bearer ${asking.token}`;
    if (method === 'POST') headers['content-type'] = 'application/json';
    const body = method === 'POST' ? JSON.stringify(asking.body ?? {}) : undefined;
    const url = `${origin}${path.replace(':id', asking.id ?? '')}`;
    const response = await fetch(url, { method, headers, ...(body ? { body } : {}) });
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    return { status: response.status, body: await response.json() };
  };
}

async function signIn(
  owner: PrivateKeyAccount,
  ask: FarPlane['ask'],
  { origin, chainId }: { origin: string; chainId: number },
): Promise<string> {
  const { body } = await ask('nonce');
  const now = Date.now();
  const message = createSiweMessage({
    address: owner.address,
    chainId,
    domain: new URL(origin).host,
    uri: origin,
    nonce: body.nonce,
    version: '1',
    issuedAt: new Date(now),
    expirationTime: new Date(now + 300_000),
  });
  const signature = await owner.signMessage({ message });
  const answer = await ask('signIn', { body: { message, signature } });
  if (answer.status !== 200) throw new Error(`sign-in: ${JSON.stringify(answer.body)}`);
  return cookie;
}

async function answering(child: ChildProcess, ask: FarPlane['ask']): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`the plane ended with ${child.exitCode}`);
    const up = await ask('health').catch(() => null);
    if (up?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the plane did not answer within a minute');
}
