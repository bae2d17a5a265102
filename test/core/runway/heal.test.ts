import { describe, expect, it } from 'vitest';
import type { Golem, Permission } from '../../../src/core/protocol/status';
import { healingOf } from '../../../src/core/runway/heal';
import { aGolem, aPermission, NOW, SESSION_KEY } from '../../vectors/builders';

const LEASE = {
  generation: 1,
  budgetId: '1',
  sessionKey: SESSION_KEY,
  cap: '10000000',
  expiresAt: NOW + 86_400,
};
const leased = aPermission({ lease: LEASE });
const declining = (over: Partial<Golem> = {}) =>
  aGolem({ phase: 'declining', vitality: 15, ...over });

describe('Healing', () => {
  it.each(['conservation', 'declining'] as const)('takes one in %s to stable', (phase) => {
    expect(healingOf(declining({ phase }), [leased], NOW)).toEqual({
      from: phase,
      to: 'stable',
      score: 6000,
    });
  });

  it('takes no vitality away', () => {
    expect(healingOf(declining({ vitality: 72 }), [leased], NOW)?.score).toBe(7200);
  });

  it('does not worsen what the oracle shows better than stable', () => {
    expect(healingOf(declining(), [leased], NOW, 0)?.to).toBe('thriving');
    expect(healingOf(declining(), [leased], NOW, 1)?.to).toBe('stable');
    expect(healingOf(declining(), [leased], NOW, 3)?.to).toBe('stable');
  });

  it.each<[string, Golem, Permission[]]>([
    ['the dead', declining({ phase: 'terminal' }), [leased]],
    ['the well', declining({ phase: 'stable' }), [leased]],
    ['one without a guardian', declining({ guardian: null }), [leased]],
    ['a Replicant, which lives on its parent', declining({ parent: 'other' }), [leased]],
    ['one that no lease limits', declining(), [aPermission()]],
    ['one by the lease of another', declining(), [aPermission({ lease: LEASE, golem: 'other' })]],
    ['one that has to be fed first', declining(), [aPermission({ lease: LEASE, revokedAt: NOW })]],
  ])('is not offered to %s', (_, golem, permissions) => {
    expect(healingOf(golem, permissions, NOW)).toBeNull();
  });
});
