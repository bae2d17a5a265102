// A file that is longer than this hides what it is about: it has a second noun in it.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const MAX_LINES = 300;

/** Longer still, each at most as long as here: what is parted leaves the list. */
const NOT_PARTED_YET: { [path: string]: number } = {
  'test/api/life.test.ts': 322,
  'test/e2e/wallet/grants.test.ts': 338,
  'test/snap/guardian-lease.test.ts': 385,
  'test/snap/lies.test.ts': 355,
};

function linesIn(...rooms: string[]): Map<string, number> {
  const list = ['ls-files', '-co', '--exclude-standard', ...rooms];
  return new Map(
    execFileSync('git', list, { encoding: 'utf8' })
      .split('\n')
      .filter((path) => /\.(tsx?|mjs)$/.test(path) && existsSync(path))
      .map((path) => [path, readFileSync(path, 'utf8').split('\n').length - 1] as const),
  );
}

const lines = linesIn('test');

it('there are tests', () => {
  expect(lines.size).toBeGreaterThan(300);
});

it(`no test, nor what helps one, has more than ${MAX_LINES} lines`, () => {
  const long = [...lines].filter(([path, count]) => count > (NOT_PARTED_YET[path] ?? MAX_LINES));

  expect(long).toEqual([]);
});

it('nothing is excused that is short enough', () => {
  const short = Object.keys(NOT_PARTED_YET).filter((path) => (lines.get(path) ?? 0) <= MAX_LINES);

  expect(short).toEqual([]);
});

it('the product keeps its files short: most of them on a screen or two', () => {
  const product = [...linesIn('src', 'site')].filter(([path]) => !path.includes('.generated.'));
  const counts = product.map(([, count]) => count).sort((a, b) => a - b);
  const at = (part: number) => counts[Math.floor(counts.length * part)];

  expect(counts.length).toBeGreaterThan(700);
  expect(product.filter(([, count]) => count > 260)).toEqual([]);
  expect(at(0.5)).toBeLessThanOrEqual(80);
  expect(at(0.9)).toBeLessThanOrEqual(150);
});
