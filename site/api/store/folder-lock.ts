// One process per folder, for a store that would be ruined by two. The lock is a file that appears with its content
// (`link`), so nobody ever reads half of it. It is never removed by anybody but its holder: who finds a holder dead
// must first win the right to follow that very holder, a file that can be made once (`….after.<id>`), and then
// replaces the lock in one step. So nobody can remove a fresh lock for the dead one they saw a moment ago. Who dies
// with the right is followed in the same way.
//
// A holder that was frozen, while another computer took its lease for over, finds out before it writes again: `check`.
import {
  closeSync,
  fsyncSync,
  futimesSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import {
  aHolder,
  type Holder,
  isAlive,
  isGone,
  lifeOf,
  RENEW_MS,
  readHolder,
  showLife,
} from './holder';

export type FolderLock = {
  /** Throws when the folder is somebody else's by now. */
  check: () => void;
  release: () => void;
};

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

type Bid = {
  /** Our own record, renewed from now on under whatever name it is linked. */
  own: string;
  file: string;
  won: (folder: string) => FolderLock;
  lost: () => void;
};

async function aBid(folder: string, file: string): Promise<Bid> {
  const life = await showLife(folder);
  const own = `${file}.${life.id}`;
  const record = openSync(own, 'wx', 0o600);
  writeSync(record, JSON.stringify(aHolder(life.name, life.id)));
  fsyncSync(record);
  const renewal = setInterval(() => {
    const now = Date.now() / 1000;
    futimesSync(record, now, now);
  }, RENEW_MS);
  renewal.unref();
  // The open record keeps its number: no other file can have it.
  const { ino } = statSync(own);
  const end = () => {
    clearInterval(renewal);
    rmSync(own, { force: true });
    life.end();
    closeSync(record);
  };
  const won = (place: string): FolderLock => {
    rmSync(own, { force: true });
    const isOurs = () => statSync(file, { throwIfNoEntry: false })?.ino === ino;
    return {
      check: () => {
        if (!isOurs()) throw new Error(takenWords(place, readHolder(file)));
      },
      release: () => {
        if (isOurs()) rmSync(file, { force: true });
        end();
      },
    };
  };
  return { own, file, won, lost: end };
}

/** Takes the place of a dead holder; false when another did, or is about to. */
async function follow({ own, file }: Bid, dead: Holder): Promise<boolean> {
  const path = (id: string) => `${file}.after.${id}`;
  const passed = [dead];
  for (let last = dead; !linked(own, path(last.id)); passed.push(last)) {
    const rival = readHolder(path(last.id));
    if (!rival) return false;
    if (await isAlive(rival, path(last.id))) {
      await moment();
      return false;
    }
    last = rival;
  }
  // Whoever had the right before us may have used it; nobody but us can now.
  const still = readHolder(file)?.id === dead.id;
  if (still) renameSync(own, file);
  for (const { id, life } of passed) {
    rmSync(path(id), { force: true });
    if (life) rmSync(join(dirname(file), life), { force: true });
  }
  return still;
}

async function won(bid: Bid, folder: string): Promise<FolderLock> {
  const lock = bid.won(folder);
  for (const name of readdirSync(folder)) await sweep(folder, name);
  return lock;
}

/** What is left of somebody who died before they had the lock. Who cannot be told from the living stays. */
async function sweep(folder: string, name: string): Promise<void> {
  const [, id] = /^bardo\.lock\.([0-9a-f-]{45})(?:\.life)?$/.exec(name) ?? [];
  if (!id || !(await isGone(folder, id))) return;
  for (const left of [`bardo.lock.${id}`, lifeOf(id)]) rmSync(join(folder, left), { force: true });
}

function moment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 10));
}

/** False when there is such a file already. */
function linked(own: string, path: string): boolean {
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false;
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

function takenWords(folder: string, now: Holder | null): string {
  const by = now ? `process ${now.pid} has it since ${now.since}` : 'nobody has it';
  return `The store in ${folder} is no longer ours: ${by}. This process stood still for too long and writes nothing more there; start it again.`;
}
