// `npm test`: everything, on a fresh clone. A step that fails does not hide what the others come to; the last line
// counts all suites. `npm run test:deep` adds the long ones.
import { readFileSync } from 'node:fs';
import { ensureBrowser, ensurePackages, ensurePostgres } from '../site/world/ensure.mjs';
import { forged, lane, reported, step, wholeRun } from './runner/steps.mjs';

await wholeRun(
  async (env) => {
    // None of these waits for another, and each uses one core for most of its time.
    await Promise.all([
      lane(env, { name: 'check', line: ['npm', 'run', '-s', 'check'] }),
      lane(env, {
        name: 'contracts',
        line: ['npm', 'run', '-s', 'test:contracts'],
        count: forged,
      }),
      lane(
        env,
        { name: 'release build, checksum and size', line: ['node', 'test/release.mjs'] },
        {
          name: 'development twin and companion site',
          line: ['node_modules/.bin/tsx', 'site/world/builds/stage.ts'],
        },
      ),
    ]);
    const vitest = ['node_modules/.bin/vitest', 'run', '--reporter=default', '--reporter=json'];
    await step(env, reported({ name: 'unit and browser tests', line: vitest }));
    const jest = ['node_modules/.bin/jest', '--json'];
    await step(env, reported({ name: 'the built Snap', line: jest }));
    for (const one of deepSteps()) await step(env, one);
  },
  () => {
    ensurePackages();
    ensurePostgres();
    return { ...process.env, CHROMIUM_PATH: ensureBrowser(), DO_NOT_TRACK: '1' };
  },
);

/** Those of vitest are counted by their tests, the others by themselves. @returns {import('./runner/steps.mjs').Step[]} */
function deepSteps() {
  if (!process.argv.includes('--deep')) return [];
  /** @type {[string, string][]} */
  const scripts = Object.entries(JSON.parse(readFileSync('package.json', 'utf8')).scripts);
  const deep = scripts.filter(([name]) => name.startsWith('deep:'));
  return deep.map(([name, script]) => {
    const line = ['npm', 'run', '-s', name];
    if (!script.includes('vitest run')) return { name, line };
    return reported({ name, line: [...line, '--', '--reporter=default', '--reporter=json'] });
  });
}
