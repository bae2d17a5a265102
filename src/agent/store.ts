// Where a Golem keeps what must outlive its process: the records of what it signed and sent. A store is a bag of small
// named texts. `put` resolves when the text would survive `kill -9`; a reader sees the old text or the new one, never half.
// One process at a time may use a store.
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export type Store = {
  /** Everything in it. */
  all: () => Promise<ReadonlyMap<string, string>>;
  put: (name: string, text: string) => Promise<void>;
  /** What is not there is removed already. */
  remove: (name: string) => Promise<void>;
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

/** A folder (mode 0700) with a file for each name (mode 0600). */
export function fileStore(folder: string): Store {
  const fileOf = (name: string) => {
    if (!NAME.test(name)) throw new Error(`A store has no place for the name "${name}".`);
    return join(folder, `${name}.json`);
  };
  return {
    all: async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const names = (await readdir(folder))
        .filter((file) => file.endsWith('.json'))
        .map((file) => file.slice(0, -'.json'.length))
        .filter((name) => NAME.test(name));
      const texts = await Promise.all(
        names.map(async (name) => [name, await readFile(fileOf(name), 'utf8')] as const),
      );
      return new Map(texts);
    },
    put: async (name, text) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeWhole(fileOf(name), text);
    },
    remove: (name) => rm(fileOf(name), { force: true }),
  };
}

/** Writes beside the old file and renames: a crash leaves the old one or the new one, never half. Mode 0600. */
export async function writeWhole(file: string, text: string): Promise<void> {
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
    await rename(next, file);
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
