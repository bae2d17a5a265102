// The example of the README lives a whole life, and nothing it prints, sends or tells holds a key.
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format, inspect } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Chain, startChain } from '../../site/world/chain/chain';
import { SessionKey } from '../../src/agent/key/session-key';
import type { Vitals } from '../../src/agent/life/golem';
import { type AgentEvent, createEvents } from '../../src/agent/store/events';
import { live } from './example-golem';
import { aPlane } from './plane';
import { aStage, PAYEE, register } from './stage';

let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain?.stop());

it('is the one in the README', () => {
  const example = readFileSync('test/agent/example-golem.ts', 'utf8').trim();
  const published = example.replace("'../../src/agent/index'", "'@bardo/snap/agent'");

  expect(readFileSync('src/agent/README.md', 'utf8')).toContain(published);
});

it('lives, spends, declines and dies, and never shows its key', async () => {
  const printed: string[] = [];
  const secrets: string[] = [];
  const capture = (...words: unknown[]) => void printed.push(format(...words));
  for (const level of ['debug', 'log', 'info', 'warn', 'error', 'trace'] as const) {
    vi.spyOn(console, level).mockImplementation(capture);
  }
  const generate = SessionKey.generate.bind(SessionKey);
  vi.spyOn(SessionKey, 'generate').mockImplementation((options) => {
    const key = generate(options);
    key.expose((bytes) => secrets.push(Buffer.from(bytes).toString('hex')));
    return key;
  });
  const stage = await aStage(chain);
  const plane = await aPlane();
  const told: AgentEvent[] = [];
  const events = createEvents();
  events.onAny((event) => {
    told.push(event);
    console.log('%o %j', event, event);
  });
  const vitals: Vitals = { phase: 'thriving', vitality: 9000 };
  const home = {
    id: stage.golem,
    owner: stage.owner.address,
    payees: [PAYEE],
    rpcUrl: chain.rpcUrl,
    planeUrl: plane.url,
    folder: mkdtempSync(join(tmpdir(), 'bardo-example-')),
  };

  const life = live(home, () => vitals, events);
  await expect.poll(() => plane.said.runway?.state).toBe('open');
  const key = plane.said.runway?.sessionKey as `0x${string}`;
  await stage.fund(key, '0.1');
  await register(stage, key);
  const context = await stage.lease(await stage.grant(), key);
  plane.said.keys.push(key);
  plane.said.contexts.push({ permission: 'p-1', chainId: chain.chainId, context });
  plane.said.runway = { ...plane.said.runway!, state: 'granted', permission: 'p-1' };
  const before = await stage.usdcOf(PAYEE);
  await expect.poll(() => stage.usdcOf(PAYEE)).toBeGreaterThan(before);
  vitals.phase = 'terminal';
  await life;
  vi.restoreAllMocks();
  await plane.close();

  const names = told.map(({ name }) => name);
  expect(plane.said.runway?.payees).toEqual([PAYEE]);
  expect(names.slice(0, 3)).toEqual(['key:generated', 'tool:start', 'tool:progress']);
  expect(names).toEqual(expect.arrayContaining(['heartbeat:sent', 'key:revoked', 'death:step']));
  expect(await stage.usdcOf(key)).toBe(0n);
  expect(plane.heard.at(-1)).toMatchObject({ route: 'heartbeat', body: { phase: 4 } });
  // Besides its events it printed what its owner compares.
  expect(printed).toHaveLength(told.length + 1);
  const introduction = printed.find((line) => line.startsWith('Atlas asks with the key'));
  expect(introduction?.toLowerCase()).toContain(`the key ${key}`);
  expect(introduction).toContain('Code: 0x');
  expect(introduction).toContain(`Answer at ${plane.url}/`);
  expect(secrets).toHaveLength(1);
  const everything = [
    ...printed,
    inspect(plane.heard, { depth: 9 }),
    inspect(told, { depth: 9 }),
  ].join('');
  expect(everything).toContain(stage.golem);
  for (const secret of secrets) {
    expect(everything.toLowerCase()).not.toContain(secret);
    expect(everything).not.toContain([...Buffer.from(secret, 'hex')].slice(0, 8).join(', '));
    expect(everything).not.toContain(Buffer.from(secret, 'hex').toString('base64'));
  }
});
