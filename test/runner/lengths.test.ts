// A file of tests that is longer than this hides what it is about: it has a second noun in it.
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

const lines = new Map(
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'test'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.(tsx?|mjs)$/.test(path) && existsSync(path))
    .map((path) => [path, readFileSync(path, 'utf8').split('\n').length - 1] as const),
);

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
