// Processes that are killed while they send: nothing arrives twice, and what nobody knows is said to be unknown.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { type Guest, guestOf } from '../house';
import { expectOk } from '../people';
import { hasPostgres, startDatabase } from '../postgres';
import { kill, type Process, startProcess } from '../process';
import { fine, openReceiver, type Receiver, silent } from './receiver';

let chain: Chain;
let receiver: Receiver;
const folder = mkdtempSync(join(tmpdir(), 'bardo-killed-'));
const running: Process[] = [];

beforeAll(async () => {
  [chain, receiver] = await Promise.all([startChain(), openReceiver()]);
});

afterAll(async () => {
  for (const one of running) await kill(one);
  await Promise.all([receiver?.stop(), chain?.stop()]);
  rmSync(folder, { recursive: true });
});

async function started(env: { [name: string]: string }): Promise<Process> {
  const chains = `${chain.chainId}=${chain.rpcUrl}`;
  const all = { BARDO_CHAINS: chains, BARDO_ALERTS_LOOPBACK: '1', BARDO_SITE: '/nowhere', ...env };
  const one = await startProcess(all);
  running.push(one);
  return one;
}

/** An owner with a target, wherever it is asked. */
async function anOwner(url: () => string) {
  const guest = guestOf(url, chain.chainId);
  const cookie = await guest.signIn(privateKeyToAccount(generatePrivateKey()));
  const as: Guest['ask'] = (name, asking = {}) => guest.ask(name, { cookie, ...asking });
  const body = { kind: 'webhook', label: 'Mine', url: receiver.url };
  const { target } = (await expectOk(as('addTarget', { body }))).body;
  const test = async (): Promise<string> =>
    (await expectOk(as('testTarget', { id: target.id, body: {} }))).body.delivery;
  const stateOf = async (id: string): Promise<string> => {
    const { body: told } = await expectOk(as('alerts'));
    return told.deliveries.find((one: { id: string }) => one.id === id)?.state;
  };
  return { test, stateOf };
}

const times = (id: string) =>
  receiver.received.filter(({ headers }) => headers['idempotency-key'] === id).length;

it('On PGlite, what was under way when it was killed is unknown after the next start', async () => {
  let plane = await started({ BARDO_DATA: folder });
  const { test, stateOf } = await anOwner(() => plane.url);
  receiver.answer = silent;
  const id = await test();
  await expect.poll(() => times(id), { interval: 20 }).toBe(1);
  await kill(plane);
  receiver.answer = fine;
  plane = await started({ BARDO_DATA: folder });

  await expect.poll(() => stateOf(id), { interval: 100 }).toBe('unknown');
  const next = await test();
  await expect.poll(() => stateOf(next), { interval: 100 }).toBe('delivered');
  expect([times(id), times(next)]).toEqual([1, 1]);
  await kill(plane);
});

it.skipIf(!hasPostgres())('On PostgreSQL, who takes over sends nothing again', async () => {
  const database = await startDatabase();
  const env = { DATABASE_URL: database.url, BARDO_SECRET: 'one secret for both of them' };
  const both = [await started(env), await started(env)] as const;
  const leads = async ({ url }: Process) => {
    const answer = await guestOf(() => url, chain.chainId).ask('health');
    return answer.body.leader?.here === true;
  };
  await expect
    .poll(async () => (await Promise.all(both.map(leads))).filter(Boolean).length)
    .toBe(1);
  const [leader, other] = (await leads(both[0])) ? both : [both[1], both[0]];
  // Asked of the one that does not lead: the leader sends all the same.
  const { test, stateOf } = await anOwner(() => other.url);
  const first = await test();
  await expect.poll(() => stateOf(first), { interval: 100 }).toBe('delivered');

  receiver.answer = silent;
  const second = await test();
  await expect.poll(() => times(second), { interval: 20 }).toBe(1);
  await kill(leader);
  receiver.answer = fine;

  await expect.poll(() => stateOf(second), { interval: 100 }).toBe('unknown');
  const third = await test();
  await expect.poll(() => stateOf(third), { interval: 100 }).toBe('delivered');
  expect([first, second, third].map(times)).toEqual([1, 1, 1]);
  await kill(other);
  await database.stop();
});
