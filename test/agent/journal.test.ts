import { expect, it } from 'vitest';
import { KeyTaken, openJournal } from '../../src/agent/journal';

it('an idempotency key asked for at once with other parameters belongs to the first', async () => {
  const journal = openJournal();
  const first = await journal.claim({ mark: 'pay a', key: 'invoice 1' });
  await expect(journal.claim({ mark: 'pay b', key: 'invoice 1' })).rejects.toThrow(KeyTaken);
  const same = await journal.claim({ mark: 'pay a', key: 'invoice 1' });
  expect(same.id).toBe(first.id);
  first.end(false);
  await expect(journal.claim({ mark: 'pay b', key: 'invoice 1' })).rejects.toThrow(KeyTaken);
  same.end(false);
  // Nothing was signed, and nobody waits: the key is free.
  expect((await journal.claim({ mark: 'pay b', key: 'invoice 1' })).earlier).toBe(false);
});
