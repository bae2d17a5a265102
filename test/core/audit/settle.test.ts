import { describe, expect, it } from 'vitest';
import { type Evidence, settle } from '../../../src/core/audit/settle';
import type { Claim, Finding } from '../../../src/core/memory/claim';
import { aHash, BASE, NOW } from '../../vectors/builders';
import { someFacts } from '../../vectors/ledger';

const differs: Finding = {
  what: 'phase',
  of: null,
  verdict: 'differs',
  words: 'No.',
  source: 'chain · block 100',
};
const spoken = { chainId: BASE, block: 98, hash: aHash(1), at: NOW - 4 };
const evidence = (over: Partial<Evidence> = {}): Evidence => ({
  now: NOW,
  latest: someFacts({ blockHash: () => aHash(1) }),
  spoken,
  atSpoken: { findings: [differs], time: NOW - 4 },
  before: [],
  ...over,
});
const verdict = (over: Partial<Evidence> = {}, fresh = true) =>
  settle([differs], evidence(over), fresh)[0]?.verdict;

describe('A difference to the newest block', () => {
  it('is a contradiction when it is there at the block the server speaks of', () => {
    expect(verdict()).toBe('contradicted');
  });

  it('is none when the server may not know yet', () => {
    const time = NOW - 4;
    expect(verdict({ atSpoken: { findings: [{ ...differs, verdict: 'verified' }], time } })).toBe(
      'unproven',
    );
    expect(verdict({ atSpoken: { findings: [], time } })).toBe('unproven');
  });

  it('is one when the server has not moved on for an hour, and the age is said', () => {
    const at = (time: number) => evidence({ atSpoken: { findings: [], time } });

    expect(settle([differs], at(NOW - 3600), true)[0]?.verdict).toBe('unproven');
    expect(settle([differs], at(NOW - 3601), true)[0]).toMatchObject({
      verdict: 'contradicted',
      words: 'No. It speaks of block 98, 1 h old, and may not know yet.',
    });
  });

  it('is none when the server speaks of a block this wallet does not have yet', () => {
    expect(verdict({ spoken: { ...spoken, block: 101 } })).toBe('unproven');
  });

  it('is one when this wallet has seen as late a block, and the server names one ahead again', () => {
    const ahead = { ...spoken, block: 101, at: NOW + 2 };
    const [first] = settle([differs], evidence({ spoken: ahead, now: NOW + 4 }), true);
    const before = [first as Claim];
    const next = { ...ahead, block: 9_999_999, at: NOW + 9_999_999 };
    const at = (time: number) => ({
      spoken: next,
      before,
      now: NOW + 300,
      latest: someFacts({ time, block: 250 }),
    });

    expect(first).toMatchObject({ verdict: 'unproven', awaits: NOW + 2 });
    expect(verdict(at(NOW + 1))).toBe('unproven');
    expect(verdict(at(NOW + 2))).toBe('contradicted');
  });

  it('is not hidden by a time of the future: no block is later than now', () => {
    const ahead = { ...spoken, block: 9_999_999, at: NOW + 9_999_999 };
    const [first] = settle([differs], evidence({ spoken: ahead, now: NOW + 4 }), true);

    expect(first?.awaits).toBe(NOW + 4);
  });

  it('stays one while the server goes on naming blocks nobody sees', () => {
    const before: Claim[] = [{ ...differs, verdict: 'contradicted' }];

    expect(verdict({ spoken: { ...spoken, block: 101 }, before })).toBe('contradicted');
  });

  it('is none when the server speaks of a block the chain dropped', () => {
    expect(verdict({ spoken: { ...spoken, hash: aHash(2) } })).toBe('unproven');
  });

  it('is one when it speaks of dropped blocks for an hour', () => {
    const dropped = { ...spoken, hash: aHash(2) };
    const [first] = settle([differs], evidence({ spoken: dropped }), true);
    const at = (time: number) => ({
      spoken: dropped,
      before: [first as Claim],
      latest: someFacts({ time, blockHash: () => aHash(1) }),
    });

    expect(verdict(at(NOW + 3599))).toBe('unproven');
    expect(verdict(at(NOW + 3600))).toBe('contradicted');
  });

  it('is not judged by words from before the server fell silent', () => {
    expect(verdict({}, false)).toBe('unproven');
  });

  it('waits for a second heartbeat when the server names no block', () => {
    const [once] = settle([differs], evidence({ spoken: null }), true);
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

describe('An old newest block', () => {
  const verified: Finding = { ...differs, verdict: 'verified', words: 'phase stable' };
  const latest = someFacts({ time: NOW - 7200, blockHash: () => aHash(1) });

  it('verifies nothing of the present, and says so', () => {
    expect(settle([verified], evidence({ latest }), true)).toMatchObject([
      {
        verdict: 'unproven',
        words: "phase stable (not fresh: block 100, 2 h old by this computer's clock)",
      },
    ]);
    expect(settle([verified], evidence(), true)).toMatchObject([{ verdict: 'verified' }]);
  });

  it('leaves what signatures prove proven', () => {
    const signed = { ...verified, source: 'signed by its key' };

    expect(settle([signed], evidence({ latest }), true)).toEqual([signed]);
  });

  it('accuses no server that names no block, and takes no accusation back', () => {
    const named = { latest, spoken: null };
    const again = (last: Claim['verdict']) =>
      verdict({
        ...named,
        before: [{ ...differs, verdict: last, source: `${differs.source} · seen once` }],
      });

    expect(verdict(named)).toBe('unproven');
    expect(again('unproven')).toBe('unproven');
    expect(again('contradicted')).toBe('contradicted');
  });
});
