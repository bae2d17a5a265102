import { expect, it } from 'vitest';
import { counted, RANK, shortName } from '../../../src/core/watch/cause';

it('death is the worst, and what merely waits for an answer comes after all trouble', () => {
  const ranks = Object.entries(RANK).sort(([, a], [, b]) => a - b);

  expect(ranks[0]?.[0]).toBe('died');
  expect(ranks.slice(-3).map(([name]) => name)).toEqual(['plane', 'asks', 'strange']);
  expect(new Set(Object.values(RANK)).size).toBe(ranks.length);
});

it('a name is shortened to what a native notice holds, both ends kept', () => {
  expect(shortName('M'.repeat(24))).toBe('M'.repeat(24));
  expect(shortName(`start${'x'.repeat(54)}-last`)).toBe('startxxxxxxxxxx…xxx-last');
  expect(shortName('m'.repeat(64))).toHaveLength(24);
});

it('counts in words', () => {
  expect([0, 1, 2].map((count) => counted(count, 'pull'))).toEqual([
    '0 pulls',
    '1 pull',
    '2 pulls',
  ]);
});
