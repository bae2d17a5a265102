// Bidding for a folder: a file of our own, linked to the place that one process at a time can have.
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

type Bid = {
  /** Our own record, renewed from now on under whatever name it is linked. */
  own: string;
  file: string;
  won: (folder: string) => FolderLock;
  lost: () => void;
};

export async function aBid(folder: string, file: string): Promise<Bid> {
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
export async function follow({ own, file }: Bid, dead: Holder): Promise<boolean> {
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

export async function won(bid: Bid, folder: string): Promise<FolderLock> {
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

export function moment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 10));
}

/** False when there is such a file already. */
export function linked(own: string, path: string): boolean {
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false;
    throw error;
  }
}

function takenWords(folder: string, now: Holder | null): string {
  const by = now ? `process ${now.pid} has it since ${now.since}` : 'nobody has it';
  return `The store in ${folder} is no longer ours: ${by}. This process stood still for too long and writes nothing more there; start it again.`;
}
