// The one way to the stored facts. Two stores fulfil it, PGlite in a folder and PostgreSQL by URL, with
// the same migrations and the same tests. Whole numbers come back as numbers; amounts are kept as text.
export type Row = { [column: string]: unknown };

export type Sql = {
  /** `$1`… stand for `values`. */
  query: <T extends Row>(text: string, values?: readonly unknown[]) => Promise<T[]>;
};

export type Store = Sql & {
  kind: 'pglite' | 'postgres';
  /** All or nothing. What must not interleave takes its own row locks (`for update`). */
  transaction: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
};

/** The one row, or null. */
export async function one<T extends Row>(
  sql: Sql,
  text: string,
  values: readonly unknown[] = [],
): Promise<T | null> {
  const [row] = await sql.query<T>(text, values);
  return row ?? null;
}
