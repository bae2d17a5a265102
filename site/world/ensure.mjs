// What a fresh clone lacks, installed before anything else runs. Plain Node: it comes before the packages.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';

const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Which lock file the packages are of: its times alone change with every checkout. */
const STAMP = 'node_modules/.bardo-lock';

/** Packages: when there are none, or those of another lock file. Never from within a test: it would lose its own. */
export function ensurePackages() {
  if (process.env.VITEST) return;
  const digest = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
  if (!isInstalled(digest)) {
    console.log('Installing packages (npm ci): about a minute …');
    run('npm', ['ci']);
  }
  writeFileSync(STAMP, digest);
}

/** @param {string} digest */
function isInstalled(digest) {
  const installed = 'node_modules/.package-lock.json';
  if (!existsSync(installed)) return false;
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digest) return true;
  return statSync(installed).mtimeMs >= statSync('package-lock.json').mtimeMs;
}

/** A browser for the tests: one that is there, else Debian's. Returns its path. */
export function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  install('Chromium', 'chromium');
  const installed = findBrowser();
  if (!installed) {
    throw new Error('No Chromium found. Install one, or set CHROMIUM_PATH to its executable.');
  }
  return installed;
}

/** A PostgreSQL for the tests; without one those that need it say in a loud line that they are skipped. */
export function ensurePostgres() {
  if (hasPostgres()) return;
  install('PostgreSQL', 'postgresql');
  if (!hasPostgres()) {
    console.log('SKIPPED: PostgreSQL could not be installed, so only PGlite is tested.');
  }
}

/** One that is named, or Debian's. */
export function hasPostgres() {
  return Boolean(process.env.DATABASE_URL) || existsSync('/usr/lib/postgresql');
}

/** Debian's. Whether it worked is looked at afterwards, whatever the reason. @param {string} name @param {string} debian */
function install(name, debian) {
  console.log(`Installing ${name} (apt-get) …`);
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  try {
    run(...command([...sudo, 'apt-get', 'update']));
    run(...command([...sudo, 'apt-get', 'install', '-y', '--no-install-recommends', debian]));
  } catch {
    console.log(`${name} was not installed.`);
  }
}

function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  for (const name of CHROMIUM_NAMES) {
    const which = spawnSync('which', [name], { encoding: 'utf8' });
    if (which.status === 0) return which.stdout.trim();
  }
  return null;
}

/** @param {string[]} words @returns {[string, string[]]} */
function command([program = '', ...args]) {
  return [program, args];
}

/** @param {string} program @param {string[]} args */
function run(program, args) {
  execFileSync(program, args, { stdio: 'inherit' });
}
