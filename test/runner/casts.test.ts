// A cast to Address or Hex says that somebody has looked. Nobody has: what comes from outside is read by the parsers
// of core/protocol and by `isHex`, and their types flow from there. What is left are values of which an ABI or EIP-712
// type, known only at run time, is the proof.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const MAX_CASTS = 8;
const CAST = /\bas (?:readonly )?(?:Address|Hex)\b|\bas `0x/;

const lines = ['src', 'site']
  .flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)dist\//.test(file))
      .map((file) => join(room, file)),
  )
  .flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .map((line, index) => ({ line, at: `${file}:${index + 1}` })),
  );

it('product code casts to Address or Hex a handful of times at most', () => {
  const casts = lines.filter(({ line }) => CAST.test(line)).map(({ at }) => at);

  expect(lines.length).toBeGreaterThan(30_000);
  expect(casts.length, casts.join('\n')).toBeLessThanOrEqual(MAX_CASTS);
});
