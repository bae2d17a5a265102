// The folder of the demo world: one world at a time, and what a killed one left is ended.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FolderTaken, openFolder, rememberNode } from '../../site/world/folder';

let folder: string;
let node: ChildProcess;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bardo-folder-'));
  // As the node does, it leads a group of its own and names its file.
  const wait = ['-e', 'console.log(); setInterval(() => {}, 1000)', join(folder, 'chain.json')];
  node = spawn(process.execPath, wait, { detached: true });
  await once(node.stdout as NodeJS.ReadableStream, 'data');
});

afterEach(() => {
  node.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

async function aWorld() {
  const world = await openFolder(folder, { fresh: false });
  rememberNode(folder, node.pid ?? 0);
  writeFileSync(world.chainState, '{}');
  mkdirSync(world.store);
  return world;
}

it('is one world’s: a second start harms nothing of it, also with --fresh, and says why', async () => {
  const { leave, chainState } = await aWorld();

  for (const fresh of [false, true]) {
    const second = openFolder(folder, { fresh });
    await expect(second).rejects.toThrow(FolderTaken);
    await expect(second).rejects.toThrow(/The world in .* is in use by process \d+ .*--folder/);
  }

  expect([node.exitCode, node.signalCode]).toEqual([null, null]);
  expect(existsSync(chainState)).toBe(true);
  leave();
});

it('has the node of a killed world ended before the next one begins', async () => {
  (await aWorld()).leave();
  const gone = once(node, 'exit');

  const next = await openFolder(folder, { fresh: false });

  expect(await gone).toEqual([null, 'SIGKILL']);
  expect(next.resumed).toBe(true);
  next.leave();
});

it('cannot be a file, and that is said in words', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');

  await expect(openFolder(file, { fresh: false })).rejects.toThrow(/file is not a folder\./);
  const within = openFolder(join(file, 'x'), { fresh: false });
  await expect(within).rejects.toThrow(/The folder .*x cannot be made: ENOTDIR/);
});
