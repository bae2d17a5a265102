// Codes that people type: of requests and of terminals. No two that are open have the same.
import { one, type Sql } from '../store/store';

/** Until the transaction ends: whoever draws a code waits for who is drawing one, in whichever process. */
export async function lockCodes(sql: Sql): Promise<void> {
  await sql.query(`select pg_advisory_xact_lock(hashtext('requests'))`);
}

export async function isCodeFree(sql: Sql, code: string): Promise<boolean> {
  const taken = await one(
    sql,
    `select id from requests where code = $1 and state in ('open', 'intended')
     union all select id from terminals where code = $1 and state = 'open' limit 1`,
    [code],
  );
  return taken === null;
}
