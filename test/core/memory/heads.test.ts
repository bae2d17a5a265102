import { describe, expect, it } from 'vitest';
import type { ChainRead } from '../../../src/core/chain/multicall';
import { withHeads } from '../../../src/core/memory/heads';
import { NOW } from '../../vectors/builders';
import { aState } from '../../vectors/memory';

const answered: ChainRead = { ok: true, chainId: 8453, block: 100, time: NOW - 2, results: [] };
const silent = { ok: false, reason: 'the chain gave no answer' } as const;

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
