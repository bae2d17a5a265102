// Requests for runways as they are told.
import type { Hex } from 'viem';
import { isHex } from '../../../src/core/bytes/hex';
import type { RunwayKind, RunwayRecord } from '../../../src/core/protocol/runway-shapes';
import { INTERVAL } from '../guard/patience';
import type { Plane } from '../plane/plane';
import { demand, Problem } from '../plane/problem';
import { estateOfGolem } from '../records/estate';
import { golemRow } from '../records/rows';
import { one, type Sql } from '../store/store';
import { aboutOf } from './request-kind';

export type RequestRow = {
  id: string;
  golem: string;
  name: string;
  chain_id: number;
  owner: Hex;
  session_key: Hex;
  token: Hex;
  amount: string;
  days: number;
  /** With commas between them. */
  payees: string;
  deadline: number;
  reason: string;
  nonce: Hex | null;
  signature: Hex;
  asked_at: number;
  state: RunwayRecord['state'];
  permission: string | null;
  /** Kept when it was answered. */
  kind: RunwayKind | null;
  replaced: string | null;
  code: string | null;
  code_nonce: Hex | null;
};

export async function requestRow(store: Sql, id: string): Promise<RequestRow> {
  const row = await one<RequestRow>(store, 'select * from requests where id = $1', [id]);
  if (row) return row;
  const displaced = await one(store, 'select id from displaced where id = $1', [id]);
  const words = 'This request made room for others before it was answered. Ask again.';
  demand(!displaced, 'gone', words);
  throw new Problem('not_found', 'There is no such request.');
}

export async function recordOf(
  { store, origins }: Pick<Plane, 'store' | 'origins'>,
  row: RequestRow,
  now: number,
): Promise<RunwayRecord> {
  const golem = await golemRow(store, { owner: row.owner, id: row.golem });
  const estate = golem ? await estateOfGolem(store, golem, now) : null;
  return {
    ...askedOf(row),
    state: isWaiting(row) && row.deadline <= now ? 'expired' : row.state,
    permission: row.permission,
    ...aboutOf(estate, row),
    ...(row.code === null || row.code_nonce === null
      ? {}
      : { code: row.code, codeNonce: row.code_nonce }),
    link: `${origins[0]}/request/${row.id}`,
    interval: INTERVAL,
  };
}

export function isWaiting({ state }: Pick<RequestRow, 'state'>): boolean {
  return state === 'open' || state === 'intended';
}

function askedOf(row: RequestRow) {
  return {
    id: row.id,
    golem: row.golem,
    name: row.name,
    chainId: row.chain_id,
    owner: row.owner,
    sessionKey: row.session_key,
    token: row.token,
    amount: row.amount,
    days: row.days,
    payees: row.payees.split(',').filter((payee) => isHex(payee)),
    deadline: row.deadline,
    reason: row.reason,
    ...(row.nonce === null ? {} : { nonce: row.nonce, signature: row.signature }),
    askedAt: row.asked_at,
  };
}
