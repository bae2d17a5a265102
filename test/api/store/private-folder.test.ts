// What the embedded store keeps is for its owner's eyes: sessions, the watch tokens' secret, pre-signed endings.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPglite } from '../../../site/api/store/pglite';
import { openFolder } from '../../../site/world/folder';

let folder: string;
const before = process.umask();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bardo-private-'));
});

afterEach(() => {
  process.umask(before);
  rmSync(folder, { recursive: true });
});

/** What others may do with it or with anything in it. */
function open(path: string): string[] {
  const { mode } = lstatSync(path);
  const within = lstatSync(path).isDirectory()
    ? readdirSync(path).flatMap((name) => open(join(path, name)))
    : [];
  return [...(mode & 0o077 ? [`${path} ${(mode & 0o777).toString(8)}`] : []), ...within];
}

it('is made private, whatever the mask, and stays so', async () => {
  process.umask(0);
  const place = join(folder, 'store');

  const store = await openPglite(place);
  await store.query('create table later (line text)');
  await store.query(`insert into later select repeat('x', 2000) from generate_series(1, 2000)`);

  expect(open(place)).toEqual([]);
  expect(statSync(place).mode & 0o777).toBe(0o700);
  await store.close();
  expect(open(place)).toEqual([]);
});

it('puts right what an older version has made, and leaves other people’s files alone', async () => {
  const place = join(folder, 'store');
  await (await openPglite(place)).close();
  const [table] = readdirSync(join(place, 'pglite', 'base', '1'));
  const foreign = join(folder, 'foreign');
  writeFileSync(foreign, 'not ours');
  chmodSync(foreign, 0o644);
  symlinkSync(foreign, join(place, 'pglite', 'link'));
  for (const path of ['.', 'pglite', 'pglite/base']) chmodSync(join(place, path), 0o777);
  chmodSync(join(place, 'pglite', 'base', '1', `${table}`), 0o666);
  chmodSync(join(place, 'pglite', 'global'), 0o755);

  const store = await openPglite(place);

  rmSync(join(place, 'pglite', 'link'));
  expect(open(place)).toEqual([]);
  expect(statSync(foreign).mode & 0o777).toBe(0o644);
  await store.close();
});

it('keeps the demo world’s folder private too: keys of Golems, chain, store', async () => {
  const place = join(folder, 'world');
  for (const path of ['', 'golems', 'plane']) mkdirSync(join(place, path), { recursive: true });
  const files = ['chain.json', 'golems/key.json'].map((name) => join(place, name));
  for (const file of files) {
    writeFileSync(file, '{}');
    chmodSync(file, 0o666);
  }
  for (const path of ['', 'golems']) chmodSync(join(place, path), 0o777);

  const { leave } = await openFolder(place, { fresh: false });

  expect(open(place).filter((line) => !line.includes('/plane'))).toEqual([]);
  expect(statSync(place).mode & 0o777).toBe(0o700);
  leave();
});

it('refuses a folder of another user with a sentence', () => {
  const place = join(folder, 'store');
  mkdirSync(place);
  const script = `import { openPglite } from './site/api/store/pglite.ts';
    openPglite(process.argv[1]).then(() => console.log('opened'), ({ message }) => console.log(message));`;
  const other = process.getuid?.() === 0 ? 65_534 : (process.getuid?.() ?? 0);
  if (process.getuid?.() === 0) {
    // Ours, opened by somebody else.
    chmodSync(folder, 0o755);
    chmodSync(place, 0o777);
  } else {
    // Only root may give a file away: the root folder is not ours.
    expect(() => chownSync(place, 0, 0)).toThrow();
  }
  const target = process.getuid?.() === 0 ? place : '/usr';
  const run = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', script, target],
    { encoding: 'utf8', env: { ...process.env, TSX_DISABLE_CACHE: '1' }, uid: other },
  );

  expect(`${run.stdout}${run.stderr}`).toContain('belongs to another user');
});
