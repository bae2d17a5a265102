import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PHASES } from '../../../src/core/protocol/status';
import { NEXT_WORDS, STATE_WORDS, stateOf } from '../../../src/core/runway/golem-state';
import { aGolem, anAddress, aPermission, NOW, SESSION_KEY } from '../../vectors/builders';

const DAY = 86_400;
const LEASE = {
  ...{ generation: 1, budgetId: '1', sessionKey: SESSION_KEY, cap: '10000000' },
  expiresAt: NOW + 6 * DAY,
};
const leased = aPermission({ lease: LEASE, expiresAt: NOW + 30 * DAY, startAt: NOW - DAY });
const feedable = { ...leased, lease: { ...LEASE, expiresAt: NOW + DAY } };

const state = (
  golem: Parameters<typeof aGolem>[0],
  permissions: Parameters<typeof stateOf>[1],
  now: number | null = NOW,
) => stateOf(aGolem(golem), permissions, now);

describe('The state of a Golem', () => {
  it.each([
    ['no runway was ever granted', {}, [], 'new', 'grant'],
    ['its grant waits for a lease', {}, [aPermission()], 'new', 'lease'],
    ['it can spend all of its cap', {}, [leased], 'active', 'feed'],
    ['a bare grant names its key', { guardian: null }, [aPermission()], 'active', null],
    ['it is in conservation', { phase: 'conservation' }, [leased], 'limited', 'heal'],
    ['it declines', { phase: 'declining' }, [leased], 'limited', 'heal'],
    ['it is on hold', { hold: { by: 'owner', since: NOW - 9 } }, [leased], 'held', 'resume'],
    ['it is dead, a grant open', { phase: 'terminal' }, [leased], 'stopped', 'end'],
    ['it is dead, nothing open', { phase: 'terminal' }, [], 'ended', 'succeed'],
  ] as const)('is told when %s', (_, golem, permissions, name, next) => {
    expect(state(golem, permissions)).toMatchObject({ state: name, next });
  });

  it('asks to be fed only when the end is near', () => {
    const far = { ...leased, lease: { ...LEASE, expiresAt: NOW + 20 * DAY } };
    expect(state({}, [far])).toEqual({ state: 'active', next: null, loose: false });
    expect(state({}, [feedable]).next).toBe('feed');
  });

  it('is stopped as soon as the lease is over and the grant is not', () => {
    const over = { ...leased, lease: { ...LEASE, expiresAt: NOW } };
    expect(state({}, [over])).toEqual({ state: 'stopped', next: 'end', loose: false });
    expect(state({}, [{ ...over, revokedAt: NOW - 9 }])).toMatchObject({
      ...{ state: 'ended', next: 'grant' },
    });
    expect(state({}, [{ ...over, expiresAt: NOW }])).toMatchObject({ state: 'ended' });
  });

  it('offers a Replicant nothing that only its parent can be given', () => {
    const parent = 'golem-other';
    expect(state({ parent, phase: 'declining' }, [leased])).toMatchObject({
      ...{ state: 'limited', next: null },
    });
    expect(state({ parent }, [feedable])).toMatchObject({ state: 'active', next: null });
    expect(state({ parent }, [])).toMatchObject({ state: 'new', next: null });
    expect(state({ parent, phase: 'terminal' }, [leased]).next).toBe('end');
  });

  it('is not limited by a phase that nothing enforces', () => {
    const bare = { guardian: null, phase: 'declining' } as const;
    expect(state(bare, [aPermission()]).state).toBe('active');
    expect(state({ phase: 'declining', guardian: anAddress(0x6a) }, [leased]).state).toBe(
      'limited',
    );
  });

  it('says that a dead Golem with a bare grant can still be robbed of it', () => {
    expect(state({ phase: 'terminal' }, [aPermission()])).toMatchObject({
      ...{ state: 'stopped', loose: true },
    });
    expect(state({ phase: 'terminal' }, [leased]).loose).toBe(false);
  });

  it('ends a hold by its own end, and not while nobody knows the time', () => {
    const hold = { by: 'guardian', since: NOW - 9, until: NOW };
    expect(state({ hold }, [leased]).state).toBe('active');
    expect(state({ hold }, [leased], null).state).toBe('held');
    expect(state({ hold: { ...hold, until: NOW + 1 } }, [leased]).state).toBe('held');
  });

  it('never calls ended what has an open grant, nor stopped what has none', () => {
    const permission = fc.record({
      lease: fc.constantFrom(null, LEASE, { ...LEASE, expiresAt: NOW - 1 }),
      revokedAt: fc.constantFrom(null, NOW - 5),
      expiresAt: fc.constantFrom(NOW - 1, NOW + DAY),
      token: fc.constantFrom(null, leased.token),
    });
    const golem = fc.record({
      phase: fc.constantFrom(...PHASES),
      guardian: fc.constantFrom(null, anAddress(0x6a)),
    });
    fc.assert(
      fc.property(golem, fc.array(permission, { maxLength: 4 }), (one, some) => {
        const permissions = some.map((over) => aPermission(over));
        const open = permissions.some(
          ({ revokedAt, expiresAt }) => revokedAt === null && expiresAt > NOW,
        );
        const told = state(one, permissions);
        if (told.state === 'ended') expect(open).toBe(false);
        if (['active', 'limited', 'held', 'stopped'].includes(told.state)) expect(open).toBe(true);
        expect(STATE_WORDS[told.state]).toBeTruthy();
        if (told.next) expect(NEXT_WORDS[told.next]).toBeTruthy();
      }),
    );
  });
});
