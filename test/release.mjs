// The release as it would be published: built without touching the tree, checksum as committed, within
// the size budget, the agent kit beside the Snap, and nothing of the development twin in what a wallet loads.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

// Half of the largest of MetaMask's own Snaps: gator has 973 KB raw, 287 gzip. Nothing of viem is in it: it is our own
// rules and sentences. Each change states its bytes.
const RAW_LIMIT = 430 * 1000;
const GZIP_LIMIT = 143 * 1000;
const PACKED = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'dist/agent/',
  'dist/bundle.js',
  'images/icon.svg',
  'package.json',
  'snap.manifest.json',
  'src/agent/README.md',
  'src/core/protocol/status-v1.schema.json',
  'src/core/protocol/status.schema.json',
];

const before = readFileSync('snap.manifest.json', 'utf8');
execFileSync('node_modules/.bin/mm-snap', ['build'], { stdio: 'inherit' });
demand(
  readFileSync('snap.manifest.json', 'utf8') === before,
  'the build rewrote snap.manifest.json',
);
execFileSync('node_modules/.bin/mm-snap', ['manifest'], { stdio: 'inherit' });

execFileSync('node', ['src/agent/build.mjs'], { stdio: 'inherit' });

const bundle = readFileSync('dist/bundle.js');
// At the level that npm packs with.
const gzip = gzipSync(bundle, { level: 9 }).length;
console.log(
  `bundle: ${bundle.length} bytes raw (limit ${RAW_LIMIT}), ${gzip} gzip (limit ${GZIP_LIMIT})`,
);
demand(bundle.length <= RAW_LIMIT, 'the bundle is over its raw size budget');
demand(gzip <= GZIP_LIMIT, 'the bundle is over its gzip size budget');

const [{ files }] = JSON.parse(
  execFileSync('npm', ['pack', '--dry-run', '--json', '--loglevel=error'], { encoding: 'utf8' }),
);
for (const { path } of files) {
  demand(
    PACKED.some((name) => path === name || (name.endsWith('/') && path.startsWith(name))),
    `${path} must not be published`,
  );
  if (/\.md$/.test(path)) continue;
  // The agent kit runs in Node and refuses plain http except to this computer, so it must know its names; what
  // it must not have is a place there. The Snap's own files know nothing of it at all.
  const local = path.startsWith('dist/agent/')
    ? /:\/\/(localhost|127\.0\.0\.1)/
    : /localhost|127\.0\.0\.1/;
  demand(!local.test(readFileSync(path, 'utf8')), `${path} mentions localhost`);
}
console.log(`package: ${files.length} files, no place on this computer in them`);

/** @param {boolean} holds @param {string} otherwise */
function demand(holds, otherwise) {
  if (holds) return;
  console.error(`release: ${otherwise}`);
  process.exit(1);
}
