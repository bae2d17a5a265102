// A store and a key belong to one process at a time: two that each know half of what was paid would pay the rest again.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { SessionKey } from '../../../src/agent/key/session-key';
import {
  keyFileStore,
  loadSessionKey,
  removeSessionKey,
  saveSessionKey,
} from '../../../src/agent/key/session-key-file';
import { openJournal } from '../../../src/agent/payments/journal';
import { createEvents } from '../../../src/agent/store/events';
import { StoreInUse } from '../../../src/agent/store/hold-bid';
import { fileStore } from '../../../src/agent/store/store';
import { encodeContext } from '../../../src/core/delegations/delegation';
import { aStage, USDC } from '../stage';
import type { Twin, TwinSaid } from './twin-payer';

const RACES = Number(process.env.LOCK_RACES ?? 12);
const RACERS = 4;
const namespaces = spawnSync('unshare', ['-p', '-f', '--kill-child', 'true']).status === 0;

let folder: string;
let children: ChildProcess[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bardo-store-'));
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

function start(line: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const [program = '', ...args] = line;
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child = spawn(program, args, { stdio: [...stdio], env: { ...process.env, ...env } });
  children.push(child);
  return child;
}

const racer = (races: number | 'hold') => [
  ...[process.execPath, '--import', 'tsx', 'test/agent/store/store-racer.ts', folder, `${races}`],
];

/** All that it said until it was gone: the end of its words comes a moment before its own. */
async function linesOf(child: ChildProcess): Promise<string[]> {
  const gone = once(child, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout as never })) lines.push(line);
  await gone;
  return lines;
}

async function firstLine(child: ChildProcess): Promise<string> {
  const [line] = await once(createInterface({ input: child.stdout as never }), 'line');
  return `${line}`;
}

describe('a store', () => {
  it(`is never in two processes, though ${RACERS} race for it and die with it`, async () => {
    const race = async () => {
      const numbers: string[] = [];
      // Who dies is followed by another.
      while (numbers.length < RACES) {
        numbers.push(...(await linesOf(start(racer(RACES - numbers.length)))));
      }
      return numbers;
    };

    const numbers = (await Promise.all(Array.from({ length: RACERS }, race))).flat();

    expect(numbers.length).toBeGreaterThanOrEqual(RACERS * RACES);
    expect(new Set(numbers).size).toBe(numbers.length);
    // Whoever comes last finds it free, and leaves nothing but what was written.
    const store = fileStore(folder);
    await store.all();
    store.close?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect(readdirSync(folder).filter((name) => name.includes('lock'))).toEqual([]);
  });

  it('is refused with the process that has it, and free at once when that was killed', async () => {
    const holder = start(racer('hold'));
    expect(await firstLine(holder)).toBe('held');
    const store = fileStore(folder);

    const refusal = await store.all().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StoreInUse);
    expect(`${refusal}`).toContain(`in use by process ${holder.pid} since`);
    await expect(store.put('x', '{}')).rejects.toThrow('in use by process');
    expect(readdirSync(folder)).toEqual(['store.lock']);

    await end(holder);
    expect(await store.all()).toEqual(new Map());
    await store.put('x', '{}');
    store.close?.();
  });

  it.runIf(existsSync('/proc/self/stat'))(
    'of a dead holder is free, though its parent never asks how it ended',
    async () => {
      // `sleep` inherits the racer as a child and asks after nobody: a killed one stays in the list of processes.
      const careless = ['sh', '-c', '"$@" & echo $!; exec sleep 600', 'sh'];
      const said = createInterface({
        input: start([...careless, ...racer('hold')]).stdout as never,
      });
      const words = said[Symbol.asyncIterator]();
      const pid = Number((await words.next()).value);
      expect((await words.next()).value).toBe('held');
      const state = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0];

      process.kill(pid, 'SIGKILL');
      await expect.poll(state).toBe('Z');

      const store = fileStore(folder);
      expect(await store.all()).toEqual(new Map());
      store.close?.();
    },
  );

  it.runIf(namespaces)(
    'of a holder in another container is free when its lease is over',
    async () => {
      // The shell is process 1 there, so that the racer dies as any process does.
      const apart = ['unshare', '-p', '-f', '--kill-child', 'sh', '-c', '"$@"; exit $?', 'sh'];
      const holder = start([...apart, ...racer('hold')]);
      expect(await firstLine(holder)).toBe('held');
      const store = fileStore(folder);
      await expect(store.all()).rejects.toThrow('in use by process');

      await end(holder);

      expect(await store.all()).toEqual(new Map());
      store.close?.();
    },
  );

  it('that was taken while this process stood still is not written to any more', async () => {
    const store = fileStore(folder);
    await store.put('a', '1');
    // As another container does when the lease is over: its own file in the place of ours.
    rmSync(join(folder, 'store.lock'));
    writeFileSync(join(folder, 'store.lock'), '{}');

    await expect(store.put('a', '2')).rejects.toThrow('no longer ours');
    await expect(store.remove('a')).rejects.toThrow('no longer ours');

    expect(readdirSync(folder).sort()).toEqual(['a.json', 'store.lock']);
    store.close?.();
  });

  it('is one store and one journal in one process, by whatever path', () => {
    symlinkSync(folder, `${folder}-link`);
    try {
      expect(fileStore(`${folder}-link/./`)).toBe(fileStore(folder));
      expect(openJournal(fileStore(`${folder}-link`))).toBe(openJournal(fileStore(folder)));
      const file = join(folder, 'key.json');
      expect(keyFileStore(join(`${folder}-link`, 'key.json'))).toBe(keyFileStore(file));
    } finally {
      rmSync(`${folder}-link`);
    }
  });

  it('that was closed pays nothing by the records it remembers', async () => {
    const journal = openJournal(fileStore(folder));
    (await journal.claim({ mark: 'm', key: 'rent' })).end(false);
    journal.close();

    await expect(journal.claim({ mark: 'm', key: 'rent' })).rejects.toThrow('were closed');
    expect((await openJournal(fileStore(folder)).claim({ mark: 'm', key: 'rent' })).earlier).toBe(
      false,
    );
    openJournal(fileStore(folder)).close();
  });
});

