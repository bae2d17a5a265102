import { describe, expect, it } from 'vitest';
import type { Head } from '../../../src/core/memory/state';
import { causesOf } from '../../../src/core/watch/causes';
import { keyOf } from '../../../src/core/watch/kinds';
import { BASE, NOW } from '../../vectors/builders';
import { aLeaseRecord, aState } from '../../vectors/memory';

describe('A chain that shows no fresh block', () => {
  const seen = { block: 100, time: NOW - 7200, at: NOW };
  const head = { chainId: BASE, seen, problem: null, failing: 0, doubt: null };
  const leases = [aLeaseRecord(), aLeaseRecord({ golem: 'nyx' })];
  const told = (over: Partial<Head>, own = leases) =>
    causesOf(aState({ heads: [{ ...head, ...over }], leases: own }), { now: NOW, skew: 0 }).map(
      (one) => ({ ...one, key: keyOf(one) }),
    );

  it('is told after three checks, once for all Golems that are leased there', () => {
    expect(told({ stale: 2 })).toEqual([]);
    expect(told({ stale: 3 })).toMatchObject([
      {
        key: `stale:${BASE}`,
        native: 'Base shows no fresh block',
        body: '2 Golems of yours are leased there: a death or an end after block 100 of 21 Sep 2026 12:13 UTC would not be seen.',
      },
    ]);
    expect(told({ stale: 3 })[0]?.more).toContain("2 h old by this computer's clock");
  });

  it('is told as silent instead when it does not answer at all', () => {
    const causes = told({ stale: 9, failing: 3, problem: 'the chain gave no answer' });

    expect(causes.map(({ key }) => key)).toEqual([`unchecked:${BASE}`]);
  });

  it('is not announced where nothing was signed for', () => {
    expect(told({ stale: 9 }, [])).toEqual([]);
  });
});
