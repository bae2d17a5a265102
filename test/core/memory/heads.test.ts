import { describe, expect, it } from 'vitest';
import type { ChainRead } from '../../../src/core/chain/multicall';
import { withHeads } from '../../../src/core/memory/heads';
import { NOW } from '../../vectors/builders';
import { aLeaseRecord, aState } from '../../vectors/memory';

const answered: ChainRead = { ok: true, chainId: 8453, block: 100, time: NOW - 2, results: [] };
const silent = { ok: false, reason: 'the chain gave no answer' } as const;

describe('The newest block of a chain', () => {
  it('is kept with the local time it was seen at', () => {
    const state = withHeads(aState(), [{ chainId: 8453, read: answered }], NOW);

    const seen = { block: 100, time: NOW - 2, at: NOW };
    expect(state.heads).toEqual([{ chainId: 8453, seen, problem: null, failing: 0, doubt: null }]);
  });

  it('stays with the reason when nobody answers later', () => {
    const before = withHeads(aState(), [{ chainId: 8453, read: answered }], NOW);

    const after = withHeads(before, [{ chainId: 8453, read: silent }], NOW + 300);

    const seen = { block: 100, time: NOW - 2, at: NOW };
    expect(after.heads).toEqual([
      { chainId: 8453, seen, problem: 'the chain gave no answer', failing: 1, doubt: null },
    ]);
  });

  it('is unknown while nobody ever answered', () => {
    const state = withHeads(aState(), [{ chainId: 1, read: silent }], NOW);

    expect(state.heads).toEqual([
      { chainId: 1, seen: null, problem: silent.reason, failing: 1, doubt: null },
    ]);
  });

  it('counts checks without an answer, one for a check, and begins again with an answer', () => {
    const failed = { chainId: 8453, read: silent };
    const once = withHeads(aState(), [failed, failed], NOW);
    const twice = withHeads(once, [failed], NOW + 300);

    expect([once, twice].map(({ heads }) => heads[0]?.failing)).toEqual([1, 2]);
    const back = withHeads(twice, [failed, { chainId: 8453, read: answered }], NOW + 600);
    expect(back.heads[0]).toMatchObject({ failing: 0, problem: null });
  });

  it.each([
    ['of the future', { time: NOW + 3600 }, 'ahead of this computer'],
    ['long past', { time: NOW - 7200 }, '2 h old'],
    ['older than one seen before', { block: 20 }, 'older than block 100'],
    ['far ahead of its time', { block: 10 ** 9 }, 'jumped from block 100'],
  ])('that is %s is told as doubtful', (_, strange, words) => {
    const before = withHeads(aState(), [{ chainId: 8453, read: answered }], NOW - 60);
    const read = { ...answered, ...strange };

    expect(before.heads[0]?.doubt).toBeNull();
    expect(withHeads(before, [{ chainId: 8453, read }], NOW).heads[0]?.doubt).toContain(words);
  });

  it('of a chain that was signed for is pushed out by no number of others', () => {
    const own = aState({ leases: [aLeaseRecord()], golems: [] });
    let state = withHeads(own, [{ chainId: 8453, read: answered }], NOW);
    for (let chainId = 100; chainId < 400; chainId += 1) {
      state = withHeads(state, [{ chainId, read: silent }], NOW);
    }

    expect(state.heads.length).toBeLessThanOrEqual(64);
    expect(state.heads[0]?.chainId).toBe(8453);
  });

  it('of other chains is left alone', () => {
    const before = withHeads(aState(), [{ chainId: 8453, read: answered }], NOW);

    expect(withHeads(before, [{ chainId: 1, read: silent }], NOW).heads).toHaveLength(2);
  });
});

describe('An endpoint whose newest block is old', () => {
  const old = { chainId: 8453, read: { ...answered, time: NOW - 1201 } };
  const failed = { chainId: 8453, read: silent };
  const headAfter = (...checks: (typeof old | typeof failed)[]) =>
    checks.reduce((state, check) => withHeads(state, [check], NOW), aState()).heads[0];

  it('is counted check by check', () => {
    expect(headAfter(old)?.stale).toBe(1);
    expect(headAfter(old, old, old)?.stale).toBe(3);
  });

  it('begins no new count by being silent between', () => {
    expect(headAfter(old, failed, old)).toMatchObject({ stale: 3, failing: 0 });
  });

  it('is fresh again with its first fresh block, and silence alone is no old block', () => {
    expect(headAfter(old, old, { chainId: 8453, read: answered })?.stale).toBeUndefined();
    expect(headAfter(failed, failed)?.stale).toBeUndefined();
  });
});
