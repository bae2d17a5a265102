import { describe, expect, it } from 'vitest';
import { DAY } from '../../../src/core/chain/time';
import { claimedRoutes } from '../../../src/core/delegations/claims';
import { worstCaseOf } from '../../../src/core/delegations/worst-case';
import type { Permission } from '../../../src/core/protocol/status';
import { aHash, aPermission, NOW, OWNER, SESSION_KEY } from '../../vectors/builders';

const USDC = 1_000_000n;
const [ROOT, LEASE, LEAF] = [aHash(1), aHash(2), aHash(3)];
const leased = aPermission({
  delegationHashes: [LEASE, ROOT],
  lease: {
    generation: 1,
    budgetId: aHash(9),
    sessionKey: SESSION_KEY,
    cap: '5000000',
    expiresAt: NOW + 2 * DAY,
  },
});
const child = aPermission({
  id: 'echo-runway',
  golem: 'echo',
  cap: '2000000',
  delegationHashes: [LEAF, LEASE, ROOT],
});
const now = (permissions: Permission[]) =>
  worstCaseOf(claimedRoutes(permissions, OWNER), { now: NOW + 1, holdings: [] })[0]?.now.uncapped;

describe('what a server claims', () => {
  it('gives the whole cap, whatever it says is left or leased', () => {
    expect(now([aPermission({ left: '1' })])).toBe(10n * USDC);
    expect(now([leased])).toBe(10n * USDC);
  });

  it('counts a grant once, however many permissions hang on it', () => {
    const bare = aPermission({ delegationHashes: [ROOT] });

    expect(now([bare, aPermission({ ...bare, id: 'again' })])).toBe(10n * USDC);
    expect(
      now([bare, child, aPermission({ ...child, delegationHashes: [aHash(4), LEASE, ROOT] })]),
    ).toBe(10n * USDC);
  });

  it('adds up Replicants whose grant it does not name', () => {
    const sibling = aPermission({ ...child, delegationHashes: [aHash(4), LEASE, ROOT] });

    expect(now([child])).toBe(2n * USDC);
    expect(now([child, sibling])).toBe(4n * USDC);
  });
});
