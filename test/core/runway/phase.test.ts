import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PHASES } from '../../../src/core/protocol/status';
import { effectiveCap, phaseRank } from '../../../src/core/runway/phase';

it.each([
  ['thriving', 1000n],
  ['stable', 1000n],
  ['conservation', 500n],
  ['declining', 100n],
  ['terminal', 0n],
] as const)('%s leaves %i of a cap of 1000', (phase, left) => {
  expect(effectiveCap(1000n, phase)).toBe(left);
});

it('rounds down: the last base unit is never promised', () => {
  expect(effectiveCap(1001n, 'conservation')).toBe(500n);
  expect(effectiveCap(19n, 'declining')).toBe(1n);
  expect(effectiveCap(9n, 'declining')).toBe(0n);
});

it('never leaves more in a worse phase, nor more than the cap', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 256n - 1n), (cap) => {
      const caps = PHASES.map((phase) => effectiveCap(cap, phase));
      expect(caps[0]).toBe(cap);
      for (const [index, one] of caps.entries()) expect(one <= (caps[index - 1] ?? cap)).toBe(true);
    }),
  );
});

it('ranks phases from best to worst', () => {
  expect(PHASES.map(phaseRank)).toEqual([0, 1, 2, 3, 4]);
});
