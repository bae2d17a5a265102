import { getAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { threshold } from '../../../src/core/caveats/threshold';
import { DAY } from '../../../src/core/chain/time';
import { councilOf, crossLink, type Errand } from '../../../src/core/delegations/cross-agent';
import { brokenLink } from '../../../src/core/delegations/delegation';
import { limitsOf } from '../../../src/core/delegations/read-limits';
import { rulesOf } from '../../../src/core/findings/delegation';
import { anAddress, aScene, NOW, USDC_ON_BASE } from '../../vectors/builders';
import { aDelegation } from '../../vectors/delegations';
import { aLimitScene } from '../../vectors/leases';

const parent = aDelegation();
const link = (errand: Errand, parentEndsAt: number | null = null) =>
  crossLink({
    parent,
    parentEndsAt,
    agent: anAddress(0xbe),
    errand,
    seconds: DAY,
    now: NOW,
    salt: 1n,
  });
const words = (errand: Errand) => rulesOf(link(errand), aScene()).map((rule) => rule.words.text);

describe('a Golem that sends another', () => {
  it('lets it pay so much in total, for a time, so many times, and not pass it on', () => {
    expect(
      brokenLink([link({ kind: 'pay', token: USDC_ON_BASE, total: 5_000_000n }), parent]),
    ).toBeNull();
    expect(words({ kind: 'pay', token: USDC_ON_BASE, total: 5_000_000n })).toEqual([
      'at most 5 USDC in total',
      'sends no ETH',
      'until 22 Sep 2026 14:13 UTC',
      'at most 1000 times',
      `used only by ${getAddress(anAddress(0xbe))}`,
    ]);
  });

  it('or lets it call given functions only', () => {
    expect(words({ kind: 'call', methods: ['0xa9059cbb'] })[0]).toBe(
      'calls only the function 0xa9059cbb (transfer)',
    );
  });

  it('never for longer than it lives itself', () => {
    const short = link({ kind: 'call', methods: ['0xa9059cbb'] }, NOW + 60);

    expect(limitsOf(short, aLimitScene()).endsAt).toBe(NOW + 60);
  });
});

describe('a council', () => {
  const members = [anAddress(3), anAddress(1), anAddress(2)];

  it('has its members in the order the contract wants', () => {
    const answer = councilOf(members, 2);

    expect(answer.ok && answer.terms).toEqual({
      threshold: 2,
      signers: [anAddress(1), anAddress(2), anAddress(3)],
    });
    expect(answer.ok && threshold.decode(answer.caveat.terms).threshold).toBe(2);
  });

  it.each([
    ['twice the same', [anAddress(1), anAddress(2), anAddress(1)], 2, 'twice'],
    ['none required', members, 0, 'cannot be required'],
    ['more than there are', members, 4, 'cannot be required'],
    ['half a member', members, 1.5, 'cannot be required'],
    ['the zero address', [anAddress(0), anAddress(1)], 1, 'zero address'],
    ['nobody', [], 1, 'cannot be required'],
    ['too many', Array.from({ length: 17 }, (_, index) => anAddress(index + 1)), 2, 'at most 16'],
  ])('is refused with %s', (_, list, count, reason) => {
    const answer = councilOf(list, count);

    expect(answer.ok ? '' : answer.reason).toContain(reason);
  });
});
