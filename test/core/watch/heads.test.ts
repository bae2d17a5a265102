import { describe, expect, it } from 'vitest';
import type { ChainRead } from '../../../src/core/chain/multicall';
import { chainsOf, withHeads } from '../../../src/core/watch/heads';
import { aGolem, aPermission, NOW } from '../../vectors/builders';
import { aRecord, aState } from '../../vectors/memory';

const answered: ChainRead = { ok: true, chainId: 8453, block: 100, time: NOW - 2, results: [] };
const silent = { ok: false, reason: 'the chain gave no answer' } as const;

describe('The chains to look at', () => {
  it('are those of leases signed here first, then of shown Golems and permissions, at most four', () => {
    const state = aState({
      golems: [
        aRecord({ golem: aGolem({ chainId: 10 }) }),
        aRecord({ golem: aGolem({ id: 'gone', chainId: 11 }), dismissed: true }),
      ],
      permissions: [1, 2, 3].map((chainId) => aPermission({ chainId })),
      leases: [{ golem: 'atlas', chainId: 84_532, context: '0x', signedAt: NOW, by: 'signed' }],
    });

    expect(chainsOf(state)).toEqual([84_532, 10, 1, 2]);
  });
});

describe('The newest block of a chain', () => {
  it('is kept with the local time it was seen at', () => {
    const state = withHeads(aState(), [{ chainId: 8453, read: answered }], NOW);

    const seen = { block: 100, time: NOW - 2, at: NOW };
    expect(state.heads).toEqual([{ chainId: 8453, seen, problem: null }]);
  });

  it('stays with the reason when nobody answers later', () => {
    const before = withHeads(aState(), [{ chainId: 8453, read: answered }], NOW);

    const after = withHeads(before, [{ chainId: 8453, read: silent }], NOW + 300);

    const seen = { block: 100, time: NOW - 2, at: NOW };
    expect(after.heads).toEqual([{ chainId: 8453, seen, problem: 'the chain gave no answer' }]);
  });

  it('is unknown while nobody ever answered', () => {
    const state = withHeads(aState(), [{ chainId: 1, read: silent }], NOW);

    expect(state.heads).toEqual([{ chainId: 1, seen: null, problem: silent.reason }]);
  });

  it('of other chains is left alone', () => {
    const before = withHeads(aState(), [{ chainId: 8453, read: answered }], NOW);

    expect(withHeads(before, [{ chainId: 1, read: silent }], NOW).heads).toHaveLength(2);
  });
});
