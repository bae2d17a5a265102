// `npm run pictures`: takes every picture of the documents again, from the running product, in the same walks that
// test it. Takes some five minutes. Quantised where pngquant is installed, so that they stay small.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser, ensurePackages } from '../site/world/ensure.mjs';

/** Who takes them: the tour of the demo world, and the site's own walks with every screen of theirs. */
const WALKS = [
  'test/e2e/tour.test.ts',
  'test/site/browser/stranger.test.ts',
  'test/site/ending/browser',
  'test/site/grant/browser',
];

/** Picture in images/ ← what the walk calls it. */
const KEPT = {
  ...same('demo-world', 'snap-home', 'snap-insight', 'snap-lease', 'snap-death'),
  'site-connect': 'hero',
  'site-install': 'install',
  'site-snap-off': 'snap-off',
  'site-request': 'home',
  'site-form': 'form',
  'site-strategy': 'strategy',
  'site-granted': 'granted-other',
  'site-interrupted': 'interrupted',
  'site-golem': 'golem-alone',
  'site-golem-dark': 'golem-dark',
  'site-golem-phone': 'golem-phone',
  'site-gas': 'no-gas',
  'site-identity': 'identity',
  'site-revoke': 'revoke',
  'site-revoked-half': 'revoked-half',
  'site-panic': 'panic',
  'site-death': 'death',
  'site-succession': 'succession',
  'site-offline': 'offline',
};

ensurePackages();
const folder = mkdtempSync(join(tmpdir(), 'bardo-pictures-'));
const env = { ...process.env, CHROMIUM_PATH: ensureBrowser(), PICTURES: folder };
// Built once before, as two walks at a time must not both build the site.
spawnSync('node_modules/.bin/tsx', ['site/world/builds/stage.ts'], { stdio: 'inherit', env });
const walked = spawnSync('node_modules/.bin/vitest', ['run', ...WALKS], { stdio: 'inherit', env });
const missing = Object.values(KEPT).filter((name) => !existsSync(join(folder, `${name}.png`)));
if (missing.length > 0) {
  console.error(`Not taken: ${missing.join(', ')}. Nothing in images/ was changed.`);
  process.exit(1);
}
const bytes = Object.entries(KEPT).map(([name, taken]) =>
  keep(join(folder, `${taken}.png`), `images/${name}.png`),
);
rmSync(folder, { recursive: true });
const total = Math.round(bytes.reduce((sum, one) => sum + one, 0) / 1000);
console.log(`${bytes.length} pictures in images/, ${total} KB`);
process.exit(walked.status ?? 1);

/** @param {string} from @param {string} to @returns {number} its size */
function keep(from, to) {
  const args = ['--force', '--skip-if-larger', '--quality=60-95', '--strip', '--output', to, from];
  const made = spawnSync('pngquant', args);
  if (made.error) console.warn(`${to} is as large as it was taken: pngquant is not installed.`);
  if (made.status !== 0) copyFileSync(from, to);
  return statSync(to).size;
}

/** @param {string[]} names */
function same(...names) {
  return Object.fromEntries(names.map((name) => [name, name]));
}
