// What waits for the owner, as a status tells it.
import { describe, expect, it } from 'vitest';
import { aWaiting } from '../../vectors/builders';
import { aDocument, HOSTILE, type Json, statusOf } from './documents';

const waitingOf = (over: Json) => statusOf(aDocument({ waiting: [{ ...aWaiting(), ...over }] }));

describe('Something that waits', () => {
  it('is read as it is, with all that may be missing missing', () => {
    const least = { id: 'r', golem: 'atlas', chainId: 1, kind: 'key', askedAt: 1_790_000_000 };

    expect(waitingOf({}).waiting).toEqual([aWaiting()]);
    expect(statusOf(aDocument({ waiting: [{ ...least, knownKey: false }] })).waiting).toEqual([
      { ...least, knownKey: false },
    ]);
  });

  it('of a kind nobody knows yet is kept', () => {
    expect(waitingOf({ kind: 'council-vote' }).waiting).toMatchObject([{ kind: 'council-vote' }]);
  });

  it.each(['', 'Runway', 'a b', '[x](https://evil.example)', 'a'.repeat(33), '-a', 'a\n'])(
    'is not of the kind %j',
    (kind) => {
      expect(waitingOf({ kind })).toMatchObject({
        waiting: [],
        unreadable: [{ list: 'waiting', path: 'waiting.0.kind', id: aWaiting().id }],
      });
    },
  );

  it.each(['id', 'golem', 'chainId', 'askedAt', 'sessionKey', 'amount', 'days', 'code', 'payee'])(
    'with anything odd for its %s is reported and hides nothing else',
    (field) => {
      for (const value of HOSTILE) {
        if (value === null && !['id', 'golem', 'chainId', 'askedAt'].includes(field)) continue;
        const odd = { ...aWaiting(), [field]: value };
        const waiting = [odd, aWaiting({ id: 'next' })];
        const status = statusOf({ ...aDocument(), waiting });
        const isId = ['id', 'golem'].includes(field) && /^[a-z0-9-]{1,64}$/.test(`${value}`);
        if (isId && typeof value === 'string') continue;

        expect(status.waiting.map(({ id }) => id)).toEqual(['next']);
        expect(status.golems).toHaveLength(1);
      }
    },
  );

  it('that comes twice is read once', () => {
    const status = statusOf(aDocument({ waiting: [aWaiting(), aWaiting({ amount: '1' })] }));

    expect(status.waiting).toEqual([aWaiting()]);
    expect(status.unreadable).toHaveLength(1);
  });
});
