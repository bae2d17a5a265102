// PostgreSQL inside this process, in a folder. PGlite takes no lock of its own and two processes on one
// folder would ruin it, hence folder-lock.ts.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite, type PGliteInterface, type Transaction } from '@electric-sql/pglite';
import { lockFolder } from './folder-lock';
import { migrate } from './migrate';
import type { Sql, Store } from './store';

/** `folder` null = in memory. */
export async function openPglite(folder: string | null): Promise<Store> {
  if (folder === null) return storeOn(new PGlite(), () => undefined);
  mkdirSync(folder, { recursive: true });
  const unlock = lockFolder(folder);
  try {
    return await storeOn(new PGlite(join(folder, 'pglite')), unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

export async function storeOn(db: PGliteInterface, released: () => void): Promise<Store> {
  await db.waitReady;
  const store: Store = {
    ...sqlOn(db),
    kind: 'pglite',
    transaction: (work) => db.transaction((tx) => work(sqlOn(tx))),
    close: async () => {
      await db.close();
      released();
    },
  };
  await migrate(store);
  return store;
}

function sqlOn(db: PGliteInterface | Transaction): Sql {
  return {
    query: async <T>(text: string, values: readonly unknown[] = []) =>
      (await db.query<T>(text, [...values])).rows,
  };
}
