import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format, inspect } from 'node:util';
import { type Hex, hashMessage, recoverAddress, toHex } from 'viem';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SessionKey, SessionKeyDestroyed } from '../../../src/agent/key/session-key';
import { loadSessionKey, saveSessionKey } from '../../../src/agent/key/session-key-file';
import { type AgentEvent, createEvents } from '../../../src/agent/store/events';

const START = 1_790_000_000;
const PASSPHRASE = 'correct horse battery';
let now = START;
let seen: AgentEvent[] = [];

const options = () => {
  const events = createEvents();
  events.onAny((event) => seen.push(event));
  return { events, now: () => now };
};
const names = () => seen.map(({ name }) => name);
const secretOf = (key: SessionKey): Hex => key.expose((bytes) => toHex(bytes));

beforeEach(() => {
  now = START;
  seen = [];
});

it('signs as its address and counts what it signs', async () => {
  const key = SessionKey.generate(options());
  const hash = hashMessage('I live');

  const signature = await key.sign(hash);

  expect(await recoverAddress({ hash, signature })).toBe(key.address);
  expect(key.operations).toBe(1);
  expect(names()).toEqual(['key:generated', 'key:operation-signed']);
});

it('wants rotation after 10,000 operations, after 7 days, and when its budget is used up', async () => {
  const key = SessionKey.generate(options());
  expect(key.rotationDue()).toBeNull();

  key.setBudget({ total: 100n, left: 0n });
  expect(key.rotationDue()).toBe('budget');

  now = START + 7 * 86_400 - 1;
  key.setBudget({ total: 100n, left: 1n });
  expect(key.rotationDue()).toBeNull();
  now += 1;
  expect(key.rotationDue()).toBe('age');

  const used = key.expose((bytes) =>
    SessionKey.restore(bytes.slice(), { createdAt: now, operations: 9_999 }, options()),
  );
  expect(used.rotationDue()).toBeNull();
  await used.sign(hashMessage('one more'));
  expect(used.rotationDue()).toBe('operations');
});

it('warns once when less than a tenth of its budget is left', async () => {
  const key = SessionKey.generate(options());
  key.setBudget({ total: 1_000n, left: 100n });
  key.setBudget({ total: 1_000n, left: 99n });
  key.setBudget({ total: 1_000n, left: 50n });

  const warnings = seen.filter(({ name }) => name === 'key:budget-warning');
  expect(warnings).toHaveLength(1);
  expect(warnings[0]?.payload).toMatchObject({ remainingPercent: 9.9 });
});

it('leaves the old key working until its successor has a lease', async () => {
  const key = SessionKey.generate(options());

  const next = key.successor('age');

  expect(next.address).not.toBe(key.address);
  await expect(key.sign(hashMessage('still here'))).resolves.toMatch(/^0x/);
  const event = seen.find(({ name }) => name === 'key:rotation-triggered');
  expect(event?.payload).toEqual({
    reason: 'age',
    oldAddress: key.address,
    newAddress: next.address,
  });
});

it('is zeros once destroyed, and signs nothing more', async () => {
  const key = SessionKey.generate(options());
  let held = new Uint8Array();
  key.expose((bytes) => {
    held = bytes as Uint8Array<ArrayBuffer>;
  });
  const account = key.account();

  key.destroy('terminal');
  key.destroy('terminal');

  expect(held).toEqual(new Uint8Array(32));
  await expect(key.sign(hashMessage('x'))).rejects.toThrow(SessionKeyDestroyed);
  await expect(account.signMessage({ message: 'x' })).rejects.toThrow('signs nothing more');
  expect(() => key.successor('age')).toThrow(SessionKeyDestroyed);
  expect(() => key.expose(() => 0)).toThrow(SessionKeyDestroyed);
  expect(names().filter((name) => name === 'key:revoked')).toHaveLength(1);
});

it('shows its address and never its bytes, however it is printed', () => {
  const key = SessionKey.generate(options());
  const secret = secretOf(key).slice(2);
  const printed = [
    String(key),
    `${key}`,
    JSON.stringify({ key }),
    JSON.stringify(key.account()),
    inspect(key, { showHidden: true, depth: 9 }),
    inspect({ nested: [key] }, { depth: 9, getters: true }),
    inspect(key.account(), { showHidden: true, depth: 9, getters: true }),
    format('%s %o %O %j', key, key, key, key),
    String(new SessionKeyDestroyed(key.address).stack),
    JSON.stringify(Object.getOwnPropertyDescriptors(key)),
  ].join('\n');

  expect(printed).toContain(key.address);
  expect(printed.toLowerCase()).not.toContain(secret);
  expect(printed).not.toContain([...Buffer.from(secret, 'hex')].slice(0, 6).join(','));
  expect(() => structuredClone(key)).not.toThrow();
  expect(inspect(structuredClone(key))).not.toContain(secret);
});

describe('an encrypted key file', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bardo-key-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('brings back the same key, its age and its count, for its owner’s eyes only', async () => {
    const key = SessionKey.generate(options());
    await key.sign(hashMessage('once'));
    const file = join(folder, 'session-key.json');

    await saveSessionKey(key, file, PASSPHRASE);
    now += 100;
    const again = await loadSessionKey(file, PASSPHRASE, options());

    expect(again.toJSON()).toEqual(key.toJSON());
    expect(secretOf(again)).toBe(secretOf(key));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    // Who opened it has it, until the process ends.
    expect(readdirSync(folder)).toEqual(['session-key.json', 'session-key.json.lock']);
    expect(readFileSync(file, 'utf8')).not.toContain(secretOf(key).slice(2));
  });

  it('says so when the passphrase is wrong, the file was changed or is something else', async () => {
    const key = SessionKey.generate(options());
    const file = join(folder, 'session-key.json');
    await saveSessionKey(key, file, PASSPHRASE);

    await expect(loadSessionKey(file, 'another passphrase', options())).rejects.toThrow(
      'does not open: the passphrase is wrong, or the file was changed',
    );
    const changed = readFileSync(file, 'utf8').replace('"operations": 0', '"operations": 1');
    writeFileSync(file, changed);
    await expect(loadSessionKey(file, PASSPHRASE, options())).rejects.toThrow('does not open');
    writeFileSync(file, '{"version": 2}');
    await expect(loadSessionKey(file, PASSPHRASE, options())).rejects.toThrow(
      'is not a session key file of version 1',
    );
    await expect(saveSessionKey(key, file, 'short')).rejects.toThrow('too short');
  });

  it('keeps the old file when a new one cannot be written', async () => {
    const key = SessionKey.generate(options());
    const file = join(folder, 'session-key.json');
    writeFileSync(file, 'the old one');
    key.destroy('rotated');

    await expect(saveSessionKey(key, file, PASSPHRASE)).rejects.toThrow(SessionKeyDestroyed);

    expect(readFileSync(file, 'utf8')).toBe('the old one');
    expect(readdirSync(folder)).toEqual(['session-key.json']);
  });
});
