// One process per folder, for a store that would be ruined by two. The lock is a file that appears with its content
// (`link`), so nobody ever reads half of it. It is never removed by anybody but its holder: who finds a holder dead
// must first win the right to follow that very holder, a file that can be made once (`….after.<id>`), and then
// replaces the lock in one step. So nobody can remove a fresh lock for the dead one they saw a moment ago. Who dies
// with the right is followed in the same way.
//
// A holder that was frozen, while another computer took its lease for over, finds out before it writes again: `check`.
import { hostname } from 'node:os';
import { join } from 'node:path';
import { aBid, type FolderLock, follow, linked, moment, won } from './folder-bid';
import { type Holder, isAlive, readHolder } from './holder';

/** Long enough for any number that start at once. */
const PATIENCE_MS = 60_000;

/** What the folder holds, and what else can be done than to wait for it; both in words. */
export type Kept = { what: string; instead: string };

const STORE: Kept = {
  what: 'store',
  instead: 'use another folder (BARDO_DATA), or PostgreSQL (DATABASE_URL) to run several',
};

/** Throws a sentence: which process has the folder, or why nobody can have it. */
export async function lockFolder(folder: string, kept = STORE): Promise<FolderLock> {
  try {
    return await lockOf(folder, kept);
  } catch (error) {
    throw new Error(reasonOf(error as NodeJS.ErrnoException, folder, kept));
  }
}

async function lockOf(folder: string, kept: Kept): Promise<FolderLock> {
  const file = join(folder, 'bardo.lock');
  const bid = await aBid(folder, file);
  try {
    for (const started = performance.now(); performance.now() - started < PATIENCE_MS; ) {
      if (linked(bid.own, file)) return await won(bid, folder);
      const holder = readHolder(file);
      if (!holder) {
        await moment();
        continue;
      }
      if (await isAlive(holder, file)) {
        // It may have been released, or taken by another, while we looked.
        if (readHolder(file)?.id !== holder.id) continue;
        throw new Error(refusal(folder, holder, kept));
      }
      if (await follow(bid, holder)) return await won(bid, folder);
    }
    throw new Error(`The ${kept.what} in ${folder} is being taken by other processes. Try again.`);
  } catch (error) {
    bid.lost();
    throw error;
  }
}

/** Where the disk itself stands in the way, what its error means here. */
function reasonOf(error: NodeJS.ErrnoException, folder: string, { what, instead }: Kept): string {
  const { code, syscall, message } = error;
  if (code === undefined) return message;
  const cannot = `The ${what} in ${folder} cannot be locked`;
  if (code === 'EISDIR' || code === 'ELOOP') {
    return `${cannot}: bardo.lock in it is no lock of ours (${message}). Move it away.`;
  }
  if (syscall === 'link') {
    return `${cannot}: its disk makes no hard links (${message}). Please ${instead}.`;
  }
  return `${cannot}: ${message}. Please ${instead}.`;
}

function refusal(folder: string, { pid, since, host }: Holder, { what, instead }: Kept): string {
  const who = `process ${pid}${host && host !== hostname() ? ` on ${host}` : ''}`;
  return `The ${what} in ${folder} is in use by ${who} since ${since}. Stop it first, or ${instead}.`;
}
