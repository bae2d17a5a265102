// PostgreSQL, or anything that speaks its protocol. Any number of processes may share one database.
import postgres from 'postgres';
import { migrate } from './migrate';
import type { Sql, Store } from './store';

/** int8 as number: no whole number we keep in one is above 2^53. */
const WHOLE = { to: 20, from: [20], serialize: String, parse: Number };

/** A process that is frozen in the middle would keep its row locks, and everybody else waiting. */
const UNATTENDED = `set local idle_in_transaction_session_timeout = '5s'`;

export async function openPostgres(url: string): Promise<Store> {
  const db = postgres(url, { max: 8, onnotice: () => undefined, types: { bigint: WHOLE } });
  const store: Store = {
    ...sqlOn(db),
    kind: 'postgres',
    transaction: (work) => transaction(db, work),
    close: () => db.end({ timeout: 5 }),
  };
  await migrate(store);
  return store;
}

/**
 * When the connection is cut in the middle, the driver refuses the transaction by itself, and any further word on that
 * connection, its own rollback included, would end the process: so nothing more is said, and the work rests there.
 */
async function transaction<T>(db: postgres.Sql, work: (sql: Sql) => Promise<T>): Promise<T> {
  let over = false;
  const resting = new Promise<never>(() => undefined);
  const attended = async (tx: postgres.TransactionSql): Promise<T> => {
    const said = sqlOn(tx);
    try {
      await tx.unsafe(UNATTENDED);
      const result = await work({
        query: (text, values) => (over ? resting : said.query(text, values)),
      });
      return over ? await resting : result;
    } catch (error) {
      if (over || isCut(error)) await resting;
      throw error;
    }
  };
  try {
    return (await db.begin(attended)) as T;
  } catch (error) {
    over = true;
    throw error;
  }
}

function isCut(error: unknown): boolean {
  return `${(error as { code?: unknown } | null)?.code}`.startsWith('CONNECTION_');
}

function sqlOn(db: Pick<postgres.Sql, 'unsafe'>): Sql {
  return {
    query: async (text, values = []) =>
      [...(await db.unsafe(text, [...values] as never[]))] as never,
  };
}
