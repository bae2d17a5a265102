// Where the world lives between two starts: the chain's state and the control plane's store. They belong
// together, so one without the other is a world that was never whole, and both start over. One world lives there at a
// time: a second one would take the first one's node for a leftover, and its files for its own.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FolderLock } from '../api/store/folder-bid';
import { lockFolder } from '../api/store/folder-lock';
import { makePrivate, privateFolder } from '../api/store/private-folder';

export type Folder = {
  path: string;
  chainState: string;
  store: string;
  golems: string;
  /** There was a world here before. */
  resumed: boolean;
  /** Another world may live here from now on. */
  leave: () => void;
};

/** A sentence for a person; nothing was started. */
export class FolderTaken extends Error {}

export async function openFolder(path: string, { fresh }: { fresh: boolean }): Promise<Folder> {
  const chainState = join(path, 'chain.json');
  const store = join(path, 'plane');
  const golems = join(path, 'golems');
  const { release } = await taken(path);
  endLeftover(path);
  const resumed = !fresh && existsSync(chainState) && existsSync(store);
  const folder = { path, chainState, store, golems, resumed, leave: release };
  if (!resumed) forgetWorld(folder);
  mkdirSync(golems, { recursive: true, mode: 0o700 });
  for (const kept of [chainState, golems]) makePrivate(kept);
  return folder;
}

async function taken(path: string): Promise<FolderLock> {
  try {
    privateFolder(path);
    return await lockFolder(path, { what: 'world', instead: ELSEWHERE });
  } catch (error) {
    throw new FolderTaken((error as Error).message);
  }
}

export function forgetWorld({ chainState, store, golems }: Folder): void {
  for (const part of [chainState, store, golems]) rmSync(part, FORCE);
}

/** Remembers the node's process, in case this one is killed before it can end it. */
export function rememberNode(path: string, pid: number): void {
  writeFileSync(join(path, 'anvil.pid'), `${pid}`);
}

export function forgetNode(path: string): void {
  rmSync(join(path, 'anvil.pid'), FORCE);
}

/** A node left over from a killed world would go on writing the chain's state over ours. */
function endLeftover(path: string): void {
  const file = join(path, 'anvil.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8'));
  rmSync(file, FORCE);
  if (!Number.isInteger(pid) || pid < 2 || !commandOf(pid).includes(join(path, 'chain.json')))
    return;
  // It leads a group of its own.
  process.kill(-pid, 'SIGKILL');
}

/** Empty when there is no such process. */
function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-p', `${pid}`, '-o', 'args='], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

const ELSEWHERE = 'start one elsewhere: npm start -- --folder <path>';
const FORCE = { recursive: true, force: true } as const;
