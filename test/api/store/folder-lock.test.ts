// One process per folder, whatever happens to the others: races, kill -9, namespaces, a process that stands still, a
// clock that jumps. `npm run deep:lock` races 4 × 200 times, here a part of it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderLock } from '../../../site/api/store/folder-bid';
import { lockFolder } from '../../../site/api/store/folder-lock';
import { freePort } from '../../../site/world/chain/free-port';

const RACES = Number(process.env.LOCK_RACES ?? 12);
const RACERS = 4;
const unshare = spawnSync('unshare', ['-p', '-f', '--kill-child', 'true']);
const namespaces = unshare.status === 0;
if (!namespaces) {
  console.log(`Without other pid namespaces: ${unshare.error?.message ?? unshare.stderr}`);
}

let folder: string;
let children: ChildProcess[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bardo-lock-'));
  children = [];
});

afterEach(async () => {
  await Promise.all(children.map(end));
  rmSync(folder, { recursive: true });
});

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** `apart`: in a pid namespace of its own, where it is nobody's process 1. */
function racer(port: number, races: number | 'hold', apart = false): ChildProcess {
  const node = [
    process.execPath,
    '--import',
    'tsx',
    'test/api/store/lock-racer.ts',
    folder,
    `${port}`,
  ];
  const line = [...node, `${races}`];
  const inside = [
    'unshare',
    '-p',
    '-f',
    '--kill-child',
    'sh',
    '-c',
    '"$@"; exit $?',
    'sh',
    ...line,
  ];
  const [program = '', ...args] = apart && namespaces ? inside : line;
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

const lockFile = () => join(folder, 'bardo.lock');
const record = () => JSON.parse(readFileSync(lockFile(), 'utf8'));

async function holding(apart = false) {
  const child = racer(0, 'hold', apart);
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const next = async () => `${(await once(lines, 'line'))[0]}`;
  expect(await next()).toBe('held');
  const ask = () => {
    const answer = next();
    child.stdin?.write('\n');
    return answer;
  };
  return { child, ask };
}

/** The same file, told by a holder on another computer. */
function moveAway(): void {
  const text = JSON.stringify({ ...record(), boot: 'another', host: 'elsewhere' });
  truncateSync(lockFile());
  writeFileSync(lockFile(), text);
}

async function race(apart: (index: number) => boolean): Promise<{ done: number; killed: number }> {
  const port = await freePort();
  const count = { done: 0, killed: 0 };
  const lane = async (index: number) => {
    for (let left = RACES; left > 0; ) {
      const child = racer(port, left, apart(index));
      const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
      lines.on('line', (line) => {
        expect(line).toBe('race');
        left -= 1;
        count.done += 1;
        // From outside, at any moment: also between its bid and its lock.
        if (Math.random() < 0.03) child.kill('SIGKILL');
      });
      await Promise.all([once(child, 'exit'), once(lines, 'close')]);
      if (left > 0) count.killed += 1;
    }
  };
  await Promise.all(Array.from({ length: RACERS }, (_, index) => lane(index)));
  return count;
}

async function leftAfterOneMore(): Promise<string[]> {
  const lock = await eventually();
  lock.release();
  return readdirSync(folder);
}

describe('of many that want a folder', () => {
  it('one has it, also when they are killed', async () => {
    const { done } = await race(() => false);

    expect(done).toBe(RACES * RACERS);
  }, 900_000);

  it('one has it, also when they do not see each other’s processes', async () => {
    const { done } = await race((index) => index % 2 === 0);

    expect(done).toBe(RACES * RACERS);
    // Who was killed last may still be on its way out.
    await expect.poll(leftAfterOneMore).toEqual([]);
  }, 900_000);
});

describe.each([
  ['of the same namespace', false],
  ['of another namespace', true],
])('a holder %s', (_, apart) => {
  it('is named and keeps the folder while it lives, also when it stands still', async () => {
    const { child } = await holding(apart);
    await expect(lockFolder(folder)).rejects.toThrow(/in use by process \d+ since/);
    const { pid } = record();

    if (!apart) process.kill(pid, 'SIGSTOP');
    // A lock of long ago, or of tomorrow, by the file's own times.
    for (const at of [0, 4_000_000_000]) {
      utimesSync(lockFile(), at, at);
      await expect(lockFolder(folder)).rejects.toThrow('in use');
    }
    if (!apart) process.kill(pid, 'SIGCONT');

    await end(child);
    const lock = await eventually();
    lock.check();
    lock.release();
  });
});

/** The kernel ends a namespace a little after the process that opened it. */
async function eventually(): Promise<FolderLock> {
  for (;;) {
    const lock = await lockFolder(folder).catch(() => null);
    if (lock) return lock;
  }
}

describe('a holder on another computer', () => {
  it('keeps the folder while it renews its lease, whatever the clock says', async () => {
    await holding();
    moveAway();
    utimesSync(lockFile(), 0, 0);

    await expect(lockFolder(folder)).rejects.toThrow('on elsewhere');
  });

  it('loses it when its lease is over, and notices before it writes again', async () => {
    const { child, ask } = await holding();
    expect(await ask()).toBe('still held');
    moveAway();
    child.kill('SIGSTOP');

    const lock = await lockFolder(folder);
    child.kill('SIGCONT');

    expect(await ask()).toMatch(/is no longer ours: process \d+ has it since/);
    lock.check();
    lock.release();
    expect(await ask()).toMatch(/is no longer ours: nobody has it/);
    const next = await lockFolder(folder);
    // The old holder's end takes nothing from the new one.
    child.stdin?.end();
    await once(child, 'exit');
    next.check();
    next.release();
  });
});

const LEFTOVERS = {
  nothing: '',
  half: '{"pid":',
  // Of an older version, and its process is gone.
  older: '{"pid":4194303,"born":"1","since":"x"}',
};

it('follows a lock file that says nothing useful, once it is clear that nobody renews it', async () => {
  const follow = async ([name, text]: [string, string]) => {
    const place = join(folder, name);
    mkdirSync(place);
    writeFileSync(join(place, 'bardo.lock'), text);
    const lock = await lockFolder(place);
    expect(JSON.parse(readFileSync(join(place, 'bardo.lock'), 'utf8')).pid).toBe(process.pid);
    lock.release();
  };

  await Promise.all(Object.entries(LEFTOVERS).map(follow));
});

it('follows a holder whose number is another process’s by now', async () => {
  const { child } = await holding();
  // Without a socket: by its process alone.
  const left = { ...record(), pid: process.pid, life: null };
  await end(child);
  writeFileSync(lockFile(), JSON.stringify(left));

  const lock = await lockFolder(folder);

  lock.check();
  lock.release();
});

describe('a disk in the way is told in a sentence', () => {
  it('a folder where the lock should be', async () => {
    mkdirSync(lockFile());

    await expect(lockFolder(folder)).rejects.toThrow(/bardo.lock in it is no lock of ours/);
    expect(readdirSync(folder)).toEqual(['bardo.lock']);
  });

  it('links that lead in a circle', async () => {
    symlinkSync('bardo.lock', lockFile());

    await expect(lockFolder(folder)).rejects.toThrow(/bardo.lock in it is no lock of ours/);
  });

  it('a folder that cannot be written', () => {
    chmodSync(folder, 0o500);
    // Root may write anywhere.
    const user = process.getuid?.() === 0 ? { uid: 65_534 } : {};
    if (user.uid) chownSync(folder, user.uid, 0);
    const script = `import { lockFolder } from './site/api/store/folder-lock.ts';
      lockFolder(process.argv[1]).catch(({ message }) => console.log(message));`;
    const line = ['--import', 'tsx', '--input-type=module', '-e', script, folder];
    const env = { ...process.env, TSX_DISABLE_CACHE: '1' };
    const run = spawnSync(process.execPath, line, { encoding: 'utf8', env, ...user });

    expect(run.stdout).toContain(`The store in ${folder} cannot be locked: EACCES`);
    chmodSync(folder, 0o700);
  });
});

it('refuses a second time in the same process, and not after the first has ended', async () => {
  const lock = await lockFolder(folder);

  await expect(lockFolder(folder)).rejects.toThrow('in use');

  lock.release();
  (await lockFolder(folder)).release();
  expect(readdirSync(folder)).toEqual([]);
});
