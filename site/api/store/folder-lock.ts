// One process per folder. The lock file names its holder; a holder that was killed is recognised by its
// process id and birth, because the id alone may have been given to somebody else since.
import { closeSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

type Holder = { pid: number; born: string | null; since: string };

const held = new Set<string>();

/** Returns the release. Throws a sentence that names the process that has the folder. */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'bardo.lock');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (take(file)) {
      held.add(file);
      return () => release(file);
    }
    const holder = readHolder(file);
    if (holder && isAlive(holder, file)) throw new Error(refusal(folder, holder));
    // Of several that find it abandoned, one wins the rename.
    try {
      renameSync(file, `${file}.${process.pid}`);
      rmSync(`${file}.${process.pid}`, { force: true });
    } catch {
      // Another process was faster; look again.
    }
  }
  throw new Error(`The store in ${folder} is being taken by another process. Try again.`);
}

function take(file: string): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'wx', 0o600);
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false;
    throw error;
  }
  const { pid } = process;
  const holder: Holder = { pid, born: birthOf(pid), since: new Date().toISOString() };
  writeSync(descriptor, JSON.stringify(holder));
  closeSync(descriptor);
  return true;
}

function release(file: string): void {
  held.delete(file);
  rmSync(file, { force: true });
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return null;
  }
}

function isAlive({ pid, born }: Holder, file: string): boolean {
  if (pid === process.pid) return held.has(file);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as { code?: string }).code === 'ESRCH') return false;
  }
  return born === null || birthOf(pid) === born;
}

/** Start time in clock ticks since boot (field 22 of Linux' stat); null where there is no such file. */
function birthOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function refusal(folder: string, { pid, since }: Holder): string {
  return `The store in ${folder} is in use by process ${pid} since ${since}. Stop it first, or use PostgreSQL (DATABASE_URL) to run several.`;
}
