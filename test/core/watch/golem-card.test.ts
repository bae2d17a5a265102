import { describe, expect, it } from 'vitest';
import type { State } from '../../../src/core/memory/state';
import type { Permission } from '../../../src/core/protocol/status';
import { cardLines, standingWords } from '../../../src/core/watch/golem-card';
import { golemListOf } from '../../../src/core/watch/golem-list';
import { aGolem, aPermission, NOW, SESSION_KEY } from '../../vectors/builders';
import { aClaim, aProof, aRecord, aState } from '../../vectors/memory';

const DAY = 86_400;
const LEASE = {
  ...{ generation: 1, budgetId: '1', sessionKey: SESSION_KEY, cap: '10000000' },
  expiresAt: NOW + 6 * DAY,
};
const leased = (over: Partial<Permission> = {}) => aPermission({ lease: LEASE, ...over });

function rowOf(
  golem: Partial<ReturnType<typeof aGolem>> = {},
  over: Partial<State> = {},
  now: number | null = NOW,
) {
  const golems = [aRecord({ golem: aGolem(golem) })];
  const state = aState({ golems, permissions: [leased()], ...over });
  const [row] = golemListOf(state, { now, skew: 0 });
  if (!row) throw new Error('no row');
  return row;
}
const lines = (...of: Parameters<typeof rowOf>) =>
  cardLines(rowOf(...of), NOW).map(({ text }) => text);

describe('A Golem on the list', () => {
  it('that is well takes one line and one of checks', () => {
    const claims = [aProof({ claims: [aClaim()] })];
    expect(standingWords(rowOf({}, { claims }))).toBe(
      'active · 8 of 10 USDC left · until 27 Sep 2026 14:13 UTC',
    );
    expect(lines({}, { claims })).toEqual(['1 of 1 checks passed (block 100, at 14:13 UTC)']);
  });

  it('says no amount that nothing could pay, and no time that nobody knows', () => {
    expect(standingWords(rowOf({ phase: 'terminal' }))).toBe('reported dead · stopped, grant open');
    const shown = { claims: [aProof({ phase: 'terminal' })] };
    expect(standingWords(rowOf({}, shown))).toBe('dead · stopped, grant open');
    expect(standingWords(rowOf({}, { permissions: [] }))).toBe('no runway yet');
    expect(standingWords(rowOf({}, {}, null))).toContain('runway not known (clocks disagree)');
  });

  it('names a runway that runs low', () => {
    expect(standingWords(rowOf({}, { permissions: [leased({ left: '900000' })] }))).toContain(
      'active · runway critical · 0.9 of 10 USDC left',
    );
  });

  it('says less than the smallest figure instead of rounding it up', () => {
    const permissions = [
      leased({ cap: '1', left: '1', token: null, lease: null }),
      leased({ id: 'b', left: '1' }),
    ];
    expect(standingWords(rowOf({}, { permissions }))).toContain('0.000001 of 10 USDC left');
  });

  it('tells why it is limited, and what is open of one that stopped', () => {
    expect(lines({ phase: 'conservation' })[0]).toMatch(
      /^Its phase is conservation: its lease pays half of its cap .* feed it and heal it/,
    );
    const replicant = lines({ phase: 'conservation', parent: 'golem-other' })[0];
    expect(replicant).toMatch(/ It lives on the lease of its parent: look after golem-other\.$/);
    expect(lines({ phase: 'terminal' })[0]).toBe(
      'Permission: reported dead, not proven on chain. Its grant is still open and may still be spent',
    );
  });

  it('says that a control plane lists it no longer', () => {
    const golems = [aRecord({ listing: 'missing' })];
    expect(lines({}, { golems })).toContain('No longer listed by the control plane');
  });
});
