// Folders that nobody else may look into: sessions, watch tokens, pre-signed endings, keys. What is made from here on
// is private (umask); what was made before, by an older version or another tool, is put right or refused.
import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const OTHERS = 0o077;

/** Makes the folder if it is not there. Throws a sentence when it cannot be made private. */
export function privateFolder(path: string): void {
  // Worker threads have no mask of their own.
  if (isMainThread) process.umask(OTHERS);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new Error(`${path} is not a folder.`);
    throw new Error(`The folder ${path} cannot be made: ${message}`);
  }
  makeOnePrivate(path);
}

/** With all that is in it; nothing, where there is no such file. */
export function makePrivate(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  // What a link leads to is not ours to change.
  if (!found || found.isSymbolicLink()) return;
  makeOnePrivate(path);
  if (!found.isDirectory()) return;
  for (const name of readdirSync(path)) makePrivate(join(path, name));
}

function makeOnePrivate(path: string): void {
  const us = process.getuid?.();
  // Windows has no such rights.
  if (us === undefined) return;
  const { mode, uid } = statSync(path);
  if (uid !== us && us !== 0) {
    throw new Error(
      `${path} belongs to another user (${uid}). Give it to the user that runs this, or choose another folder.`,
    );
  }
  if (mode & OTHERS) tighten(path, mode);
}

function tighten(path: string, mode: number): void {
  try {
    chmodSync(path, mode & ~OTHERS & 0o777);
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`Others can read ${path}, and that cannot be changed: ${message}`);
  }
  // Some mounts take the change and forget it.
  if (statSync(path).mode & OTHERS) {
    throw new Error(`Others can read ${path}: its disk keeps no rights. Choose another folder.`);
  }
}
