import { describe, expect, it } from 'vitest';
import { endMessages, hasGuardian } from '../../../src/core/runway/ending-plan';
import { aGolem, anAddress, aPermission, GUARDIAN, NOW, SESSION_KEY } from '../../vectors/builders';

const NOTHING = { leases: [], permissions: [], now: NOW };

describe('The end of a Golem', () => {
  it('is a stop and a raise of every budget it is known to have', () => {
    const lease = { generation: 2, sessionKey: SESSION_KEY, cap: '1', expiresAt: NOW };
    const permissions = [
      aPermission({ lease: { ...lease, budgetId: '1' } }),
      aPermission({ id: 'gas', lease: { ...lease, budgetId: '2' } }),
    ];

    const messages = endMessages(aGolem(), GUARDIAN, { ...NOTHING, permissions });

    expect(messages.map(({ kind }) => kind)).toEqual(['Stop', 'Raise', 'Raise']);
    expect(messages.map(({ message }) => message)).toMatchObject([
      { golem: 'atlas', guardian: GUARDIAN, issuedAt: BigInt(NOW), reason: 'ended by the owner' },
      { budgetId: 1n, generation: 0xffff_ffff },
      { budgetId: 2n, generation: 0xffff_ffff },
    ]);
  });

  it('is not signed by a key that neither memory nor the status knows over it', () => {
    expect(endMessages(aGolem(), anAddress(9), NOTHING)).toEqual([]);
    expect(hasGuardian(aGolem({ guardian: null }), NOTHING)).toBe(false);
  });
});
