// The control plane for tests: the real app without sockets, on a store and a chain of the test's own.
import { randomBytes } from 'node:crypto';
import { type Address, type Hex, zeroAddress } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { createApp } from '../../site/api/app';
import { jsonLog } from '../../site/api/plane/log';
import { type Running, startPlane } from '../../site/api/start';
import type { Store } from '../../site/api/store/store';
import { signInMessage } from '../../site/world/people/sign-in';
import { agentHeader, agentTypedData } from '../../src/core/protocol/agent-request';
import { ROUTES, type RouteName } from '../../src/core/protocol/api';
import { check } from '../../src/core/protocol/check';

export const ORIGIN = 'http://localhost:3003';
export const SECRET = 'the secret of the test house';

// biome-ignore lint/suspicious/noExplicitAny: answers of every route; each test knows its own
export type Answer = { status: number; body: any; headers: Headers };
export type Asking = {
  id?: string;
  /** The owner that the path names. */
  whose?: string;
  body?: unknown;
  query?: string;
  cookie?: string;
  token?: string;
  /** A Golem's key, and whose name it uses. */
  agent?: {
    account: PrivateKeyAccount;
    owner: Address;
    golem: string;
    chainId?: number;
    issuedAt?: number;
  };
  headers?: { [name: string]: string };
};

/** Who asks the routes, wherever they are answered. */
export type Guest = {
  ask: (name: RouteName, asking?: Asking) => Promise<Answer>;
  /** Resolves to the cookie. */
  signIn: (owner: PrivateKeyAccount) => Promise<string>;
};

export type House = Running &
  Guest & {
    app: ReturnType<typeof createApp>;
    log: string[];
    /** Seconds added to the real clock, or to the moment at which it was stopped. */
    clock: { ahead: number; stoppedAt?: number };
    relay: PrivateKeyAccount;
  };

export type Built = {
  store: Store;
  chain: { rpcUrl: string; chainId: number };
  /** Alerts may go to this computer. */
  loopbackTargets?: boolean;
};

export async function openHouse({ store, chain, ...more }: Built, perMinute = 0): Promise<House> {
  const log: string[] = [];
  const clock: House['clock'] = { ahead: 0 };
  const now = () => (clock.stoppedAt ?? Math.floor(Date.now() / 1000)) + clock.ahead;
  const relayKey = generatePrivateKey();
  const running = await startPlane({
    origins: [ORIGIN],
    chains: [{ chainId: chain.chainId, rpcUrl: chain.rpcUrl, fromBlock: 0 }],
    relayKey,
    secret: SECRET,
    perMinute,
    store,
    loopback: true,
    // No test asks for a name.
    ways: { resolve: async () => [] },
    now,
    log: jsonLog((line) => log.push(line), now),
    ...more,
  });
  const app = createApp(running.plane);
  const send = (path: string, init: RequestInit) =>
    app.request(`http://localhost:3004${path}`, init);
  const ask: House['ask'] = async (name, asking = {}) => {
    const { path, init } = await requestOf(name, asking, now());
    const response = await send(path, init);
    const body = await response.json();
    // Whatever a route answers with success is what the protocol says it answers.
    const read = response.ok ? check(body, ROUTES[name].response) : { ok: true as const };
    if (!read.ok) throw new Error(`${name} answers something else: ${read.path.join('.')}`);
    return { status: response.status, body, headers: response.headers };
  };
  const signIn = signInBy(ask, chain.chainId, now);
  return { ...running, app, ask, signIn, log, clock, relay: privateKeyToAccount(relayKey) };
}

/** The same questions to a process elsewhere; throws when there is no answer. */
export function guestOf(url: () => string, chainId: number): Guest {
  const ask: House['ask'] = async (name, asking = {}) => {
    const { path, init } = await requestOf(name, asking, Math.floor(Date.now() / 1000));
    const response = await fetch(`${url()}${path}`, {
      ...init,
      signal: AbortSignal.timeout(20_000),
    });
    return { status: response.status, body: await response.json(), headers: response.headers };
  };
  return { ask, signIn: signInBy(ask, chainId, () => Math.floor(Date.now() / 1000)) };
}

function signInBy(ask: House['ask'], chainId: number, now: () => number): House['signIn'] {
  return async (owner) => {
    const { body } = await ask('nonce');
    const message = signInMessage(owner, { nonce: body.nonce, chainId, now: now() });
    const signature = await owner.signMessage({ message });
    const answer = await ask('signIn', { body: { message, signature } });
    return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  };
}

async function requestOf(name: RouteName, asking: Asking, now: number) {
  const { method, path: pattern, auth } = ROUTES[name];
  const path = `${pattern.replace(':id', asking.id ?? 'atlas').replace(':owner', asking.whose ?? zeroAddress)}${asking.query ?? ''}`;
  const text = asking.body === undefined || method !== 'POST' ? '' : JSON.stringify(asking.body);
  const headers: { [name: string]: string } = { origin: ORIGIN };
  if (method === 'POST') headers['content-type'] = 'application/json';
  if (asking.cookie) headers.cookie = asking.cookie;
  if (asking.token) headers.authorization = `Bearer ${asking.token}`;
  if (asking.agent && auth === 'agent') {
    const { account, owner, golem, chainId = 84_532, issuedAt = now } = asking.agent;
    const nonce: Hex = `0x${randomBytes(32).toString('hex')}`;
    const claim = { owner, golem, chainId, sessionKey: account.address, issuedAt, nonce };
    const typed = agentTypedData(claim, { audience: ORIGIN, method, path, body: text });
    headers.authorization = agentHeader(claim, await account.signTypedData(typed));
  }
  const all = { ...headers, ...asking.headers };
  const init: RequestInit = { method, headers: all, ...(text === '' ? {} : { body: text }) };
  return { path, init };
}
