// Brings a store to the newest shape. Each step runs once, inside one transaction with its number.
import { MIGRATIONS } from './migrations';
import type { Store } from './store';

/** Several processes may start at once: the lock lets one through at a time. */
export async function migrate(store: Store, steps = MIGRATIONS): Promise<void> {
  await store.transaction(async (sql) => {
    await sql.query('select pg_advisory_xact_lock(84532)');
    await sql.query('create table if not exists migrations (step integer primary key)');
    const done = new Set(
      (await sql.query<{ step: number }>('select step from migrations')).map(({ step }) => step),
    );
    for (const [step, statements] of steps.entries()) {
      if (done.has(step)) continue;
      for (const statement of statements) await sql.query(statement);
      await sql.query('insert into migrations (step) values ($1)', [step]);
    }
  });
}
