import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feedOf } from '../../../src/core/runway/feed';
import { nextResetAt, wantsFeeding } from '../../../src/core/runway/runway';
import { aPermission, NOW, SESSION_KEY } from '../../vectors/builders';

const DAY = 86_400;

describe('The next reset', () => {
  const runway = aPermission({ startAt: NOW, expiresAt: NOW + 3 * DAY, periodSeconds: DAY });

  it.each([
    ['before the start is the start', NOW - 5, NOW],
    ['at the start is a period later', NOW, NOW + DAY],
    ['a second before the turn is the turn', NOW + DAY - 1, NOW + DAY],
    ['at the turn is the turn after', NOW + DAY, NOW + 2 * DAY],
    ['in the last period is none', NOW + 2 * DAY, null],
    ['after the end is none', NOW + 9 * DAY, null],
  ])('%s', (_, now, expected) => {
    expect(nextResetAt(runway, now)).toBe(expected);
  });

  it('is none when the permission ends before it starts', () => {
    expect(nextResetAt(aPermission({ startAt: NOW, expiresAt: NOW - 1 }), NOW - 5)).toBeNull();
  });

  it('is always ahead, less than a period away and within the permission', () => {
    const anyRunway = fc.record({
      startAt: fc.integer({ min: NOW - 400 * DAY, max: NOW }),
      periodSeconds: fc.integer({ min: 1, max: 315_360_000 }),
      expiresAt: fc.integer({ min: NOW - DAY, max: NOW + 400 * DAY }),
    });
    fc.assert(
      fc.property(anyRunway, (terms) => {
        const reset = nextResetAt(aPermission(terms), NOW);
        if (reset === null) return;
        expect(reset).toBeGreaterThan(NOW);
        expect(reset - NOW).toBeLessThanOrEqual(terms.periodSeconds);
        expect((reset - terms.startAt) % terms.periodSeconds).toBe(0);
        expect(reset).toBeLessThan(terms.expiresAt);
      }),
    );
  });
});

describe('A Golem wants feeding', () => {
  it.each([
    ['90 days', 90, 7],
    ['21 days', 21, 7],
    ['7 days', 7, 7 / 3],
    ['1 day', 1, 1 / 3],
  ])('on a runway of %s', (_, days, threshold) => {
    const runway = aPermission({ startAt: NOW, expiresAt: NOW + days * DAY });
    const turn = runway.expiresAt - threshold * DAY;

    expect(wantsFeeding(runway, turn)).toBe(false);
    expect(wantsFeeding(runway, turn + 1)).toBe(true);
  });

  it('when its lease runs out under a long grant, as the suggestion to feed it says', () => {
    const lease = { generation: 1, budgetId: '1', sessionKey: SESSION_KEY, cap: '5000000' };
    const until = (expiresAt: number) =>
      aPermission({ startAt: NOW, expiresAt: NOW + 90 * DAY, lease: { ...lease, expiresAt } });
    const turn = NOW + 7 * DAY;

    expect(wantsFeeding(until(turn), NOW)).toBe(false);
    expect(wantsFeeding(until(turn - 1), NOW)).toBe(true);
    expect(feedOf(until(turn), NOW)).toBeNull();
    expect(feedOf(until(turn - 1), NOW)?.kind).toBe('new-lease');
  });
});
