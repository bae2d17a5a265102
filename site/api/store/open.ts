// The store that the environment asks for.
import { openPglite } from './pglite';
import { openPostgres } from './postgres';
import type { Store } from './store';

export function openStore(from: {
  databaseUrl: string | null;
  folder: string | null;
}): Promise<Store> {
  return from.databaseUrl ? openPostgres(from.databaseUrl) : openPglite(from.folder);
}
