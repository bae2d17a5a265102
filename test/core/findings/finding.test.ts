import { expect, it } from 'vitest';
import { type Finding, insightOf, printable, untrusted } from '../../../src/core/findings/finding';

const finding = (level: Finding['level'], title: string): Finding => ({
  level,
  title,
  lines: [`${title} line`],
  facts: [],
});

it('has nothing to say without findings', () => {
  expect(insightOf([])).toBeNull();
});

it('leads with the worst and keeps the order of equals', () => {
  const insight = insightOf([finding('info', 'a'), finding('critical', 'b'), finding('info', 'c')]);

  expect(insight?.title).toBe('b');
  expect(insight?.lines).toEqual(['b line', 'a', 'a line', 'c', 'c line']);
});

it.each([
  ['a right-to-left override', 'a\u202Eb', 'a\\u{202e}b'],
  ['a zero-width space', 'a\u200Bb', 'a\\u{200b}b'],
  ['a line break', 'a\nb', 'a\\u{a}b'],
  ['a lone surrogate', 'a\uD800b', 'a\\u{d800}b'],
])('shows %s instead of obeying it', (_name, text, shown) => {
  expect(printable(text, 100)).toBe(shown);
});

it('cuts foreign text to a bounded length', () => {
  expect(untrusted('x', 'y'.repeat(10_000)).value.length).toBeLessThanOrEqual(301);
});