describe('a key file', () => {
  const PASSPHRASE = 'correct horse battery';
  const options = { events: createEvents(), now: () => 0 };
  let chain: Chain;

  beforeAll(async () => {
    chain = await startChain();
  });
  afterAll(() => chain?.stop());

  const twin = async (life: Twin) => {
    const file = join(folder, `life-${children.length}.json`);
    writeFileSync(file, JSON.stringify(life));
    const line = [process.execPath, '--import', 'tsx', 'test/agent/store/twin-payer.ts'];
    return start(line, { TWIN_LIFE: file });
  };

  it('lets two processes pay one idempotency key once, though they are killed', async () => {
    const stage = await aStage(chain);
    const key = SessionKey.generate(options);
    await stage.fund(key.address, '10');
    const grant = await stage.grant({ to: key.address, cap: 900n * USDC });
    const keyFile = join(folder, 'session-key.json');
    await saveSessionKey(key, keyFile, PASSPHRASE);
    const payee = `0x${'7e'.repeat(20)}` as const;
    const context = encodeContext([grant]);
    const life: Twin = {
      ...{ rpcUrl: chain.rpcUrl, chainId: chain.chainId, keyFile, passphrase: PASSPHRASE, context },
      ...{ payee, amount: `${USDC}`, name: 'rent', holdMs: 400 },
    };
    const heard: TwinSaid[] = [];
    for (let round = 0; round < 4; round += 1) {
      const pair = [await twin(life), await twin(life)];
      // One of them dies at some moment of its work.
      const victim = pair[round % 2] as ChildProcess;
      const timer = setTimeout(() => victim.kill('SIGKILL'), 600 + 350 * round);
      const lines = (await Promise.all(pair.map(linesOf))).flat();
      clearTimeout(timer);
      heard.push(...lines.map((line) => JSON.parse(line) as TwinSaid));
    }
    const [last] = await linesOf(await twin(life));
    heard.push(JSON.parse(`${last}`) as TwinSaid);

    const paid = heard.flatMap((said) => (said.is === 'paid' ? [said.transaction] : []));
    expect(paid.length).toBeGreaterThan(0);
    expect(new Set(paid).size).toBe(1);
    expect(heard.filter(({ is }) => is !== 'paid' && is !== 'in use')).toEqual([]);
    expect(await stage.usdcOf(payee)).toBe(USDC);
  });

  it('is refused to a second process when it is opened, and free after it was removed', async () => {
    const key = SessionKey.generate(options);
    const keyFile = join(folder, 'session-key.json');
    await saveSessionKey(key, keyFile, PASSPHRASE);
    await expect(loadSessionKey(keyFile, 'another passphrase', options)).rejects.toThrow(
      'does not open',
    );
    // Neither saving nor a wrong passphrase keeps it.
    expect(readdirSync(folder)).toEqual(['session-key.json']);
    await loadSessionKey(keyFile, PASSPHRASE, options);
    const life = { keyFile, passphrase: PASSPHRASE, holdMs: 0 } as Twin;

    const [line] = await linesOf(await twin(life));
    expect(JSON.parse(`${line}`)).toEqual({
      is: 'in use',
      reason: expect.stringContaining(`in use by process ${process.pid} since`),
    });

    await removeSessionKey(keyFile);
    await new Promise((resolve) => setImmediate(resolve));
    expect(readdirSync(folder).filter((name) => name.startsWith('session-key'))).toEqual([]);
  });
});
