import { describe, expect, it } from 'vitest';
import type { State } from '../../../src/core/memory/state';
import { askedOf } from '../../../src/core/watch/asked';
import { aGolem, anAddress, aWaiting, NOW } from '../../vectors/builders';
import { aLeaseRecord, aRecord, aState } from '../../vectors/memory';

const OTHER = anAddress(0x77);
const DAY = 86_400;

const asked = (over: Partial<State>, now: number | null = NOW) => askedOf(aState(over), now);
const titles = (over: Partial<State>, now: number | null = NOW) =>
  asked(over, now).map(({ title }) => title);
const rotating = (over: Partial<ReturnType<typeof aGolem>> = {}) =>
  aGolem({
    rotation: { key: anAddress(0x5f), askedAt: NOW - 60, oldKeyStopsAt: NOW + 5 * DAY },
    ...over,
  });

describe('What waits for the owner', () => {
  it('is told in one sentence for each kind, with its terms', () => {
    const of = (kind: string, rest: object = {}) =>
      titles({ waiting: [aWaiting({ kind, ...rest })] })[0];

    expect(of('runway')).toBe('Atlas asks for a runway of 10 USDC a day for 7 days');
    expect(of('renewal')).toBe(
      'Atlas asks for a new runway of 10 USDC a day for 7 days, before its present one ends',
    );
    expect(of('payment', { days: null })).toBe('Atlas asks for a payment of 10 USDC');
    expect(of('revocation')).toBe('Atlas asks for its end');
    expect(of('a-thing-of-tomorrow')).toBe('Atlas asks for something newer than this Bardo knows');
    expect(of('runway', { amount: null })).toBe('Atlas asks for a runway');
  });

  it('tells a new key by its old one, and until when that works', () => {
    const golems = [aRecord({ golem: rotating() })];
    expect(asked({ golems })).toMatchObject([
      {
        title: expect.stringMatching(
          /^Atlas asks for a new key; its old one stops on \d+ \w+ 2026 \d\d:\d\d UTC$/,
        ),
        ...{ request: null, golem: 'atlas', by: 'own', kind: 'rotation' },
      },
    ]);
    for (const over of [{ dismissed: true }, { listing: 'missing' as const }])
      expect(titles({ golems: [aRecord({ golem: rotating(), ...over })] })).toEqual([]);
    expect(titles({ golems: [aRecord({ golem: rotating({ phase: 'terminal' }) })] })).toEqual([]);
  });

  it('is told as somebody’s, not as the Golem’s, when another key asks in its name', () => {
    const waiting = [aWaiting({ kind: 'key', sessionKey: OTHER, knownKey: false })];
    expect(asked({ waiting })).toMatchObject([
      { title: 'Somebody asks as Atlas for a new key', by: 'posing' },
    ]);
  });

  it('believes its own signed lease, not the control plane, about whose key asks', () => {
    const lying = aWaiting({ sessionKey: OTHER, knownKey: true });
    expect(asked({ waiting: [lying] })[0]?.by).toBe('posing');
    const lease = aLeaseRecord();
    expect(asked({ waiting: [lying], leases: [lease] })[0]?.by).toBe('posing');
  });

  it('is over with its deadline, and with the lease that answers it', () => {
    const waiting = [aWaiting({ deadline: NOW + 10 })];
    expect(titles({ waiting })).toHaveLength(1);
    expect(titles({ waiting }, NOW + 10)).toEqual([]);
    // Clocks disagree: by the time of the last status.
    expect(titles({ waiting, server_time: NOW + 11 }, null)).toEqual([]);
  });

  it('is silent of who was put away, and of the end of the dead', () => {
    const waiting = [aWaiting()];
    expect(titles({ waiting, golems: [aRecord({ dismissed: true })] })).toEqual([]);
    const dead = [aRecord({ golem: aGolem({ phase: 'terminal' }) })];
    expect(titles({ waiting: [aWaiting({ kind: 'revocation' })], golems: dead })).toEqual([]);
  });

  it('begins with what stops a Golem and ends with strangers, each of them once', () => {
    const strangers = Array.from({ length: 190 }, (_, n) =>
      aWaiting({ id: `s-${n}`, golem: `stranger-${n}`, knownKey: false, askedAt: NOW - 9999 }),
    );
    const posing = Array.from({ length: 7 }, (_, n) =>
      aWaiting({ id: `p-${n}`, sessionKey: OTHER, knownKey: false, askedAt: NOW - 9000 }),
    );
    const own = [aWaiting({ id: 'r-1', kind: 'runway' }), aWaiting({ id: 'r-2', kind: 'renewal' })];
    const waiting = [...strangers, ...posing, ...own];
    const rows = asked({ waiting, golems: [aRecord({ golem: rotating() })] });

    expect(rows.map(({ by, kind, count }) => [by, kind, count])).toEqual([
      ['own', 'rotation', 1],
      ['own', 'renewal', 1],
      ['own', 'runway', 1],
      ['posing', 'runway', 7],
      ['strange', 'runway', 190],
    ]);
    expect(rows.at(-1)).toMatchObject({
      ...{ title: '190 requests of Golems that are not listed', request: null, code: null },
    });
  });

  it('counts kinds nobody knows as one, however many names a server invents for them', () => {
    const waiting = Array.from({ length: 50 }, (_, n) =>
      aWaiting({ id: `n-${n}`, kind: `k-${n}` }),
    );
    expect(asked({ waiting })).toHaveLength(1);
  });
});
