// What a grant or a lease answers. A request for a runway is granted with its grant, as ever. One for a new key is granted
// with the lease that names it, and a renewal when the new grant has its lease: until then the old one is what can pay.
import type { Hex } from 'viem';
import { type Estate, estateAlone } from '../records/estate';
import type { GolemRow, GrantRow } from '../records/rows';
import { one, type Sql } from '../store/store';
import { asksOf } from './request-kind';
import type { RequestRow } from './request-rows';

type Given = { request: string; permission: string; replaces: string | null; now: number };

/** Before the grant is written: what is asked is judged by what there was. */
export async function answerByGrant(sql: Sql, golem: GolemRow, given: Given): Promise<void> {
  const row = await one<RequestRow>(
    sql,
    `select * from requests where id = $1 and owner = $2 and golem = $3 and state in ('open', 'intended') for update`,
    [given.request, golem.owner, golem.id],
  );
  if (!row) return;
  const { kind } = asksOf(await estateAlone(sql, golem, given.now), row);
  const isWhole = kind === 'runway' || golem.guardian === null;
  await sql.query(
    'update requests set state = $2, permission = $3, replaced = $4, kind = $5 where id = $1',
    [row.id, isWhole ? 'granted' : 'intended', given.permission, given.replaces, kind],
  );
}

type Leased = { grant: GrantRow; sessionKey: Hex; before: Estate };

/** `before`: what there was without this lease. */
export async function answerByLease(sql: Sql, golem: GolemRow, leased: Leased): Promise<void> {
  const { grant, sessionKey, before } = leased;
  const rows = await sql.query<RequestRow>(
    `select * from requests where owner = $1 and golem = $2 and session_key = $3 and state in ('open', 'intended')
       for update`,
    [golem.owner, golem.id, sessionKey],
  );
  const answered = rows.filter((row) =>
    row.permission === null
      ? row.deadline > before.now && row.token === grant.token && asksOf(before, row).kind === 'key'
      : row.permission === grant.id,
  );
  for (const { id } of answered) {
    await sql.query(
      `update requests set state = 'granted', permission = $2, kind = coalesce(kind, 'key') where id = $1`,
      [id, grant.id],
    );
  }
}
