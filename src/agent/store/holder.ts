// Who holds a store, and whether they still live. A process id proves nothing by itself: it may be somebody else's by now,
// or of another namespace. Where the kernel is the same and counts processes as ours does, id and start time decide, at once.
// Elsewhere (another container, another computer, no /proc) the holder's lease decides: it renews the times of its file,
// and whether they change is watched by a clock that cannot be set.
import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { hostname } from 'node:os';

export type Holder = {
  id: string;
  pid: number;
  since: string;
  host: string | null;
  /** This run of the computer's kernel. */
  boot: string | null;
  /** Which processes `pid` counts among. */
  pids: string | null;
  /** Start of the process, in clock ticks since boot. */
  born: string | null;
};

export const RENEW_MS = 1000;
/** A holder that renewed nothing for so long is gone, if nothing better is known. */
const LEASE_MS = 10_000;

export function aHolder(id: string): Holder {
  const since = new Date().toISOString();
  return { id, pid: process.pid, since, host: hostname(), ...whereabouts(), born: birthOf('self') };
}

/** null: there is no such file. One that is no record of ours holds as well, until its lease is over. */
export function readHolder(path: string): Holder | null {
  const text = textOf(() => readFileSync(path, 'utf8'));
  if (text === null) return null;
  const nobody = { pid: 0, since: 'an unknown time', host: null, boot: null, pids: null };
  try {
    const { id, pid, since, host, boot, pids, born } = JSON.parse(text) as Partial<Holder>;
    if (typeof id === 'string' && /^[0-9a-f]{32}$/.test(id) && Number.isSafeInteger(pid)) {
      const word = (value: unknown) => (typeof value === 'string' ? value : null);
      const place = { host: word(host), boot: word(boot), pids: word(pids), born: word(born) };
      return { id, pid: pid as number, since: `${since}`.slice(0, 40), ...place };
    }
  } catch {
    // Said below.
  }
  return { id: 'unreadable', ...nobody, born: null };
}

/** `path`: the file that says so, for its lease. */
export async function isAlive(holder: Holder, path: string): Promise<boolean> {
  const { boot, host, pid } = holder;
  if (isCountedHere(holder)) return isSameProcess(holder);
  // Where nothing is known of namespaces, a missing process is a dead one; one that is there may be another by now.
  if (whereabouts().boot === null && boot === null && host === hostname() && !isThere(pid))
    return false;
  return isRenewed(path);
}

/** For certain, and at once. */
export function isKnownDead(holder: Holder): boolean {
  return isCountedHere(holder) && !isSameProcess(holder);
}

function isCountedHere({ boot, pids }: Holder): boolean {
  const here = whereabouts();
  return here.boot !== null && boot === here.boot && pids !== null && pids === here.pids;
}

/** Watches until the file changes or goes, or the lease is over. */
async function isRenewed(path: string): Promise<boolean> {
  const first = stampOf(path);
  const started = performance.now();
  while (performance.now() - started < LEASE_MS) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    if (stampOf(path) !== first) return true;
  }
  return false;
}

function stampOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? `${stat.ino} ${stat.mtimeMs} ${stat.ctimeMs}` : 'gone';
}

function whereabouts(): Pick<Holder, 'boot' | 'pids'> {
  return {
    boot: textOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    pids: textOf(() => readlinkSync('/proc/self/ns/pid')),
  };
}

function isSameProcess({ pid, born }: Holder): boolean {
  if (pid < 1 || !isThere(pid)) return false;
  // /proc may still be that of another namespace, where the number is somebody else's.
  const ours = textOf(() => readlinkSync('/proc/self')) === `${process.pid}`;
  if (!ours) return true;
  // Killed, and kept in the list by a parent that never asks how it ended: it writes nothing more.
  if (statOf(pid)?.[0] === 'Z') return false;
  return born === null || birthOf(pid) === born;
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Field 22 of Linux' stat; null where there is no such file. */
function birthOf(pid: number | 'self'): string | null {
  return statOf(pid)?.[19] ?? null;
}

/** Linux' stat from its third field, the state of the process, on. */
function statOf(pid: number | 'self'): string[] | null {
  const stat = textOf(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? null;
}

function textOf(read: () => string): string | null {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EPERM' || code === 'EIO') throw error;
    return null;
  }
}
