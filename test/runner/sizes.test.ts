// No file of the product grows past what one can read at a sitting. Tests and generated files are not counted.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const MAX_LINES = 260;

const PRODUCT = ['src/*.ts', 'src/*.tsx', 'site/*.ts', 'site/*.tsx'];

function linesOf(file: string): number {
  return readFileSync(file, 'utf8').split('\n').length - 1;
}

describe('A file of the product', () => {
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', ...PRODUCT],
    {
      encoding: 'utf8',
    },
  )
    .split('\n')
    .filter((file) => file !== '' && !file.includes('generated'));

  it('is found by this test', () => {
    expect(files).toContain('src/index.ts');
    expect(files).toContain('site/main.tsx');
    expect(files.length).toBeGreaterThan(500);
  });

  it(`has at most ${MAX_LINES} lines`, () => {
    const tall = files.filter((file) => linesOf(file) > MAX_LINES);
    expect(tall).toEqual([]);
  });
});
