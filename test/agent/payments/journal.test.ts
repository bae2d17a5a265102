import { expect, it } from 'vitest';
import { KeyTaken } from '../../../src/agent/payments/claims';
import { openJournal } from '../../../src/agent/payments/journal';

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

it('an idempotency key is text: half characters would make one key of two', async () => {
  const journal = openJournal();
  for (const key of ['', '\ud800', 'a\udfff', 'x'.repeat(129), null, 7, {}]) {
    const claim = journal.claim({ mark: 'm', key: key as string });
    await expect(claim).rejects.toThrow('must be text of 1 to 128 characters');
  }
  const [one, other] = [
    await journal.claim({ mark: 'm', key: '🪙' }),
    await journal.claim({ mark: 'm', key: '🫙' }),
  ];
  expect(one.id).not.toBe(other.id);
});
