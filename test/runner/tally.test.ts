// The last line of a run is what people and machines believe: it counts what failed, however it failed.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { closing, forgeTally, reportTally, stepTally } from './tally.mjs';

const folder = mkdtempSync(join(tmpdir(), 'bardo-tally-'));
afterAll(() => rmSync(folder, { recursive: true }));

function report(value: unknown): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  return file;
}

const aFile = (statuses: string[], status = 'passed') => ({
  name: `${process.cwd()}/test/a.test.ts`,
  status,
  assertionResults: statuses.map((one, index) => ({ status: one, fullName: `does ${index}` })),
});

describe('the last line', () => {
  it('adds up all suites and comes after the names of what failed', () => {
    const tallies = [
      { passed: 3, failed: 0, names: [] },
      { passed: 1, failed: 1, names: ['test/a.test.ts: does 1'] },
      stepTally('check', false),
      stepTally('build', true),
    ];

    expect(closing(tallies)).toEqual([
      'Failed:',
      '  test/a.test.ts: does 1',
      '  check',
      '4 passed, 2 failed',
    ]);
  });

  it('is alone when all is well', () => {
    expect(closing([{ passed: 2, failed: 0, names: [] }])).toEqual(['2 passed, 0 failed']);
  });

  it('follows a bounded list', () => {
    const names = Array.from({ length: 100 }, (_, index) => `${index}`);

    expect(closing([{ passed: 0, failed: 100, names }])).toHaveLength(63);
  });
});

describe('a report', () => {
  it('names each test that failed', () => {
    const testResults = [aFile(['passed', 'failed'], 'failed')];
    const file = report({ numPassedTests: 1, numFailedTests: 1, testResults });

    expect(reportTally('unit', file, false)).toEqual({
      passed: 1,
      failed: 1,
      names: ['test/a.test.ts: does 1'],
    });
  });

  it('counts a file that could not be read, though no test in it failed', () => {
    const unread = { ...aFile([], 'failed'), name: `${process.cwd()}/test/b.test.ts` };
    const testResults = [unread, aFile(['failed'], 'failed')];
    const file = report({ numPassedTests: 0, numFailedTests: 1, testResults });

    expect(reportTally('unit', file, false)).toEqual({
      passed: 0,
      failed: 2,
      names: ['test/b.test.ts', 'test/a.test.ts: does 0'],
    });
  });

  it('names a test whose process died under it', () => {
    const file = report({ numPassedTests: 1, testResults: [aFile(['passed', 'pending'])] });

    expect(reportTally('unit', file, false).names).toEqual(['test/a.test.ts: does 1']);
    expect(reportTally('unit', file, true).names).toEqual([]);
  });

  it.each([
    ['cut off', '{"numPassed'],
    ['of another kind', '[]'],
  ])('that is %s is a failure', (_, text) => {
    expect(reportTally('unit', report(text), true)).toMatchObject({ passed: 0, failed: 1 });
  });

  it('that is not there is a failure', () => {
    expect(reportTally('unit', join(folder, 'none.json'), true).names).toEqual([
      'unit (no report)',
    ]);
  });
});

describe('forge', () => {
  const green = 'Ran 3 test suites in 1s: \u001b[32m288\u001b[0m tests passed, 0 failed, 0 skipped';

  it('is counted by the last line of each run, colours or not', () => {
    const twice = `${green}\n${green}`;

    expect(forgeTally('contracts', twice, true)).toEqual({ passed: 576, failed: 0, names: [] });
  });

  it('names what failed', () => {
    const text = [
      '[FAIL: boom] test_a() (gas: 1)',
      '[FAIL: no; counterexample: calldata=0x1 args=[1, [2]]] test_b(uint256) (runs: 0, μ: 0, ~: 0)',
      'Ran 1 suite: 1 tests passed, 2 failed, 0 skipped',
    ].join('\n');

    expect(forgeTally('contracts', text, false)).toEqual({
      passed: 1,
      failed: 2,
      names: ['contracts: test_a()', 'contracts: test_b(uint256)'],
    });
  });

  it('counts a step after its tests that failed, and a compiler that found nothing to run', () => {
    expect(forgeTally('contracts', green, false)).toMatchObject({ passed: 288, failed: 1 });
    expect(forgeTally('contracts', 'no compiler', true)).toMatchObject({ passed: 0, failed: 1 });
  });
});

it('a run of a suite that does not exist fails and says so in its last line', () => {
  const suite = 'test/no/such.test.ts';
  const { stdout, status } = spawnSync('node', ['test/runner/again.mjs', '1', suite, '--calm'], {
    encoding: 'utf8',
  });

  expect(status).toBe(1);
  expect(stdout.trim().split('\n').at(-1)).toBe('0 passed, 1 failed');
  expect(() => execFileSync('node', ['test/runner/again.mjs'], { stdio: 'pipe' })).toThrow(/Usage/);
});
