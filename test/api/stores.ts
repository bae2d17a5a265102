// Every kind of store the control plane runs on, for suites that must hold on all of them.
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

/** In memory there is one process only: the second is the first. */
export async function openMemory(): Promise<Opened> {
  const store = await storeOn(new PGlite(), () => undefined);
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
