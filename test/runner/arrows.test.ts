// The rule that names the order of the rooms, tried on a small house of its own: an arrow down passes, a planted arrow
// back is refused, whichever house it stands in.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const RULES: { forbidden: { name: string; from: { path?: unknown } }[] } = createRequire(
  import.meta.url,
)(join(ROOT, '.dependency-cruiser.cjs'));
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

/** Rooms with rules of their own: houses, and what holds no code. */
const APART: { [house: string]: readonly string[] } = {
  src: ['agent'],
  site: ['api', 'world', 'public', 'style'],
};

/** Parts of one room, bound by nothing but that they form no circle. */
const PARTS = ['site/world/wallet'];

/** Whose arrows are bound, by house: read from the rules themselves. */
function orders(): { [house: string]: string[] } {
  const found: { [house: string]: string[] } = {};
  for (const { name, from } of RULES.forbidden) {
    if (!name.endsWith('-asks-only-the-rooms-below')) continue;
    const room = `${from.path}`.replace(/^\^|\/$/g, '');
    found[dirname(room)] = [...(found[dirname(room)] ?? []), basename(room)];
  }
  return found;
}

function roomsIn(house: string): string[] {
  return readdirSync(join(ROOT, house), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'dist')
    .map(({ name }) => name)
    .sort();
}

function housesBelow(house: string): string[] {
  return roomsIn(house).flatMap((room) => [`${house}/${room}`, ...housesBelow(`${house}/${room}`)]);
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

  it('refuses an arrow from every room to the one above it', () => {
    const pairs = Object.entries(orders()).flatMap(([house, rooms]) =>
      rooms.slice(1).map((above, at) => ({ house, above, room: `${rooms[at]}` })),
    );
    const files = pairs.flatMap(({ house, above, room }) => [
      [`${house}/${room}/a.ts`, use(`../${above}/b`)],
      [`${house}/${above}/b.ts`, THING],
    ]);

    expect(pairs.length).toBeGreaterThan(50);
    expect(broken(Object.fromEntries(files))).toEqual(
      expect.arrayContaining(
        pairs.map(({ house, room }) => `${house}-${room}-asks-only-the-rooms-below`),
      ),
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

  it('has a place for each room: one that is forgotten could ask whom it likes', () => {
    for (const [house, rooms] of Object.entries(orders())) {
      const there = roomsIn(house).filter((room) => !APART[house]?.includes(room));
      expect([...rooms].sort(), house).toEqual(there);
    }
  });

  it('is kept in every house of more than two rooms', () => {
    const houses = ['src', 'site', ...housesBelow('src'), ...housesBelow('site')];
    const large = houses.filter((house) => roomsIn(house).length > 2);

    expect(large.filter((house) => !(house in orders()) && !PARTS.includes(house))).toEqual([]);
  });
});
