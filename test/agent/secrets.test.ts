// A life in which everything goes wrong, with all it prints, tells and throws searched for its keys.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format, inspect } from 'node:util';
import { afterEach, expect, it, vi } from 'vitest';
import { connectChain } from '../../src/agent/chain/chain';
import type { SessionKey } from '../../src/agent/key/session-key';
import { loadSessionKey, saveSessionKey } from '../../src/agent/key/session-key-file';
import { die } from '../../src/agent/life/death';
import { createGolem } from '../../src/agent/life/golem';
import { Heartbeat } from '../../src/agent/life/heartbeat-loop';
import { connectPlane } from '../../src/agent/life/plane';
import { rotateStep } from '../../src/agent/life/rotation';
import { type AgentEvent, createEvents } from '../../src/agent/store/events';
import { createTools } from '../../src/agent/tools/tools';

afterEach(() => vi.restoreAllMocks());

const PASSPHRASE = 'correct horse battery';
/** Nobody listens there. */
const NOWHERE = 'http://127.0.0.1:1';
const OWNER = `0x${'0a'.repeat(20)}` as const;

/** Everything that reaches a terminal or a log. */
function captured(): string[] {
  const printed: string[] = [];
  for (const level of ['debug', 'log', 'info', 'warn', 'error', 'trace'] as const) {
    vi.spyOn(console, level).mockImplementation((...words) => void printed.push(format(...words)));
  }
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((chunk) => printed.push(`${chunk}`) > 0);
  }
  return printed;
}

function spellings(key: SessionKey): string[] {
  const bytes = key.expose((held) => Buffer.from(held));
  const decimal = BigInt(`0x${bytes.toString('hex')}`).toString();
  const list = [...bytes].slice(0, 8);
  return [
    bytes.toString('hex'),
    bytes.toString('base64'),
    decimal,
    list.join(','),
    list.join(', '),
  ];
}

function everythingOf(error: unknown): string {
  const { stack = '', cause } = error as Error;
  return [`${error}`, stack, inspect(error, { depth: 9, showHidden: true }), inspect(cause)].join();
}

it('shows no key in output, events, errors or its file, when node, plane and caller all fail', async () => {
  const printed = captured();
  const events = createEvents();
  const told: AgentEvent[] = [];
  events.onAny((event) => {
    told.push(event);
    console.log('%o %j', event, event);
    process.stderr.write(`${inspect(event, { depth: 9 })}\n`);
    throw new Error('a log that breaks');
  });
  const chain = connectChain({ rpcUrl: NOWHERE, chainId: 84_532, timeoutMs: 300 });
  const golem = createGolem({
    ...{ id: 'atlas', name: 'Atlas', owner: OWNER, chain, events },
    plane: connectPlane({ url: NOWHERE, deadlineMs: 300 }),
    vitals: () => ({ phase: 'thriving', vitality: 9000 }),
    sequence: { last: 0, save: () => undefined },
  });
  const tools = createTools({ golems: [golem] }, { pollMs: 10 });
  const folder = mkdtempSync(join(tmpdir(), 'bardo-secrets-'));
  const file = join(folder, 'session-key.json');
  const account = golem.key.account();
  const acts: (() => Promise<unknown>)[] = [
    () => golem.key.sign('0x1234'),
    () => account.signTransaction({ type: 'eip1559', chainId: -1, to: '0x12' }),
    () => account.signTypedData({ domain: {}, types: {}, primaryType: 'No', message: {} } as never),
    () => golem.sender.send({ to: OWNER }),
    () => new Heartbeat(golem, { intervalSeconds: 1, onStop: () => undefined }).beat(),
    () => rotateStep(golem),
    () => saveSessionKey(golem.key, join(folder, 'none', 'key.json'), PASSPHRASE),
    () => saveSessionKey(golem.key, file, 'short'),
    () => saveSessionKey(golem.key, file, PASSPHRASE),
    () => loadSessionKey(file, 'another passphrase', { events, now: () => 0 }),
    () => tools.metamask_request_runway({ golems: ['atlas'], daily_cap_usdc: 1, duration_days: 1 }),
    () => tools.metamask_redeem_runway({ golem_id: 'atlas' }),
    () => tools.metamask_check_permission_health({ golem_id: 'atlas' }),
    () => die(golem, { reason: 'terminal', attempts: 1 }),
  ];
  const shown: string[] = [];
  for (const act of acts) {
    await Promise.resolve()
      .then(act)
      .then(
        (result) => shown.push(inspect(result, { depth: 9, showHidden: true })),
        (error: unknown) => shown.push(everythingOf(error)),
      );
  }
  const next = golem.pendingKey as SessionKey;
  const secrets = [golem.key, next].flatMap(spellings);
  shown.push(inspect(golem, { depth: 6, showHidden: true }), readFileSync(file, 'utf8'));
  golem.key.destroy('terminal');
  await golem.key.sign(`0x${'00'.repeat(32)}`).catch((error) => shown.push(everythingOf(error)));
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });

  expect(told.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['key:generated', 'key:rotation-triggered', 'tool:failed']),
  );
  expect(printed.length).toBeGreaterThan(told.length);
  const everything = [...printed, ...shown, inspect(told, { depth: 9 })].join('\n');
  for (const address of [golem.key.address, next.address]) expect(everything).toContain(address);
  for (const secret of secrets) {
    expect(everything.includes(secret)).toBe(false);
    expect(everything.toLowerCase().includes(secret.toLowerCase())).toBe(false);
  }
});
