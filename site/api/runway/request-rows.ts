// Requests for runways as they are told.
import type { Hex } from 'viem';
import { isHex } from '../../../src/core/bytes/hex';
import type { RunwayRecord } from '../../../src/core/protocol/runway-shapes';
import { demand, Problem } from '../plane/problem';
import { estateOfGolem } from '../records/estate';
import { sessionKeyOf } from '../records/golems';
import { golemRow } from '../records/rows';
import { one, type Store } from '../store/store';

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
};

export async function requestRow(store: Store, id: string): Promise<RequestRow> {
  const row = await one<RequestRow>(store, 'select * from requests where id = $1', [id]);
  if (row) return row;
  const displaced = await one(store, 'select id from displaced where id = $1', [id]);
  const words = 'This request made room for others before it was answered. Ask again.';
  demand(!displaced, 'gone', words);
  throw new Problem('not_found', 'There is no such request.');
}

export async function recordOf(store: Store, row: RequestRow, now: number): Promise<RunwayRecord> {
  const golem = await golemRow(store, { owner: row.owner, id: row.golem });
  const estate = golem ? await estateOfGolem(store, golem, now) : null;
  const waiting = row.state === 'open' || row.state === 'intended';
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
    state: waiting && row.deadline <= now ? 'expired' : row.state,
    permission: row.permission,
    knownKey: golem && estate ? sessionKeyOf(estate, golem) === row.session_key : false,
  };
}
