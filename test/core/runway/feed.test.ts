import { describe, expect, it } from 'vitest';
import { DAY } from '../../../src/core/chain/time';
import { feedOf, feedWords } from '../../../src/core/runway/feed';
import { aHash, aPermission, NOW, SESSION_KEY } from '../../vectors/builders';

/** Thirty days, of which `left` seconds remain. */
const month = (left: number, over: Parameters<typeof aPermission>[0] = {}) =>
  aPermission({ startAt: NOW + left - 30 * DAY, expiresAt: NOW + left, ...over });
const leaseUntil = (expiresAt: number) => ({
  delegationHashes: [aHash(2), aHash(1)],
  lease: { generation: 1, budgetId: aHash(9), sessionKey: SESSION_KEY, cap: '5000000', expiresAt },
});

describe('a runway', () => {
  it('wants no food while a week, or a third of its window, is left', () => {
    expect(feedOf(month(7 * DAY), NOW)).toBeNull();
    expect(feedOf(aPermission({ startAt: NOW - 2 * DAY, expiresAt: NOW + DAY }), NOW)).toBeNull();
    expect(feedOf(month(7 * DAY - 1), NOW)).not.toBeNull();
  });

  it('that ends with its grant needs a new grant, on the old terms, and the old one ended', () => {
    const feed = feedOf(month(2 * DAY), NOW);

    expect(feed).toEqual({
      kind: 'new-grant',
      days: 30,
      cap: 10_000_000n,
      replaces: aPermission().delegationHashes[0],
    });
    expect(feed && feedWords(feed)).toEqual([
      'A new grant of 30 days feeds it.',
      'End the old grant afterwards. Both budgets can be spent until then.',
    ]);
  });

  it('whose lease ends before its grant is fed by a lease, up to the end of the grant', () => {
    const feed = feedOf(month(20 * DAY, leaseUntil(NOW + DAY)), NOW);

    expect(feed).toEqual({ kind: 'new-lease', until: NOW + 20 * DAY, days: 20, cap: 5_000_000n });
    expect(feed && feedWords(feed)[0]).toContain('until 11 Oct 2026');
    expect(feedOf(month(2 * DAY, leaseUntil(NOW + DAY)), NOW)?.kind).toBe('new-grant');
  });

  it('that is over needs a new grant and has nothing left to end', () => {
    const feed = feedOf(aPermission({ startAt: NOW - DAY, expiresAt: NOW }), NOW);

    expect(feed).toMatchObject({ kind: 'new-grant', days: 1, replaces: null });
    expect(feed && feedWords(feed)).toEqual(['A new grant of 1 day feeds it.']);
  });

  it('is never suggested for longer than usual', () => {
    const year = aPermission({ startAt: NOW - 364 * DAY, expiresAt: NOW + DAY });

    expect(feedOf(year, NOW)).toMatchObject({ days: 90 });
  });

  it('is not fed when revoked, when it is gas, or when it is a slice of a parent', () => {
    expect(feedOf(month(DAY, { revokedAt: NOW - 1 }), NOW)).toBeNull();
    expect(feedOf(month(DAY, { token: null }), NOW)).toBeNull();
    const slice = { delegationHashes: [aHash(3), aHash(2), aHash(1)] };
    expect(feedOf(month(DAY, slice), NOW)).toBeNull();
  });
});
