import { describe, expect, it } from 'vitest';
import { pointKey } from '../../../src/core/memory/claim';
import type { State } from '../../../src/core/memory/state';
import { OTHER_GUARDIAN } from '../../../src/core/runway/restore';
import { absorb } from '../../../src/core/watch/absorb';
import { causesOf } from '../../../src/core/watch/causes';
import { hasForeignLease, lastingDoubts, withDoubt } from '../../../src/core/watch/doubts';
import { bannersOf } from '../../../src/core/watch/home';
import { aStatus, NOW } from '../../vectors/builders';
import { aHeld, listed } from '../../vectors/ledger';
import { aLeaseRecord, aState, TOKEN } from '../../vectors/memory';

const held = aHeld();
const permissions = [listed(held)];
const doubted = (over: Partial<State> = {}, reason = OTHER_GUARDIAN) =>
  withDoubt(aState({ permissions, ...over }), 'atlas', reason);

const heard = (state: State, over: Parameters<typeof aStatus>[0] = {}) =>
  absorb(
    state,
    { ok: true, status: aStatus({ permissions, ...over }) },
    { token: TOKEN, startedAt: NOW, now: NOW, rotates: true },
  );

describe('A lease of another guardian', () => {
  it('is told in words of its own, and not as a contradiction of the status', () => {
    const state = doubted();

    expect(bannersOf(state, NOW)).toMatchObject([
      { title: 'A lease of another guardian', text: expect.stringContaining('neither stop nor') },
    ]);
    expect(causesOf(state, { now: NOW, skew: 0 })).toContainEqual(
      expect.objectContaining({
        kind: 'doubt',
        point: { what: 'guardian', of: 'atlas' },
        native: 'Atlas: another guardian',
        title: 'Atlas: its lease is of another guardian',
      }),
    );
    expect(JSON.stringify(bannersOf(state, NOW))).not.toContain('contradicts itself');
  });

  it('is known to whoever asks what this Bardo can end', () => {
    expect(hasForeignLease(doubted(), 'atlas')).toBe(true);
    expect(hasForeignLease(doubted(), 'ember')).toBe(false);
    expect(hasForeignLease(doubted({}, 'its lease is listed but not shown'), 'atlas')).toBe(false);
  });

  it('is told with every check while it lasts', () => {
    const twice = heard(heard(doubted()));

    expect(twice.contradictions.map(pointKey)).toEqual(['guardian:atlas']);
  });

  it('is over with the lease, its listing or the doubt', () => {
    const [one] = permissions;
    if (!one?.lease) throw new Error('no lease');
    const over = { ...one, lease: { ...one.lease, expiresAt: NOW } };

    expect(heard(doubted(), { permissions: [over] }).contradictions).toEqual([]);
    expect(heard(doubted(), { permissions: [{ ...one, revokedAt: NOW }] }).contradictions).toEqual(
      [],
    );
    const own = [aLeaseRecord({ context: held.context, by: 'restored' })];
    expect(heard(doubted({ leases: own })).contradictions).toEqual([]);
    expect(withDoubt(doubted(), 'atlas', null).contradictions).toEqual([]);
  });
});

describe('A lease that could not be taken back for another reason', () => {
  it('is told with the reason, beside what the status contradicts', () => {
    const state = doubted({}, 'its lease is listed but not shown');
    const banners = bannersOf(
      {
        ...state,
        contradictions: [
          ...state.contradictions,
          { what: 'clock', of: null, text: 'Clocks.', golem: null },
        ],
      },
      NOW,
    );

    expect(banners).toMatchObject([
      {
        title: 'A lease that could not be taken back',
        text: expect.stringContaining('its lease is listed but not shown.'),
      },
      { title: 'The status contradicts itself', text: 'Clocks.' },
    ]);
  });
});

it('Doubts are bounded, however many leases are made up', () => {
  const many = Array.from({ length: 50 }, (_, n) => ({
    ...listed(held),
    id: `p-${n}`,
    golem: `g-${n}`,
  }));
  const state = many.reduce(
    (before, { golem }) => withDoubt(before, golem, OTHER_GUARDIAN),
    aState({ permissions: many }),
  );

  expect(lastingDoubts(state)).toHaveLength(20);
});
