import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY } from '../../../src/core/chain/time';
import { capsOf } from '../../../src/core/delegations/attenuation';
import { brokenLink } from '../../../src/core/delegations/delegation';
import { metersFor } from '../../../src/core/delegations/limits';
import { linkOf, type TreeNode, treeOf } from '../../../src/core/delegations/tree';
import { marksOf } from '../../../src/core/delegations/tree-marks';
import {
  type ParentRunway,
  replicantLink,
  type Slice,
  sliceOf,
  sliceTotals,
} from '../../../src/core/runway/replicant';
import { NOW, USDC_ON_BASE } from '../../vectors/builders';
import { aDelegation } from '../../vectors/delegations';
import { aLimitScene, leaseLink, REPLICANT } from '../../vectors/leases';

const USDC = 1_000_000n;
const parent: ParentRunway = {
  cap: 10n * USDC,
  replicantCap: 4n * USDC,
  expiresAt: NOW + 7 * DAY,
};
const aSlice = (over: Partial<Slice> = {}): Slice => ({
  cap: 2n * USDC,
  expiresAt: NOW + DAY,
  ...over,
});
const cut = (wish: Slice, slices: Slice[] = [], from = parent) =>
  sliceOf(from, { wish, slices, now: NOW });

describe('a slice', () => {
  it('leaves the parent the rest: of 10, 2 for a Replicant, 8 for itself', () => {
    expect(cut(aSlice())).toEqual({
      ok: true,
      slice: aSlice(),
      totals: { promised: 2n * USDC, free: 2n * USDC, parentKeeps: 8n * USDC },
    });
  });

  it.each([
    ['more than its parent has', aSlice({ cap: 10n * USDC }), 'less than its parent'],
    ['more than Replicants may have', aSlice({ cap: 5n * USDC }), 'for all Replicants together'],
    ['as long a life as its parent', aSlice({ expiresAt: NOW + 7 * DAY }), 'before its parent'],
    ['an end in the past', aSlice({ expiresAt: NOW }), 'has passed'],
    ['nothing', aSlice({ cap: 0n }), 'some money'],
  ])('is refused %s', (_, wish, reason) => {
    const answer = cut(wish);

    expect(answer.ok ? '' : answer.reasons.join(' ')).toContain(reason);
  });

  it('counts living siblings only', () => {
    const [living, dead] = [aSlice({ cap: 3n * USDC }), aSlice({ cap: 3n * USDC, expiresAt: NOW })];

    expect(cut(aSlice(), [living]).ok).toBe(false);
    expect(cut(aSlice(), [dead]).ok).toBe(true);
    expect(sliceTotals({ ...parent, replicantCap: 1n }, [living], NOW).free).toBe(0n);
  });

  it('is refused where the lease leaves nothing for Replicants', () => {
    const answer = cut(aSlice(), [], { ...parent, replicantCap: 0n });

    expect(answer.ok ? [] : answer.reasons).toContain('The lease leaves nothing for Replicants.');
  });

  it('never lets all slices together exceed what Replicants may have', () => {
    const wishes = fc.array(fc.bigInt(1n, 5n * USDC), { maxLength: 12 });

    fc.assert(
      fc.property(wishes, (caps) => {
        const slices: Slice[] = [];
        for (const cap of caps) {
          const answer = cut(aSlice({ cap }), slices);
          if (answer.ok) slices.push(answer.slice);
        }

        expect(sliceTotals(parent, slices, NOW).promised <= parent.replicantCap).toBe(true);
      }),
    );
  });
});

describe('the link of a Replicant', () => {
  const grant = aDelegation();
  const lease = leaseLink(grant);
  const link = replicantLink({
    parent: lease,
    replicant: REPLICANT,
    token: USDC_ON_BASE,
    slice: aSlice({ cap: USDC }),
    now: NOW,
    salt: 7n,
  });

  it('hangs on the lease, and is narrower in money and time', () => {
    const node = treeOf(
      [grant, lease, link].map((one) => linkOf(one, aLimitScene())),
    )[2] as TreeNode;

    expect(brokenLink([link, lease, grant])).toBeNull();
    expect(marksOf(node)).toEqual([]);
    expect(capsOf(metersFor(node.effective, link.delegate))).toEqual([
      { token: USDC_ON_BASE, every: DAY, amount: USDC },
    ]);
    expect(node.effective.endsAt).toBe(NOW + DAY);
  });
});
