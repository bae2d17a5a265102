// `npm test`: everything, on a fresh clone. A step that fails does not hide what the others come to; the last line
// counts all suites. `npm run test:deep` adds the long ones.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closing, forgeTally, reportTally, stepTally } from './runner/tally.mjs';
import { ensureBrowser, ensurePackages, ensurePostgres } from './world/ensure.mjs';

/** @typedef {import('./runner/tally.mjs').Tally} Tally */
/** @typedef {{ status: number | null, output: string }} Ended */
/** @typedef {(ended: Ended) => Tally} Count */
/** @typedef {[name: string, program: string, args: string[], count?: Count]} Step */

const deep = process.argv.includes('--deep');
const reports = mkdtempSync(join(tmpdir(), 'bardo-test-'));
/** @type {Tally[]} */
const tallies = [];
/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
let finished = false;

process.on('exit', () => {
  for (const { pid } of running) if (pid) process.kill(-pid);
  rmSync(reports, { recursive: true, force: true });
  if (!finished) tallies.push(stepTally('the run itself, which did not come to its end', false));
  const lines = closing(tallies);
  console.log(`\n${lines.join('\n')}`);
  if (tallies.some(({ failed }) => failed > 0)) process.exitCode = 1;
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

ensurePackages();
ensurePostgres();
const env = { ...process.env, CHROMIUM_PATH: ensureBrowser(), DO_NOT_TRACK: '1' };

// None of these waits for another, and each uses one core for most of its time.
await Promise.all([
  lane(['check', 'npm', ['run', '-s', 'check']]),
  lane(['contracts', 'npm', ['run', '-s', 'test:contracts'], forged]),
  lane(
    ['release build, checksum and size', 'node', ['test/release.mjs']],
    ['development twin and companion site', 'node_modules/.bin/tsx', ['test/world/stage.ts']],
  ),
]);
await reported('unit and browser tests', 'node_modules/.bin/vitest', [
  'run',
  '--reporter=default',
  '--reporter=json',
]);
await reported('the built Snap', 'node_modules/.bin/jest', ['--json']);
if (deep) for (const script of deepScripts()) await step([script, 'npm', ['run', '-s', script]]);
finished = true;

/** Steps one after another beside other lanes: what each prints is shown when it is over. @param {Step[]} steps */
async function lane(...steps) {
  for (const one of steps) await step(one, { quiet: true });
}

/** @type {Count} */
function forged({ status, output }) {
  return forgeTally('contracts', output, status === 0);
}

/** A step of vitest or jest, whose JSON report is counted. @param {string} name @param {string} program @param {string[]} args */
async function reported(name, program, args) {
  const file = join(reports, `${tallies.length}.json`);
  const count = (/** @type {Ended} */ { status }) => reportTally(name, file, status === 0);
  await step([name, program, [...args, `--outputFile=${file}`], count]);
}

/** @param {Step} step */
async function step([name, program, args, count], { quiet = false } = {}) {
  if (!quiet) console.log(`\n── ${name}`);
  const started = Date.now();
  const ended = await run(program, args, quiet);
  if (quiet) console.log(`\n── ${name}\n${ended.output}`);
  const ok = ended.status === 0;
  tallies.push(count ? count(ended) : stepTally(name, ok));
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`── ${name}: ${ok ? 'ok' : 'FAILED'} in ${seconds} s`);
}

/** @param {string} program @param {string[]} args @param {boolean} quiet @returns {Promise<Ended>} */
function run(program, args, quiet) {
  return new Promise((resolve) => {
    /** @type {import('node:child_process').StdioOptions} */
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'];
    // A group of its own, so that whatever it started ends with us.
    const child = spawn(program, args, { stdio, env, detached: true });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.on('error', (error) => resolve({ status: null, output: `${output}${error.message}` }));
    child.on('close', (status) => {
      running.delete(child);
      resolve({ status, output });
    });
  });
}

/** @returns {string[]} */
function deepScripts() {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  return Object.keys(scripts).filter((name) => name.startsWith('deep:'));
}
