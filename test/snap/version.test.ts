// One version everywhere, and a site that asks for it: the questions of the site and the Snap that knows them go out together.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { installBardo } from './bardo';
import { startPlane } from './plane';

const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const { version } = json('package.json');

describe('The version', () => {
  it('is the same in package, lock and manifest, and the newest of the changelog', () => {
    const lock = json('package-lock.json');
    const [newest] = readFileSync('CHANGELOG.md', 'utf8').match(/(?<=^## )\d+\.\d+\.\d+/m) ?? [];

    expect([lock.version, lock.packages[''].version]).toEqual([version, version]);
    expect(json('snap.manifest.json').version).toBe(version);
    expect(newest).toBe(version);
  });

  it('is what the Snap says of itself, and the oldest that the site asks for', async () => {
    const bardo = await installBardo(await startPlane());

    expect(await bardo.ask('getVersion')).toMatchObject({ result: { version } });
    expect(json('site/public/settings.json').snapVersion).toBe(`^${version}`);
  });

  it('knows what the site asks about a guardian: whose Golem, and which one it was told', async () => {
    const bardo = await installBardo(await startPlane());
    const owner = `0x${'0a'.repeat(20)}`;

    expect(await bardo.ask('getGuardian', { golem: 'atlas', owner, known: owner })).toMatchObject({
      result: { guardian: expect.stringMatching(/^0x[0-9a-f]{40}$/i) },
    });
  });
});
