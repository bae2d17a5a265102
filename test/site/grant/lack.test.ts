// What is said before a heal: what feeding would mend, and nothing that the heal itself mends.
import { describe, expect, it } from 'vitest';
import { lackOf } from '../../../site/grant/heal';
import { DAY } from '../../../src/core/chain/time';
import { aGolem, aPermission, NOW, SESSION_KEY } from '../../vectors/builders';

const healing = { from: 'declining', to: 'stable', score: 6000 } as const;

/** It spends 4 of its 10 USDC a day, and may spend 1 while it declines. */
function scene(over: { held?: string; pulls?: number; expiresAt?: number } = {}) {
  const { held = '900000000', pulls = 50, expiresAt = NOW + 20 * DAY } = over;
  const lease = { generation: 1, budgetId: '1', sessionKey: SESSION_KEY, cap: '10000000' };
  const runway = aPermission({ expiresAt, startAt: NOW - DAY, lease: { ...lease, expiresAt } });
  const { chainId, token } = runway;
  const spent = { since: NOW - 7 * DAY, spent: '28000000', payments: 28, complete: true, held };
  const pace = { chainId, token, ...spent };
  const golem = aGolem({ phase: 'declining', vitality: 15, gasPullsLeft: pulls, pace });
  return { golem, runway, gas: null };
}

describe('What a Golem lacks before it is healed', () => {
  it('is nothing where only its phase keeps it short', () => {
    expect(lackOf(scene(), healing, NOW)).toBeNull();
  });

  it.each([
    ['the owner’s account', { held: '1000000' }, /account is empty/],
    ['its gas', { pulls: 1 }, /gas is used up/],
    ['its lease', { expiresAt: NOW + DAY - 1 }, /grant expires/],
  ])('is %s that ends within a day', (_, over, words) => {
    expect(lackOf(scene(over), healing, NOW)).toMatch(words);
  });
});
