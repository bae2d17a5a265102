// Where a Golem keeps what must outlive its process: the records of what it signed and sent. A store is a bag of small
// named texts. `put` resolves when the text would survive `kill -9`; a reader sees the old text or the new one, never half.
// One process at a time has a store, from `all` until `close` or its own end: the stores here see to that themselves.
import { randomBytes } from 'node:crypto';
import { realpathSync, renameSync } from 'node:fs';
import { open, readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { takeHold } from './hold';
import type { Hold } from './hold-bid';

export type Store = {
  /** Everything in it. Throws when another process has the store. */
  all: () => Promise<ReadonlyMap<string, string>>;
  put: (name: string, text: string) => Promise<void>;
  /** What is not there is removed already. */
  remove: (name: string) => Promise<void>;
  /** Lets another process have it. */
  close?: () => void;
};

/** For tests, and for whoever loses the process and the key together. */
export function memoryStore(): Store {
  const texts = new Map<string, string>();
  return {
    all: async () => new Map(texts),
    put: async (name, text) => void texts.set(name, text),
    remove: async (name) => void texts.delete(name),
  };
}

const NAME = /^[a-z0-9-]{1,96}$/;

/** By folder: two stores of one place in one process would each forget what the other one wrote. */
const folders = new Map<string, Store>();

/** A folder (mode 0700) with a file for each name (mode 0600). The same folder again is the same store. */
export function fileStore(folder: string): Store {
  const place = placeOf(folder);
  const store = folders.get(place) ?? storeIn(place);
  folders.set(place, store);
  return store;
}

function storeIn(place: string): Store {
  const fileOf = (name: string) => {
    if (!NAME.test(name)) throw new Error(`A store has no place for the name "${name}".`);
    return join(place, `${name}.json`);
  };
  const held = holding(join(place, 'store.lock'), `The folder ${place}`);
  return {
    all: async () => {
      await held();
      const names = (await readdir(place))
        .filter((file) => file.endsWith('.json'))
        .map((file) => file.slice(0, -'.json'.length))
        .filter((name) => NAME.test(name));
      const texts = await Promise.all(
        names.map(async (name) => [name, await readFile(fileOf(name), 'utf8')] as const),
      );
      return new Map(texts);
    },
    put: async (name, text) => {
      const { check } = await held();
      await writeWhole(fileOf(name), text, check);
    },
    remove: async (name) => {
      const { check } = await held();
      check();
      await rm(fileOf(name), { force: true });
    },
    close: held.close,
  };
}

/** The hold of one store, taken with its first use and kept. */
export function holding(lock: string, what: string): (() => Promise<Hold>) & { close: () => void } {
  let hold: Promise<Hold> | null = null;
  const held = async () => {
    hold ??= takeHold(lock, what);
    return hold.catch((error: unknown) => {
      // Who has it now may have left when it is asked for again.
      hold = null;
      throw error;
    });
  };
  const close = () => {
    hold?.then(
      ({ release }) => release(),
      () => undefined,
    );
    hold = null;
  };
  return Object.assign(held, { close });
}

/** One name for one place, whatever links lead to it. */
export function placeOf(path: string): string {
  const whole = resolve(path);
  try {
    return realpathSync(whole);
  } catch {
    const folder = dirname(whole);
    return folder === whole ? whole : join(placeOf(folder), basename(whole));
  }
}

/**
 * Writes beside the old file and renames: a crash leaves the old one or the new one, never half. Mode 0600. `check`: asked in
 * the last moment; what it throws leaves the old one.
 */
export async function writeWhole(
  file: string,
  text: string,
  check: () => void = () => undefined,
): Promise<void> {
  const next = join(dirname(file), `.${randomBytes(8).toString('hex')}.part`);
  try {
    const handle = await open(next, 'wx', 0o600);
    try {
      // A umask can only take rights away, but a file system may ignore the mode of `open`.
      await handle.chmod(0o600);
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    check();
    renameSync(next, file);
    await syncFolder(dirname(file));
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
}

/** The rename itself is only safe from a power cut once the folder is written. Some systems cannot, and need not. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
