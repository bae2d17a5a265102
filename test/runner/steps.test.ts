// However a run ends, its last line says what it came to, and its exit code agrees.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const GOOD = `{ name: 'good', line: ['node', '-e', ''] }`;

/** A run of these steps in a process of its own; `beside` runs in the plan after them. */
function begin(steps: string[], beside = ''): ChildProcess {
  const program = `
    import { forged, lane, reported, step, wholeRun } from './test/runner/steps.mjs';
    await wholeRun(async (env) => {
      for (const one of [${steps.join(', ')}]) await step(env, one);
      ${beside}
    });`;
  return spawn(process.execPath, ['--input-type=module', '-e', program], { detached: true });
}

async function outcome(child: ChildProcess) {
  const said = { errors: '', text: '' };
  child.stderr?.on('data', (data) => {
    said.errors += data;
  });
  child.stdout?.on('data', (data) => {
    said.text += data;
  });
  const [status] = await once(child, 'close');
  // Of two pipes nobody knows which was written to last.
  const lines = said.text.trim().split('\n');
  return {
    status,
    last: lines.at(-1),
    lines: lines.map((line) => line.trim()),
    errors: said.errors,
  };
}

/** A runner that writes such a report. */
const reporting = (report: object, after = '') =>
  `reported({ name: 'suite', line: ['node', '-e',
    ${JSON.stringify(`require('fs').writeFileSync(process.argv.at(-1).split('=')[1], '${JSON.stringify(report)}');${after}`)}, '--'] })`;
const PASSED = { numPassedTests: 3, numFailedTests: 0, testResults: [] };

it('counts what passed', async () => {
  const { status, last } = await outcome(begin([GOOD, reporting(PASSED)]));

  expect([status, last]).toEqual([0, '3 passed, 0 failed']);
});

it.each([
  ['fails', `{ name: 'bad', line: ['node', '-e', 'process.exit(3)'] }`, 'bad'],
  ['is not there', `{ name: 'bad', line: ['no-such-tool'] }`, 'bad (spawn no-such-tool ENOENT)'],
  [
    'is killed',
    `{ name: 'bad', line: ['node', '-e', 'process.kill(process.pid, "SIGKILL")'] }`,
    'bad (killed by SIGKILL)',
  ],
  [
    'compiles nothing',
    `{ name: 'bad', line: ['node', '-e', ''], count: forged }`,
    'bad (no count)',
  ],
  [
    'writes no report',
    `reported({ name: 'bad', line: ['node', '-e', '', '--'] })`,
    'bad (no report)',
  ],
  ['breaks after its last test', reporting(PASSED, 'process.exit(1)'), 'suite'],
  [
    'is killed after its last test',
    reporting(PASSED, 'process.kill(process.pid, "SIGTERM")'),
    'suite (killed by SIGTERM)',
  ],
])('names a step that %s, and goes on with the others', async (_, step, name) => {
  const { status, last, lines } = await outcome(begin([step, reporting(PASSED)]));

  expect(status).toBe(1);
  expect(last).toMatch(/^[36] passed, 1 failed$/);
  expect(lines.slice(lines.lastIndexOf('Failed:') + 1, -1)).toEqual([name]);
});

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'ends with its steps, and says so last, on %s',
  async (signal) => {
    // Its own child ignores the signal and would print for ever.
    const deaf = `process.on("${signal}", () => console.log("not me")); process.on("SIGTERM", () => console.log("nor me"));
      setInterval(() => console.log("here"), 20)`;
    const child = begin([reporting(PASSED), `{ name: 'deaf', line: ['node', '-e', \`${deaf}\`] }`]);
    const ended = outcome(child);
    await new Promise<void>((resolve) =>
      child.stdout?.on('data', (data) => `${data}`.includes('here') && resolve()),
    );
    child.kill(signal);

    const { status, last, lines } = await ended;
    expect(status).toBe(1);
    expect(last).toBe('3 passed, 2 failed');
    expect(lines.slice(-3, -1)).toEqual([
      'deaf (killed by SIGKILL)',
      `the run itself, ended by ${signal}`,
    ]);
  },
);

it.each([
  ['throws', `throw new Error('boom')`],
  [
    'throws where nobody waits',
    `setTimeout(() => { throw new Error('boom') }); await new Promise((r) => setTimeout(r, 60_000))`,
  ],
  [
    'rejects where nobody waits',
    `void Promise.reject(new Error('boom')); await new Promise((r) => setTimeout(r, 60_000))`,
  ],
])('says what it came to when the runner itself %s', async (_, beside) => {
  const { status, last, errors } = await outcome(begin([reporting(PASSED)], beside));

  expect(errors).toContain('boom');
  expect([status, last]).toEqual([1, '3 passed, 1 failed']);
});
