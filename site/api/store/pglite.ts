// PostgreSQL inside this process, in a folder. PGlite takes no lock of its own and two processes on one
// folder would ruin it, hence folder-lock.ts.
import { join } from 'node:path';
import { PGlite, type PGliteInterface, type Transaction } from '@electric-sql/pglite';
import type { FolderLock } from './folder-bid';
import { lockFolder } from './folder-lock';
import { migrate } from './migrate';
import { makePrivate, privateFolder } from './private-folder';
import { PrivateFs } from './private-fs';
import type { Sql, Store } from './store';

/** `folder` null = in memory. */
export async function openPglite(folder: string | null): Promise<Store> {
  if (folder === null) return storeOn(new PGlite());
  const data = join(folder, 'pglite');
  privateFolder(folder);
  const lock = await lockFolder(folder);
  try {
    makePrivate(data);
    return await storeOn(new PGlite({ fs: new PrivateFs(data) }), lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** In memory there is nothing to lose to another process. */
const ALONE: FolderLock = { check: () => undefined, release: () => undefined };

/** The lock is looked at before anything that could write. */
export async function storeOn(db: PGliteInterface, lock: FolderLock = ALONE): Promise<Store> {
  await db.waitReady;
  const store: Store = {
    ...sqlOn(db, lock),
    kind: 'pglite',
    transaction: (work) =>
      db.transaction(async (tx) => {
        const done = await work(sqlOn(tx, lock));
        lock.check();
        return done;
      }),
    close: async () => {
      try {
        // Closing writes; what is another's is left as it is.
        lock.check();
        await db.close();
      } finally {
        lock.release();
      }
    },
  };
  await migrate(store);
  return store;
}

function sqlOn(db: PGliteInterface | Transaction, lock: FolderLock): Sql {
  return {
    query: async <T>(text: string, values: readonly unknown[] = []) => {
      lock.check();
      return (await db.query<T>(text, [...values])).rows;
    },
  };
}
