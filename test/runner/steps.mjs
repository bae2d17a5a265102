// Runs steps and counts what they come to. Whatever ends the run – a step that fails, hangs, is killed or cannot be
// started, a signal, a mistake in the runner itself – its last line is `N passed, M failed` over all of them.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closing, forgeTally, reportTally, stepTally } from './tally.mjs';

/** @typedef {import('./tally.mjs').Tally} Tally */
/** `why`: in words, what else than its own verdict ended it. @typedef {{ ok: boolean, why: string, output: string }} Ended */
/** @typedef {(name: string, ended: Ended) => Tally} Count */
/** @typedef {{ name: string, line: string[], count?: Count }} Step */
/** @typedef {import('node:child_process').ChildProcess} Child */

/** A step that takes longer hangs. */
const MAX_MS = 60 * 60_000;
/** For a step that was told to end. */
const GRACE_MS = 5000;

const reports = mkdtempSync(join(tmpdir(), 'bardo-test-'));
/** @type {Tally[]} */
const tallies = [];
/** @type {Map<Child, Promise<void>>} */
const running = new Map();
/** @type {string | null} */
let ending = null;

/**
 * The whole run, to its last line.
 * @param {(env: NodeJS.ProcessEnv) => Promise<void>} plan
 * @param {() => NodeJS.ProcessEnv} prepare what it needs before the first step
 */
export async function wholeRun(plan, prepare = () => process.env) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => void end(`the run itself, ended by ${signal}`));
  }
  process.on('uncaughtException', (error) => void broken(error));
  try {
    await plan(prepare());
    await end(null);
  } catch (error) {
    await broken(error);
  }
}

/** @param {unknown} error */
function broken(error) {
  console.error(error);
  return end('the run itself, which did not come to its end');
}

/** Once: the first reason counts. What still runs is over before the last line. @param {string | null} why */
async function end(why) {
  if (ending !== null) return;
  ending = why ?? '';
  for (const child of running.keys()) kill(child, 'SIGTERM');
  const grace = setTimeout(() => {
    for (const child of running.keys()) kill(child, 'SIGKILL');
  }, GRACE_MS);
  await Promise.all(running.values());
  clearTimeout(grace);
  if (why) tallies.push(stepTally(why, false));
  rmSync(reports, { recursive: true, force: true });
  console.log(`\n${closing(tallies).join('\n')}`);
  process.exit(tallies.some(({ failed }) => failed > 0) ? 1 : 0);
}

/** Steps one after another beside other lanes: what each prints is shown when it is over. @param {NodeJS.ProcessEnv} env @param {Step[]} steps */
export async function lane(env, ...steps) {
  for (const one of steps) await step(env, one, true);
}

/** @param {NodeJS.ProcessEnv} env @param {Step} step */
export async function step(env, { name, line, count = counted }, quiet = false) {
  if (!quiet) console.log(`\n── ${name}`);
  const started = performance.now();
  const ended = await run(env, line, quiet);
  if (quiet) console.log(`\n── ${name}\n${ended.output}`);
  tallies.push(count(ended.why ? `${name} (${ended.why})` : name, ended));
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`── ${name}: ${ended.ok ? 'ok' : 'FAILED'} in ${seconds} s`);
}

/** @type {Count} */
const counted = (name, { ok }) => stepTally(name, ok);

/** @type {Count} */
export const forged = (name, { ok, output }) => forgeTally(name, output, ok);

/** A step of vitest or jest, whose JSON report is counted. @param {Step} step @returns {Step} */
export function reported({ name, line }) {
  const file = join(reports, `${name.replace(/\W+/g, '-')}.json`);
  const count = (/** @type {string} */ as, /** @type {Ended} */ { ok }) =>
    reportTally(as, file, ok);
  return { name, line: [...line, `--outputFile=${file}`], count };
}

/** @param {NodeJS.ProcessEnv} env @param {string[]} line @param {boolean} quiet @returns {Promise<Ended>} */
function run(env, [program = '', ...args], quiet) {
  // When all is ending, nothing else begins.
  if (ending !== null) return new Promise(() => undefined);
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'];
  // A group of its own, so that whatever it started ends with us.
  const child = spawn(program, args, { stdio, env, detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  let why = '';
  const hanging = setTimeout(() => {
    why = 'it hangs';
    kill(child, 'SIGKILL');
  }, MAX_MS);
  /** @type {Promise<Ended>} */
  const ended = new Promise((resolve) => {
    child.on('error', (error) => resolve({ ok: false, why: error.message, output }));
    child.on('close', (status, signal) => {
      if (signal) why ||= `killed by ${signal}`;
      resolve({ ok: status === 0, why, output });
    });
  });
  running.set(
    child,
    ended.then(() => {
      clearTimeout(hanging);
      running.delete(child);
    }),
  );
  return ended;
}

/** With all it has started. @param {Child} child @param {NodeJS.Signals} signal */
function kill({ pid }, signal) {
  try {
    if (pid) process.kill(-pid, signal);
  } catch {
    // It is gone already.
  }
}
