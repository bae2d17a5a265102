// What a Golem knows again: read once, written whole, refused when it is damaged.
import { describe, expect, it } from 'vitest';
import { NOTHING_YET } from '../../../src/agent/memory/golem-record';
import { memoryOf } from '../../../src/agent/memory/memory';
import { golemName, isPaymentName, sequenceName } from '../../../src/agent/memory/names';
import { nextNumber, storedSequence } from '../../../src/agent/memory/sequence';
import { openJournal } from '../../../src/agent/payments/journal';
import { memoryStore } from '../../../src/agent/store/store';

const ATLAS = { id: 'atlas', owner: `0x${'0a'.repeat(20)}`, chainId: 84_532 } as const;

describe('the memory of a Golem', () => {
  it('is empty at first, keeps each change, and is found again in the same store', async () => {
    const store = memoryStore();
    const memory = memoryOf(ATLAS, store);
    expect(await memory.recall()).toEqual(NOTHING_YET);
    const death = { reason: 'terminal', startedAt: 5, completedAt: null };
    await Promise.all([
      memory.change(() => ({ permission: 'p-1' })),
      memory.change(({ permission }) => ({ permission: `${permission}-2`, death })),
    ]);

    const again = memoryOf(ATLAS, { ...store });
    expect(await again.recall()).toEqual({ ...NOTHING_YET, permission: 'p-1-2', death });
    expect(memoryOf(ATLAS, store)).toBe(memory);
  });

  it('is its own: another owner, chain or id in the same store has none of it', async () => {
    const store = memoryStore();
    await memoryOf(ATLAS, store).change(() => ({ permission: 'p-1' }));
    const others = [
      { ...ATLAS, id: 'atlas-2' },
      { ...ATLAS, owner: `0x${'0b'.repeat(20)}` as const },
      { ...ATLAS, chainId: 8453 },
    ];
    for (const other of others) {
      expect(await memoryOf(other, store).recall()).toEqual(NOTHING_YET);
    }
    const upper = { ...ATLAS, owner: `0x${'0A'.repeat(20)}` as const };
    expect(await memoryOf(upper, store).recall()).toMatchObject({ permission: 'p-1' });
  });

  it.each([
    ['no JSON', 'half of a rec'],
    ['of another Golem', JSON.stringify({ version: '1', golem: 'vesta', ...NOTHING_YET })],
    ['of a newer kit', JSON.stringify({ version: '9', golem: 'atlas', ...NOTHING_YET })],
    ['short of a field', JSON.stringify({ version: '1', golem: 'atlas' })],
    [
      'with a runway that is none',
      JSON.stringify({ version: '1', golem: 'atlas', ...NOTHING_YET, runway: 'x' }),
    ],
  ])('is refused when it is %s, and nothing is written over it', async (_, text) => {
    const store = memoryStore();
    await store.put(golemName(ATLAS), text);
    const memory = memoryOf(ATLAS, store);

    await expect(memory.recall()).rejects.toThrow(
      'What was kept of the Golem "atlas" cannot be read',
    );
    await expect(memory.change(() => ({ permission: 'p' }))).rejects.toThrow('cannot be read');
    expect((await store.all()).get(golemName(ATLAS))).toBe(text);
  });

  it('fails where its store fails, and knows afterwards what is written', async () => {
    const store = memoryStore();
    let full = true;
    const failing = {
      ...store,
      put: (name: string, text: string) =>
        full ? Promise.reject(new Error('ENOSPC')) : store.put(name, text),
    };
    const memory = memoryOf(ATLAS, failing);
    await expect(memory.change(() => ({ permission: 'p-1' }))).rejects.toThrow('ENOSPC');
    expect((await memory.recall()).permission).toBeNull();
    full = false;
    await memory.change(() => ({ permission: 'p-2' }));
    expect((await memory.recall()).permission).toBe('p-2');
  });
});

describe('the numbers of heartbeats', () => {
  it('rise, are written before they are used, and are given out once however many ask at once', async () => {
    const store = memoryStore();
    const sequence = storedSequence(ATLAS, store);
    const numbers = await Promise.all([1, 2, 3].map(() => nextNumber(sequence)));

    expect(numbers).toEqual([1, 2, 3]);
    const again = storedSequence(ATLAS, { ...store });
    expect(await nextNumber(again)).toBe(4);
  });

  it('skip one that could not be written, and refuse what cannot be read', async () => {
    const store = memoryStore();
    let full = true;
    const put = (name: string, text: string) =>
      full ? Promise.reject(new Error('ENOSPC')) : store.put(name, text);
    const sequence = storedSequence(ATLAS, { ...store, put });
    await expect(nextNumber(sequence)).rejects.toThrow('ENOSPC');
    full = false;
    expect(await nextNumber(sequence)).toBe(2);

    await store.put(sequenceName(ATLAS), '{"version":"1","last":-3}');
    const damaged = storedSequence(ATLAS, { ...store });
    await expect(nextNumber(damaged)).rejects.toThrow('cannot be read');
  });
});

it('lies beside the records of payments, and is none of them', async () => {
  const store = memoryStore();
  await memoryOf(ATLAS, store).change(() => ({ permission: 'p-1' }));
  await nextNumber(storedSequence(ATLAS, store));
  await store.put('session-key', 'a key file in the same folder');

  const names = [...(await store.all()).keys()];
  expect(names).toHaveLength(3);
  expect(names.filter(isPaymentName)).toEqual([]);
  expect(isPaymentName(`pay-${'0'.repeat(32)}`)).toBe(true);
  expect((await openJournal(store).claim({ mark: 'm' })).earlier).toBe(false);
});
