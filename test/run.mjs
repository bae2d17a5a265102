// `npm test`: everything, on a fresh clone. Stops at the first failing step and says which.
// `npm run test:deep` adds the long ones.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser, ensurePackages, ensurePostgres } from './world/ensure.mjs';

/** @typedef {[name: string, program: string, args: string[]]} Step */

const deep = process.argv.includes('--deep');
const reports = mkdtempSync(join(tmpdir(), 'bardo-test-'));
const counts = { passed: 0, failed: 0 };
/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
process.on('exit', () => {
  for (const { pid } of running) if (pid) process.kill(-pid);
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

ensurePackages();
ensurePostgres();
const env = { ...process.env, CHROMIUM_PATH: ensureBrowser(), DO_NOT_TRACK: '1' };

// None of these waits for another, and each uses one core for most of its time.
await Promise.all([
  lane(['check', 'npm', ['run', '-s', 'check']]),
  lane(['contracts', 'npm', ['run', '-s', 'test:contracts']]),
  lane(
    ['release build, checksum and size', 'node', ['test/release.mjs']],
    ['development twin and companion site', 'node_modules/.bin/tsx', ['test/world/stage.ts']],
  ),
]);
counted('unit and browser tests', 'node_modules/.bin/vitest', [
  'run',
  '--reporter=default',
  '--reporter=json',
]);
counted('the built Snap', 'node_modules/.bin/jest', ['--json']);
if (deep) for (const [name, script] of deepSteps()) step(name, 'npm', ['run', '-s', script]);

rmSync(reports, { recursive: true });
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);

/** Steps one after another beside other lanes: what each prints is shown when it is over. @param {Step[]} steps */
async function lane(...steps) {
  for (const [name, program, args] of steps) {
    const started = Date.now();
    const { status, output } = await captured(program, args);
    console.log(`\n── ${name}\n${output}`);
    ended(name, status, started);
  }
}

/** @param {string} program @param {string[]} args @returns {Promise<{ status: number | null, output: string }>} */
function captured(program, args) {
  return new Promise((resolve, reject) => {
    // A group of its own, so that whatever it started ends with us.
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env, detached: true });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.on('error', reject).on('close', (status) => {
      running.delete(child);
      resolve({ status, output });
    });
  });
}

/** @param {string} name @param {string} program @param {string[]} args */
function step(name, program, args) {
  console.log(`\n── ${name}`);
  const started = Date.now();
  const { status } = spawnSync(program, args, { stdio: 'inherit', env });
  ended(name, status, started);
}

/** @param {string} name @param {number | null} status @param {number} started */
function ended(name, status, started) {
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`── ${name}: ${status === 0 ? 'ok' : 'FAILED'} in ${seconds} s`);
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
