import { describe, expect, it } from 'vitest';
import type { Claim, Finding } from '../../../src/core/ledger/claim';
import { type Bench, settle } from '../../../src/core/ledger/settle';
import { aHash, BASE, NOW } from '../../vectors/builders';
import { someFacts } from '../../vectors/ledger';

const differs: Finding = {
  key: 'phase',
  verdict: 'differs',
  words: 'No.',
  source: 'chain · block 100',
};
const spoken = { chainId: BASE, block: 98, hash: aHash(1), at: NOW - 4 };
const bench = (over: Partial<Bench> = {}): Bench => ({
  latest: someFacts({ blockHash: () => aHash(1) }),
  spoken,
  atSpoken: [differs],
  before: [],
  ...over,
});
const verdict = (over: Partial<Bench> = {}, fresh = true) =>
  settle([differs], bench(over), fresh)[0]?.verdict;

describe('A difference to the newest block', () => {
  it('is a contradiction when it is there at the block the server speaks of', () => {
    expect(verdict()).toBe('contradicted');
  });

  it('is none when the server may not know yet', () => {
    expect(verdict({ atSpoken: [{ ...differs, verdict: 'verified' }] })).toBe('unproven');
    expect(verdict({ atSpoken: [] })).toBe('unproven');
  });

  it('is none when the server speaks of a block this wallet does not have yet', () => {
    expect(verdict({ spoken: { ...spoken, block: 101 } })).toBe('unproven');
  });

  it('is none when the server speaks of a block the chain dropped', () => {
    expect(verdict({ spoken: { ...spoken, hash: aHash(2) } })).toBe('unproven');
  });

  it('is not judged by words from before the server fell silent', () => {
    expect(verdict({}, false)).toBe('unproven');
  });

  it('waits for a second heartbeat when the server names no block', () => {
    const [once] = settle([differs], bench({ spoken: null }), true);
    expect(once?.verdict).toBe('unproven');

    expect(verdict({ spoken: null, before: [once as Claim] })).toBe('contradicted');
  });

  it('waits for a second heartbeat when that block cannot be asked any more', () => {
    expect(verdict({ atSpoken: null })).toBe('unproven');
  });
});

describe('Anything else', () => {
  it('passes as it is', () => {
    const exact: Finding = { ...differs, verdict: 'contradicted' };

    expect(settle([exact], null, false)).toEqual([exact]);
  });
});
