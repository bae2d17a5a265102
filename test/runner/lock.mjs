// `npm run lock`: makes package-lock.json whole for every platform. npm leaves out optional platform
// packages (a compiler's macOS build, say) that the registry at hand does not have, and `npm ci` then
// refuses the lock. Their exact versions stand in their parent's entry, their platform in their name.
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = 'package-lock.json';
const SYSTEMS = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
  'aix',
];
/** @type {{ [name: string]: string }} */
const PROCESSORS = {
  amd64: 'x64',
  x64: 'x64',
  arm64: 'arm64',
  arm: 'arm',
  ia32: 'ia32',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  loong64: 'loong64',
  mips64el: 'mips64el',
};

const lock = JSON.parse(readFileSync(FILE, 'utf8'));
let added = 0;
for (const [parent, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const path = `${parent.slice(0, parent.lastIndexOf('node_modules/'))}node_modules/${name}`;
    const platform = platformOf(name);
    if (lock.packages[path] || !platform || !/^\d+\.\d+\.\d+/.test(String(version))) continue;
    lock.packages[path] = {
      version,
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
      ...platform,
    };
    added += 1;
  }
}
// The root's entry has the empty path and sorts first.
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')),
);
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${FILE}: ${added} platform packages added`);

/** `@swc/core-linux-arm-gnueabihf` → linux on arm; null for a package that is not bound to a platform. @param {string} name */
function platformOf(name) {
  const words = name.split(/[/-]/);
  const os = words.find((word) => SYSTEMS.includes(word));
  const cpu = words.map((word) => PROCESSORS[word]).find((word) => word);
  return os && cpu ? { os: [os], cpu: [cpu] } : null;
}
