// PostgreSQL, or anything that speaks its protocol. Any number of processes may share one database.
import postgres from 'postgres';
import { migrate } from './migrate';
import type { Sql, Store } from './store';

/** int8 as number: no whole number we keep in one is above 2^53. */
const WHOLE = { to: 20, from: [20], serialize: String, parse: Number };

export async function openPostgres(url: string): Promise<Store> {
  const db = postgres(url, { max: 8, onnotice: () => undefined, types: { bigint: WHOLE } });
  const store: Store = {
    ...sqlOn(db),
    kind: 'postgres',
    transaction: (work) => db.begin((tx) => work(sqlOn(tx))) as never,
    close: () => db.end({ timeout: 5 }),
  };
  await migrate(store);
  return store;
}

function sqlOn(db: Pick<postgres.Sql, 'unsafe'>): Sql {
  return {
    query: async (text, values = []) =>
      [...(await db.unsafe(text, [...values] as never[]))] as never,
  };
}
