// Every kind of store the control plane runs on, for suites that must hold on all of them.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { storeOn } from '../../site/api/store/pglite';
import { openPostgres } from '../../site/api/store/postgres';
import type { Store } from '../../site/api/store/store';
import { hasPostgres, startDatabase } from './postgres';

/** `another` opens the same facts a second time, as another process would. */
export type Opened = { store: Store; another: () => Promise<Store>; stop: () => Promise<void> };
export type Kind = { name: string; open: () => Promise<Opened> };

export const STORES: readonly Kind[] = [
  { name: 'PGlite', open: openMemory },
  ...(hasPostgres() ? [{ name: 'PostgreSQL', open: openDatabase }] : []),
];

const PREPARED = 'node_modules/.cache/bardo/pglite.tar';

/**
 * For suites that run on one store: PGlite, and in the project `postgres` (vitest.config.ts) the other one. In
 * memory there is one process only: the second is the first.
 */
export async function openMemory(): Promise<Opened> {
  if (process.env.BARDO_STORE === 'postgres') return openDatabase();
  const store = await storeOn(await emptyDatabase());
  return { store, another: async () => store, stop: () => store.close() };
}

async function openDatabase(): Promise<Opened> {
  const database = await startDatabase();
  const stores = [await openPostgres(database.url)];
  return {
    store: stores[0] as Store,
    another: async () => {
      const store = await openPostgres(database.url);
      stores.push(store);
      return store;
    },
    stop: async () => {
      await Promise.all(stores.map((store) => store.close()));
      await database.stop();
    },
  };
}

/** Making an empty database takes seconds, unpacking one does not. */
async function emptyDatabase(): Promise<PGlite> {
  if (existsSync(PREPARED)) return new PGlite({ loadDataDir: new Blob([readFileSync(PREPARED)]) });
  const db = new PGlite();
  await db.waitReady;
  const dump = await db.dumpDataDir('none');
  mkdirSync(dirname(PREPARED), { recursive: true });
  const mine = `${PREPARED}.${process.pid}`;
  writeFileSync(mine, Buffer.from(await dump.arrayBuffer()));
  renameSync(mine, PREPARED);
  return db;
}
