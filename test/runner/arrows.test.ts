// The rule that names the order of the rooms, tried on a small house of its own: an arrow down passes, a planted arrow
// back is refused, whichever house it stands in.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
let house = '';

afterEach(() => rmSync(house, { recursive: true, force: true }));

/** Lays the files in an empty folder and holds them against the project's own rules. The names of the rules broken. */
function broken(files: Record<string, string>): string[] {
  house = mkdtempSync(join(tmpdir(), 'bardo-arrows-'));
  symlinkSync(join(ROOT, 'node_modules'), join(house, 'node_modules'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(house, dirname(path)), { recursive: true });
    writeFileSync(join(house, path), text);
  }
  const args = ['src', 'site', '--config', join(ROOT, '.dependency-cruiser.cjs'), '-T', 'json'];
  const report = JSON.parse(cruise(args));
  const names = report.summary.violations.map(({ rule }: { rule: { name: string } }) => rule.name);
  return [...new Set<string>(names)].sort();
}

/** A report with violations ends with their number; it is printed all the same. */
function cruise(args: readonly string[]): string {
  try {
    const program = join(ROOT, 'node_modules/.bin/depcruise');
    return execFileSync(program, args, { cwd: house, encoding: 'utf8' });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

const use = (path: string) => `import { thing } from '${path}';\nexport const own = thing;\n`;
const THING = 'export const thing = 1;\n';

describe('The order of the rooms', () => {
  it('lets a room ask the rooms below it', () => {
    const files = {
      'src/core/watch/a.ts': use('../bytes/b'),
      'src/core/bytes/b.ts': THING,
      'site/cards/c.ts': use('../words/d'),
      'site/words/d.ts': THING,
    };

    expect(broken(files)).toEqual([]);
  });

  it('refuses an arrow back, in every house', () => {
    const planted = {
      'src/core/bytes/a.ts': use('../watch/b'),
      'src/core/watch/b.ts': THING,
      'src/agent/payments/a.ts': use('../tools/b'),
      'src/agent/tools/b.ts': THING,
      'src/host/a.ts': use('../handlers/b'),
      'src/handlers/b.ts': THING,
      'site/api/store/a.ts': use('../snap/b'),
      'site/api/snap/b.ts': THING,
      'site/words/a.ts': use('../cards/b'),
      'site/cards/b.ts': THING,
      'site/cards/a.ts': use('../app'),
      'site/app.ts': THING,
    };

    expect(broken(planted)).toEqual(
      expect.arrayContaining([
        'src/core-bytes-asks-only-the-rooms-below',
        'src/agent-payments-asks-only-the-rooms-below',
        'src-host-asks-only-the-rooms-below',
        'site/api-store-asks-only-the-rooms-below',
        'site-words-asks-only-the-rooms-below',
        'site-cards-asks-only-the-rooms-below',
      ]),
    );
  });

  it('refuses two rooms that ask each other, though no two files do', () => {
    const files = {
      'site/cards/a.ts': use('../grant/b'),
      'site/grant/b.ts': THING,
      'site/grant/c.ts': use('../cards/d'),
      'site/cards/d.ts': THING,
      'src/core/bytes/e.ts': THING,
    };

    expect(broken(files)).toContain('no-circular-rooms');
  });
});
