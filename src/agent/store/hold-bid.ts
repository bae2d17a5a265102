// Bidding for a store: a file of our own, linked to the place that one process at a time can have.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  futimesSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { aHolder, type Holder, isAlive, isKnownDead, RENEW_MS, readHolder } from './holder';

export type Hold = {
  /** Throws when the store is somebody else's by now. */
  check: () => void;
  /** Of this user; the last one in the process lets it go. */
  release: () => void;
};

export class StoreInUse extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'StoreInUse';
  }
}

/** Let go when the process ends in order; after any other end the next holder sees that we are gone. */
const atExit = new Set<() => void>();

function releaseAll(): void {
  for (const release of atExit) release();
}

/** Our own record, renewed from now on under whatever name it is linked. */
export function aBid(path: string, store: string) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const id = randomBytes(16).toString('hex');
  const own = `${path}.${id}`;
  const record = written(own, JSON.stringify(aHolder(id)));
  const renewal = setInterval(() => renew(record), RENEW_MS);
  renewal.unref();
  // The open record keeps its number: no other file can have it.
  const { ino } = statSync(own);
  const isOurs = () => statSync(path, { throwIfNoEntry: false })?.ino === ino;
  const end = () => {
    clearInterval(renewal);
    rmSync(own, { force: true });
    closeSync(record);
  };
  const release = () => {
    atExit.delete(release);
    if (isOurs()) rmSync(path, { force: true });
    end();
  };
  const won = (): Hold => {
    rmSync(own, { force: true });
    process.off('exit', releaseAll).once('exit', releaseAll);
    atExit.add(release);
    sweep(path);
    const check = () => {
      if (!isOurs()) throw new StoreInUse(taken(store, readHolder(path)));
    };
    return { check, release };
  };
  return { own, won, end };
}

/** Left open. */
function written(path: string, text: string): number {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
    return file;
  } catch (error) {
    // A full disk.
    closeSync(file);
    rmSync(path, { force: true });
    throw error;
  }
}

/** A disk that fails for a moment must not end the process; one that fails for good lets the lease run out. */
function renew(record: number): void {
  const now = Date.now() / 1000;
  try {
    futimesSync(record, now, now);
  } catch {
    // The next one may do.
  }
}

/** What is left of those who died before they had it; who cannot be told from the living stays. */
function sweep(path: string): void {
  const [folder, name] = [dirname(path), basename(path)];
  const bids = readdirSync(folder).filter((file) => file.startsWith(`${name}.`));
  for (const file of bids.filter((bid) => /^[0-9a-f]{32}$/.test(bid.slice(name.length + 1)))) {
    const left = join(folder, file);
    const holder = readHolder(left);
    if (holder && isKnownDead(holder)) rmSync(left, { force: true });
  }
}

/** Takes the place of a dead holder; false when another did, or is about to. */
export async function follows(own: string, path: string, dead: Holder): Promise<boolean> {
  const rightAfter = (id: string) => `${path}.after.${id}`;
  const passed = [dead];
  for (let last = dead; !linked(own, rightAfter(last.id)); passed.push(last)) {
    const rival = readHolder(rightAfter(last.id));
    if (!rival) return false;
    if (await isAlive(rival, rightAfter(last.id))) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      return false;
    }
    last = rival;
  }
  // Whoever had the right before us may have used it; nobody but us can now.
  const still = readHolder(path)?.id === dead.id;
  if (still) renameSync(own, path);
  for (const { id } of passed) {
    rmSync(rightAfter(id), { force: true });
    rmSync(`${path}.${id}`, { force: true });
  }
  return still;
}

/** False when there is such a file already. */
export function linked(own: string, path: string): boolean {
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    // The file is our own and was made in the same folder a moment ago: what is refused is the link.
    if (NO_LINKS.includes(code)) throw new Error(noLinks(dirname(path), code));
    throw error;
  }
}

/** How systems refuse hard links: FAT and exFAT, network and shared folders, phones. */
const NO_LINKS = ['EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

function noLinks(folder: string, code: string): string {
  return `The file system of ${folder} takes no hard links (${code}), so nothing there can be kept to one process, and nothing is read, written or paid. Keep the key file or the folder on a disk that takes them, such as ext4, APFS or NTFS; memory cards and shared folders often do not.`;
}

function taken(store: string, now: Holder | null): string {
  const by = now ? `process ${now.pid} has it since ${now.since}` : 'nobody has it';
  return `${store} is no longer ours: ${by}. This process stood still for too long and writes nothing more there; start it again.`;
}
