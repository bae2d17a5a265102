// `npm test`: everything, in order, on a fresh clone. Stops at the first failing step and says which.
// `npm run test:deep` adds the long ones.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser, ensurePackages } from './world/ensure.mjs';

const deep = process.argv.includes('--deep');
const reports = mkdtempSync(join(tmpdir(), 'bardo-test-'));
const counts = { passed: 0, failed: 0 };

ensurePackages();
const env = { ...process.env, CHROMIUM_PATH: ensureBrowser(), DO_NOT_TRACK: '1' };

step('check', 'npm', ['run', '-s', 'check']);
step('contracts', 'npm', ['run', '-s', 'test:contracts']);
step('release build, checksum and size', 'node', ['test/release.mjs']);
step('development twin', 'node_modules/.bin/tsx', ['test/world/stage.ts']);
counted('unit and browser tests', 'node_modules/.bin/vitest', [
  'run',
  '--reporter=default',
  '--reporter=json',
]);
counted('the built Snap', 'node_modules/.bin/jest', ['--json']);
if (deep) for (const [name, script] of deepSteps()) step(name, 'npm', ['run', '-s', script]);

rmSync(reports, { recursive: true });
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);

/** @param {string} name @param {string} program @param {string[]} args */
function step(name, program, args) {
  console.log(`\n── ${name}`);
  const started = Date.now();
  const { status } = spawnSync(program, args, { stdio: 'inherit', env });
  console.log(
    `── ${name}: ${status === 0 ? 'ok' : 'FAILED'} in ${Math.round((Date.now() - started) / 1000)} s`,
  );
  if (status !== 0) process.exit(1);
}

/** A step of vitest or jest, whose JSON report is added to the count. @param {string} name @param {string} program @param {string[]} args */
function counted(name, program, args) {
  const file = join(reports, `${counts.passed}.json`);
  step(name, program, [...args, `--outputFile=${file}`]);
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(file, 'utf8'));
  counts.passed += numPassedTests;
  counts.failed += numFailedTests;
}

/** @returns {[string, string][]} */
function deepSteps() {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  return Object.keys(scripts)
    .filter((name) => name.startsWith('deep:'))
    .map((name) => [name, name]);
}
