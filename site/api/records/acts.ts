// What people did here, off chain, in the order of the history. The counter's row stays locked until the
// transaction ends, so numbers become visible in their order and no cursor can step over one.
import type { HistoryEntry } from '../../../src/core/protocol/status';
import { one, type Sql } from '../store/store';

/** The first of `count` numbers that are nobody else's. */
export async function takeSeqs(sql: Sql, count: number): Promise<number> {
  const row = await one<{ value: number }>(
    sql,
    `update counters set value = value + $1 where name = 'history' returning value`,
    [count],
  );
  return (row?.value ?? count) - count + 1;
}

type Act = Pick<HistoryEntry, 'kind' | 'golem' | 'at'> & {
  owner: string;
  permission?: string;
  amount?: string;
};

export async function recordAct(sql: Sql, act: Act): Promise<void> {
  await sql.query(
    'insert into acts (seq, owner, golem, kind, at, permission, amount) values ($1, $2, $3, $4, $5, $6, $7)',
    [
      await takeSeqs(sql, 1),
      act.owner,
      act.golem,
      act.kind,
      act.at,
      act.permission ?? null,
      act.amount ?? null,
    ],
  );
}
