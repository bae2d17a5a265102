// The development twin of the Snap: the same source built for loopback, with its own manifest, icon and
// a faster heartbeat, in the git-ignored folder .twin/. The committed manifest stays the release one.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { buildIfChanged, once, runTool } from './built';

export const TWIN = '.twin';
export const TWIN_PORTAL = 'http://localhost:3003';
/** As snap.config.ts compiles it in. */
export const TWIN_ID = 'local:http://localhost:8080';
const RELEASE_PORTAL = 'https://bardo.ai';
const PLACEHOLDER_SHASUM = `${'A'.repeat(43)}=`;

const INPUTS = [
  ...['src', 'images/icon.svg', 'snap.config.ts', 'snap.manifest.json', 'tsconfig.json'],
  ...[
    'package.json',
    'package-lock.json',
    'site/world/builds/twin.ts',
    'site/world/builds/twin.vite.ts',
  ],
];
const PLACE = { inputs: INPUTS, stamp: `${TWIN}/stamp`, output: `${TWIN}/dist/bundle.js` };

/** As small as the release. True when it was built; false when the one that is there is of the present sources. */
export const stageTwin = once(() =>
  buildIfChanged({ ...PLACE, run: () => build('mm-snap', ['build']) }),
);

/** For who waits for it: the one above if it is there, else one that is made in a second (twin.vite.ts). */
export const stageQuickTwin = once(() =>
  buildIfChanged({
    ...PLACE,
    variant: 'quick',
    run: () => build('vite', ['build', '--config', 'site/world/builds/twin.vite.ts']),
  }),
);

async function build(builder: string, args: string[]): Promise<void> {
  mkdirSync(`${TWIN}/images`, { recursive: true });
  writeFileSync(`${TWIN}/images/icon.svg`, twinIcon(readFileSync('images/icon.svg', 'utf8')));
  copyFileSync('package.json', `${TWIN}/package.json`);
  const manifest = twinManifest(readFileSync('snap.manifest.json', 'utf8'));
  writeFileSync(`${TWIN}/snap.manifest.json`, `${JSON.stringify(manifest, null, 2)}\n`);
  await runTool(builder, args, { BARDO_TWIN: '1' });
}

/** Release manifest to twin: other name, loopback origin, a heartbeat one can watch. */
export function twinManifest(release: string) {
  const manifest = JSON.parse(release.replaceAll(RELEASE_PORTAL, TWIN_PORTAL));
  manifest.proposedName = 'Bardo development';
  manifest.source.shasum = PLACEHOLDER_SHASUM;
  manifest.initialPermissions['endowment:cronjob'].jobs[0].duration = 'PT20S';
  return manifest;
}

/** The same mark on another ground, so that nobody takes the twin for the release. */
function twinIcon(icon: string): string {
  return icon.replace('#1b1630', '#7a3b00');
}
