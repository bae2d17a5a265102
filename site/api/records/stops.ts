// Orders to stop, as they are kept for a Golem to fetch.
import type { Hex } from 'viem';
import { one, type Sql } from '../store/store';
import type { Estate } from './estate';
import { leaseOf } from './golems';
import { runwayOf } from './pace';
import type { GolemRow } from './rows';

type StopRow = {
  owner: Hex;
  golem: string;
  chain_id: number;
  guardian: Hex;
  issued_at: number;
  reason: string;
  signature: Hex;
};

/** The newest order that is not older than what the Golem lives on: a new lease is a new life. */
export async function stopFor(sql: Sql, golem: GolemRow, estate: Estate) {
  const row = await one<StopRow>(
    sql,
    `select owner, golem, chain_id, guardian, issued_at, reason, signature from stops
       where owner = $1 and golem = $2 and issued_at >= $3 order by issued_at desc limit 1`,
    [golem.owner, golem.id, livesSince(estate, golem)],
  );
  if (!row) return null;
  const { chain_id: chainId, issued_at: issuedAt, ...rest } = row;
  return { ...rest, chainId, issuedAt };
}

/** When what the Golem lives on began: its slice, its lease, its grant, or its birth. */
export function livesSince(estate: Estate, golem: GolemRow): number {
  const slice = estate.slices.find((one) => one.golem === golem.id);
  if (slice) return slice.created_at;
  const life = leaseOf(estate, golem.id) ?? runwayOf(estate, golem.id);
  return life?.created_at ?? golem.created_at;
}
