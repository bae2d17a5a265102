// What a Golem has spent in its life, also when the records of it are long gone.
import { describe, expect, it } from 'vitest';
import type { Dispatch } from '../../../src/agent/payments/dispatch';
import { openJournal } from '../../../src/agent/payments/journal';
import { memoryStore, type Store } from '../../../src/agent/store/store';

const FROM = `0x${'0f'.repeat(20)}` as const;
const HASH = `0x${'ab'.repeat(32)}` as const;

/** Paid a dollar in this block, long ago. */
function paid(index: number, over: Partial<Dispatch> = {}): Dispatch {
  const amount = 1_000_000n;
  const pays = { account: FROM, token: FROM, payee: FROM, amount };
  const result = {
    transaction: HASH,
    blockNumber: BigInt(index),
    blockHash: HASH,
    gasUsed: 1n,
    amount,
  };
  return {
    ...{ id: `pay-${index.toString(16).padStart(32, '0')}`, mark: `m ${index}`, golem: 'atlas' },
    ...{ way: 'transaction', from: FROM, nonce: BigInt(index), to: FROM, data: '0x', value: 0n },
    ...{ pays, tries: [{ hash: HASH, raw: '' }], since: BigInt(index), state: 'done', result },
    ...{ reason: null, told: true },
    ...over,
  };
}

async function filled(store: Store, count: number) {
  const journal = openJournal(store);
  for (let index = 0; index < count; index += 1) await journal.put(paid(index));
  return journal;
}

describe('the totals', () => {
  it('count what was paid, of one Golem, and neither gas nor what failed', async () => {
    const journal = await filled(memoryStore(), 3);
    await journal.put(paid(3, { golem: 'vesta' }));
    await journal.put(paid(4, { state: 'failed', result: null }));
    await journal.put(paid(5, { pays: { account: FROM, token: null, payee: FROM, amount: 7n } }));
    await journal.put(paid(6, { state: 'open', result: null }));

    expect(await journal.totals('atlas')).toEqual({ payments: 3, spent: 3_000_000n });
    expect(await journal.totals('vesta')).toEqual({ payments: 1, spent: 1_000_000n });
    expect(await journal.totals('nobody')).toEqual({ payments: 0, spent: 0n });
  });

  it('stay when their records are let go, in this process and in the next', async () => {
    const store = memoryStore();
    const journal = await filled(store, 40);
    await journal.trim(10_000n);

    expect((await journal.settled(FROM)).length).toBeLessThan(40);
    expect(await journal.totals('atlas')).toEqual({ payments: 40, spent: 40_000_000n });
    const next = openJournal({ ...store });
    expect(await next.totals('atlas')).toEqual({ payments: 40, spent: 40_000_000n });
  });

  it('count nobody twice, where the process died between counting and letting go', async () => {
    const store = memoryStore();
    const journal = await filled(
      { ...store, remove: () => Promise.reject(new Error('killed')) },
      40,
    );
    await expect(journal.trim(10_000n)).rejects.toThrow('killed');

    const next = openJournal({ ...store });
    expect(await next.totals('atlas')).toEqual({ payments: 40, spent: 40_000_000n });
    await next.trim(10_000n);
    expect(await next.totals('atlas')).toEqual({ payments: 40, spent: 40_000_000n });
  });

  it('count nobody twice, where several Golems of one store let go at once', async () => {
    const store = memoryStore();
    const slow = async <T>(work: () => Promise<T>, ms: number) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return work();
    };
    const remove = (name: string) => slow(() => store.remove(name), 1);
    const journal = await filled({ ...store, remove }, 40);
    const later = () => slow(() => journal.trim(10_000n), 10);
    await Promise.all([journal.trim(10_000n), later(), later()]);

    expect(await journal.totals('atlas')).toEqual({ payments: 40, spent: 40_000_000n });
    const next = openJournal({ ...store });
    expect(await next.totals('atlas')).toEqual({ payments: 40, spent: 40_000_000n });
  });

  it('are refused when they cannot be read', async () => {
    const store = memoryStore();
    await store.put(
      'totals',
      '{"version":"1","golems":[{"golem":"atlas","payments":1}],"gone":[]}',
    );

    await expect(openJournal(store).totals('atlas')).rejects.toThrow('cannot be read');
  });
});
