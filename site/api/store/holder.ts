// Who holds a folder, and whether they still live. A process id proves nothing by itself: it may be somebody else's
// by now, or of another namespace. Three proofs, the best first:
//
//   life    a listening socket in the folder. The kernel answers for it as long as the process exists, also when it
//           is stopped or too busy, and in whatever namespace it runs; it refuses the moment the process is gone
//   birth   process id and start time, where both are counted as ours are
//   lease   the file's own times, which a holder renews. Whether they change is watched by a clock that cannot be
//           set, so no jump of the computer's clock makes a holder look dead. The only proof across computers
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';

export type Holder = {
  id: string;
  pid: number;
  since: string;
  host: string | null;
  /** Of this run of the computer's kernel. */
  boot: string | null;
  /** Which processes `pid` counts among. */
  pids: string | null;
  born: string | null;
  /** Name of its socket. */
  life: string | null;
};

export const RENEW_MS = 2000;
/** A holder that was not heard of for so long is gone, if nothing better is known. */
const LEASE_MS = 12_000;
/** Longest name of a socket, less its end. */
const MAX_PATH = 100;

export function aHolder(life: string | null, id: string): Holder {
  const since = new Date().toISOString();
  return {
    id,
    pid: process.pid,
    since,
    host: hostname(),
    ...whereabouts(),
    born: birthOf('self'),
    life,
  };
}

/** An id begins with the run of the kernel that can answer for its life. */
const ID = /^[0-9a-f]{8}-[0-9a-f-]{36}$/;

/** Opens the socket that says we live; null where the folder cannot hold one. */
export async function showLife(folder: string) {
  const id = `${whereabouts().boot?.slice(0, 8) ?? '00000000'}-${randomUUID()}`;
  const name = lifeOf(id);
  const path = join(folder, name);
  const server = createServer((visitor) => visitor.destroy());
  const open = await new Promise<boolean>((resolve) => {
    if (path.length > MAX_PATH) return resolve(false);
    server.once('error', () => resolve(false));
    server.listen(path, () => resolve(true));
  });
  server.unref();
  const end = () => {
    server.close();
    rmSync(path, { force: true });
  };
  return { id, name: open ? name : null, end };
}

export function lifeOf(id: string): string {
  return `bardo.lock.${id}.life`;
}

/** null: there is no such file. One that is no record of ours still holds, under a name made of its content. */
export function readHolder(path: string): Holder | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
  const nobody = { pid: 0, since: 'an unknown time', host: null, boot: null, pids: null };
  const id = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return { id, ...nobody, born: null, life: null, ...recordIn(text) };
}

function recordIn(text: string): Partial<Holder> {
  try {
    const record = JSON.parse(text) as Partial<Holder> | null;
    const named = typeof record?.id === 'string' && ID.test(record.id);
    const { pid, since, born } = record ?? {};
    if (!named) return pid === undefined ? {} : { pid, since: `${since}`, born: born ?? null };
    return { ...record, life: record.life ? lifeOf(`${record.id}`) : null };
  } catch {
    return {};
  }
}

/** `path`: the file that says so, for its lease. */
export async function isAlive(holder: Holder, path: string): Promise<boolean> {
  const here = whereabouts();
  if (holder.boot !== null && holder.boot === here.boot) {
    const life = holder.life && (await knock(join(dirname(path), holder.life)));
    if (life) return life === 'open';
    if (holder.pids !== null && holder.pids === here.pids) return isSameProcess(holder);
  }
  // Where there are no namespaces, a missing process is a dead one.
  if (here.boot === null && holder.host === hostname() && !isThere(holder.pid)) return false;
  // An older version of us names no place and renews nothing.
  if (holder.boot === null && holder.born !== null && isSameProcess(holder)) return true;
  return isRenewed(path);
}

/** For certain, and at once. */
export async function isGone(folder: string, id: string): Promise<boolean> {
  if (!ID.test(id) || !whereabouts().boot?.startsWith(id.slice(0, 8))) return false;
  return (await knock(join(folder, lifeOf(id)))) === 'closed';
}

/** Whether somebody listens; null when that cannot be known. A queue that is full has an owner. */
function knock(path: string): Promise<'open' | 'closed' | null> {
  return new Promise((resolve) => {
    const visit = connect(path);
    visit.once('connect', () => {
      visit.destroy();
      resolve('open');
    });
    visit.once('error', ({ code }: { code?: string }) => {
      if (code === 'ECONNREFUSED') resolve('closed');
      else resolve(code === 'EAGAIN' ? 'open' : null);
    });
  });
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
  try {
    const { ino, mtimeMs, ctimeMs } = statSync(path);
    return `${ino} ${mtimeMs} ${ctimeMs}`;
  } catch {
    return 'gone';
  }
}

function whereabouts(): Pick<Holder, 'boot' | 'pids'> {
  const read = (from: () => string) => {
    try {
      return from().trim();
    } catch {
      return null;
    }
  };
  return {
    boot: read(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
    pids: read(() => readlinkSync('/proc/self/ns/pid')),
  };
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code !== 'ESRCH';
  }
}

function isSameProcess({ pid, born }: Holder): boolean {
  if (pid < 1 || !isThere(pid)) return false;
  // /proc may still be that of another namespace, where the number is somebody else's.
  const ours = readlinkSync('/proc/self') === `${process.pid}`;
  return born === null || !ours || birthOf(pid) === born;
}

/** Start time in clock ticks since boot (field 22 of Linux' stat); null where there is no such file. */
function birthOf(pid: number | 'self'): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
