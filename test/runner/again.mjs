// `npm run test:again -- 10 test/api/relay/relay.test.ts [--calm]`: a suite again and again, with one busy loop per core
// beside it. A test that fails once in ten runs is wrong, and shows it sooner on a machine that has no time.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser, ensurePackages, ensurePostgres } from '../../site/world/ensure.mjs';
import { closing, reportTally, stepTally } from './tally.mjs';

const words = process.argv.slice(2);
const calm = words.includes('--calm');
const [count = '', ...suites] = words.filter((word) => word !== '--calm');
if (!/^[1-9]\d{0,3}$/.test(count) || suites.length === 0) {
  console.error('Usage: npm run test:again -- <times> <suite…> [--calm]');
  process.exit(2);
}

ensurePackages();
ensurePostgres();
const env = { ...process.env, CHROMIUM_PATH: ensureBrowser(), DO_NOT_TRACK: '1' };
const built = suites.some((suite) => suite.startsWith('test/snap'));
/** Suites that need the built twin and site. */
const staged = suites.some((suite) => /^test\/(snap|e2e|site|world)/.test(suite));
const reports = mkdtempSync(join(tmpdir(), 'bardo-again-'));
const loops = calm
  ? []
  : Array.from({ length: availableParallelism() }, () => spawn('node', ['-e', 'for (;;) {}']));
process.on('exit', () => {
  for (const loop of loops) loop.kill('SIGKILL');
  rmSync(reports, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

const tallies = [stepTally('development twin and companion site', !staged || stage())];
for (let time = 1; time <= Number(count); time += 1) {
  const file = join(reports, `${time}.json`);
  const started = Date.now();
  const [program, ...args] = built
    ? ['jest', ...suites, '--json', `--outputFile=${file}`]
    : ['vitest', 'run', ...suites, '--reporter=json', `--outputFile=${file}`];
  const { status } = spawnSync(`node_modules/.bin/${program}`, args, { env, stdio: 'ignore' });
  const tally = reportTally(suites.join(' '), file, status === 0);
  tallies.push(tally);
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(
    `${time} of ${count}: ${tally.passed} passed, ${tally.failed} failed in ${seconds} s`,
  );
}
console.log(`\n${closing(tallies).join('\n')}`);
process.exit(tallies.some(({ failed }) => failed > 0) ? 1 : 0);

function stage() {
  const built = spawnSync('node_modules/.bin/tsx', ['site/world/builds/stage.ts'], {
    env,
    stdio: 'inherit',
  });
  return built.status === 0;
}
