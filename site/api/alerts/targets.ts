// The targets of an owner, as they are stored.
import type { TargetKind, TargetRecord } from '../../../src/core/protocol/alert-shapes';
import { demand } from '../plane/problem';
import { one, type Sql } from '../store/store';

export type TargetRow = {
  id: string;
  owner: string;
  kind: TargetKind;
  label: string;
  host: string;
  sealed: string;
  paused: TargetRecord['paused'];
  /** What was over by then is not told there. */
  since: number;
  failing_since: number | null;
  /** Tries in a row that brought nothing there. */
  failures: number;
  created_at: number;
};

export function recordOf(row: TargetRow): TargetRecord {
  const { id, kind, label, host, paused, created_at: createdAt, failing_since } = row;
  return { id, kind, label, host, paused, createdAt, failingSince: failing_since };
}

export function targetsOf(sql: Sql, owner: string): Promise<TargetRow[]> {
  return sql.query<TargetRow>(
    'select * from alert_targets where owner = $1 order by created_at, id',
    [owner],
  );
}

export async function ownTarget(sql: Sql, owner: string, id: string): Promise<TargetRow> {
  const row = await one<TargetRow>(
    sql,
    'select * from alert_targets where owner = $1 and id = $2',
    [owner, id],
  );
  demand(row, 'not_found', 'You have no such target.');
  return row;
}

/** What waits for a target that is told nothing any more is given up, with the reason. */
export async function giveUp(sql: Sql, target: string, why: string, now: number): Promise<void> {
  await sql.query(
    `update alert_deliveries set state = 'failed', answer = $2, updated_at = $3, next_at = null
       where target = $1 and state = 'waiting'`,
    [target, why, now],
  );
}
