// The example of the README lives a whole life, and nothing it prints, sends, keeps or tells holds a key. As a real process it is
// killed at step after step and started again: it comes to the same end. EXAMPLE_KILLS and EXAMPLE_SEED choose how often and where.
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format, inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Chain, startChain } from '../../site/world/chain/chain';
import { SessionKey } from '../../src/agent/key/session-key';
import type { Vitals } from '../../src/agent/life/golem';
import { type AgentEvent, createEvents } from '../../src/agent/store/events';
import type { HeartbeatBody } from '../../src/core/protocol/agent-shapes';
import type { RunwayAskBody } from '../../src/core/protocol/runway-shapes';
import { sharesOf } from '../vectors/dice';
import { live } from './example-golem';
import { aMortal, type Mortal } from './mortal';
import type { MortalLife } from './mortal-example';
import { aPlane, type LoopbackPlane } from './plane';
import { aStage, PAYEE, register, type Stage, USDC } from './stage';

const KILLS = Number(process.env.EXAMPLE_KILLS ?? 8);
const SEED = Number(process.env.EXAMPLE_SEED ?? Date.now() % 1_000_000);
const PASSPHRASE = 'correct horse battery';

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
    passphrase: PASSPHRASE,
    bill: () => 'the one bill',
  };

  const life = live(home, () => vitals, events);
  const key = await answered(stage, plane);
  const before = await stage.usdcOf(PAYEE);
  await expect.poll(() => stage.usdcOf(PAYEE)).toBeGreaterThan(before);
  vitals.phase = 'terminal';
  await life;
  vi.restoreAllMocks();
  await plane.close();

  const names = told.map(({ name }) => name);
  expect(plane.said.runway?.payees).toEqual([PAYEE]);
  expect(names[0]).toBe('key:generated');
  expect(names.filter((name) => name.startsWith('tool:'))[0]).toBe('tool:start');
  expect(names).toEqual(
    expect.arrayContaining([
      'golem:resumed',
      'request:waiting',
      'heartbeat:sent',
      'death:completed',
    ]),
  );
  expect(await stage.usdcOf(key)).toBe(0n);
  expect(plane.heard.at(-1)).toMatchObject({ route: 'heartbeat', body: { phase: 4 } });
  // Besides its events it printed what its owner compares.
  expect(printed).toHaveLength(told.length + 1);
  const introduction = printed.find((line) => line.startsWith('Atlas asks with the key'));
  expect(introduction?.toLowerCase()).toContain(`the key ${key}`);
  expect(introduction).toContain(`Code: ${plane.said.runway?.code}`);
  expect(introduction).toContain(`Answer at ${plane.url}/request/`);
  expect(secrets).toHaveLength(1);
  const kept = readdirSync(home.folder).map((file) =>
    readFileSync(join(home.folder, file), 'utf8'),
  );
  const everything = [
    ...printed,
    ...kept,
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

/** The owner's page, guardian and wallet answer the request that stands there. */
async function answered(stage: Stage, plane: LoopbackPlane): Promise<`0x${string}`> {
  await expect.poll(() => plane.said.runway?.state).toBe('open');
  const { runway } = plane.said;
  if (!runway) throw new Error('Nothing was asked for.');
  const key = runway.sessionKey;
  await stage.fund(key, '0.1');
  await register(stage, key);
  const context = await stage.lease(await stage.grant(), key);
  plane.said.keys.push(key);
  plane.said.contexts.push({ permission: 'p-1', chainId: chain.chainId, context });
  plane.said.runway = { ...runway, state: 'granted', permission: 'p-1' };
  return key;
}

describe('killed and started again', () => {
  const BILLS = 3;
  const random = sharesOf(SEED);
  let mortal: Mortal<MortalLife>;
  beforeAll(async () => {
    mortal = await aMortal<MortalLife>('test/agent/mortal-example.ts');
  });
  afterAll(() => mortal?.clear());

  it(
    `comes to the same end, pays each bill once and numbers no heartbeat twice (seed ${SEED})`,
    async () => {
      console.log(`example: EXAMPLE_SEED=${SEED} EXAMPLE_KILLS=${KILLS}`);
      const stage = await aStage(chain);
      const plane = await aPlane();
      const folder = mkdtempSync(join(tmpdir(), 'bardo-killed-'));
      const place = { rpcUrl: chain.rpcUrl, planeUrl: plane.url, folder, passphrase: PASSPHRASE };
      const who = { id: stage.golem, owner: stage.owner.address, payees: [PAYEE] };
      const home = { ...who, ...place };
      const before = await stage.usdcOf(PAYEE);
      const owner = answered(stage, plane);
      let lives = 0;
      let ended = false;

      // Early steps first: there the most is begun and the least is written down.
      for (; !ended && lives < KILLS; lives += 1) {
        const killAt = 1 + Math.floor(random() ** 2 * (lives < 3 ? 30 : 250));
        ended = (await mortal.live({ home, bills: BILLS, killAt })).ended;
      }
      const last = ended ? null : await mortal.live({ home, bills: BILLS, killAt: null });
      expect([last?.ended ?? true, last?.said]).toMatchObject([true, expect.anything()]);
      const key = await owner;

      expect((await stage.usdcOf(PAYEE)) - before).toBe((BigInt(BILLS) * USDC) / 4n);
      const asked = plane.posted.filter(({ route }) => route === 'askRunway');
      const nonces = new Set(asked.map(({ body }) => (body as RunwayAskBody).nonce));
      expect(nonces.size).toBe(1);
      const numbers = plane.posted
        .filter(({ route }) => route === 'heartbeat')
        .map(({ body }) => (body as HeartbeatBody).sequence);
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(plane.heard.at(-1)).toMatchObject({ route: 'heartbeat', body: { phase: 4 } });
      expect(await stage.link.client.getBalance({ address: key })).toBeLessThan(10n ** 15n);
      const kept = JSON.parse(readFileSync(join(folder, 'session-key.json'), 'utf8'));
      expect(Object.keys(kept)).toEqual(['records']);
      // What is dead is not born again.
      const again = await mortal.live({ home, bills: BILLS, killAt: null });
      expect(again).toMatchObject({ ended: true, said: '' });
      expect(again.steps).toBeLessThan(20);
      await plane.close();
      // As many lives as were asked for.
    },
    Math.max(300_000, KILLS * 15_000),
  );
});
