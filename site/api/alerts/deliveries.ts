// Deliveries as they are stored. Each is written before anything of it is sent, with the causes it tells: what is in
// `alert_told` is never told there again, whoever leads and however often processes die.
import type { AlertMessage, DeliveryRecord } from '../../../src/core/protocol/alert-shapes';
import { MAX_TOLD } from '../../../src/core/protocol/alert-shapes';
import { hashOf, randomToken } from '../plane/secrets';
import type { Sql } from '../store/store';
import type { Planned } from './plan';
import type { TargetRow } from './targets';

type DeliveryRow = {
  id: string;
  target: string;
  label: string;
  test: boolean;
  message: string;
  state: DeliveryRecord['state'];
  attempts: number;
  next_at: number | null;
  answer: string | null;
  created_at: number;
  updated_at: number;
};

/** Kept of one owner, the newest. */
const KEPT = 200;
/** What quotas are counted from stays. */
const COUNTED_SECONDS = 7200;

export function newId(): string {
  return hashOf(randomToken()).slice(0, 32);
}

/** `caller`: whose network asked for a test. */
type Written = { target: TargetRow; message: Planned['message']; now: number; caller?: string };

export async function writeDelivery(sql: Sql, written: Written): Promise<string> {
  const { target, now, caller = '' } = written;
  const id = newId();
  const message: AlertMessage = { ...written.message, id };
  await sql.query(
    `insert into alert_deliveries (id, owner, caller, target, label, test, message, state, next_at, created_at,
       updated_at) values ($1, $2, $3, $4, $5, $6, $7, 'waiting', $8, $8, $8)`,
    [
      ...[id, target.owner, caller, target.id, target.label, message.type === 'test'],
      ...[JSON.stringify(message), now],
    ],
  );
  return id;
}

/** The causes that this target is told for the first time. */
export async function claimCauses(
  sql: Sql,
  target: string,
  causes: readonly string[],
): Promise<string[]> {
  const rows = await sql.query<{ cause: string }>(
    `insert into alert_told (target, cause) select $1, cause from unnest($2::text[]) as cause
       on conflict do nothing returning cause`,
    [target, causes],
  );
  return rows.map(({ cause }) => cause);
}

export async function toldTo(sql: Sql, target: string): Promise<Set<string>> {
  const rows = await sql.query<{ cause: string }>(
    'select cause from alert_told where target = $1',
    [target],
  );
  return new Set(rows.map(({ cause }) => cause));
}

/** What the owner's memory has forgotten can never be told again. */
export async function forgetTold(
  sql: Sql,
  owner: string,
  remembered: readonly string[],
  now: number,
): Promise<void> {
  await sql.query(
    `delete from alert_told where cause <> all($2::text[])
       and target in (select id from alert_targets where owner = $1)`,
    [owner, remembered],
  );
  await sql.query(
    `delete from alert_deliveries where owner = $1 and created_at < $2 and state not in ('waiting', 'sending')
       and place not in (select place from alert_deliveries where owner = $1 order by place desc limit ${KEPT})`,
    [owner, now - COUNTED_SECONDS],
  );
}

export async function lastDeliveries(sql: Sql, owner: string): Promise<DeliveryRecord[]> {
  const rows = await sql.query<DeliveryRow>(
    `select * from alert_deliveries where owner = $1 order by place desc limit ${MAX_TOLD}`,
    [owner],
  );
  return rows.map((row) => {
    const message = JSON.parse(row.message) as AlertMessage;
    return {
      ...{ id: row.id, target: row.target, label: row.label, test: row.test },
      title: message.title,
      causes: message.count,
      at: row.created_at,
      ...{ state: row.state, attempts: row.attempts, nextAt: row.next_at },
      updatedAt: row.updated_at,
      answer: row.answer,
    };
  });
}
