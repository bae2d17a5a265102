// The stored facts about Golems, as they come from the store.
import { one, type Sql } from '../store/store';

/** An id is its owner's: two owners may each have an "atlas". */
export type GolemKey = { owner: string; id: string };

export type GolemRow = {
  id: string;
  owner: string;
  name: string;
  chain_id: number;
  guardian: string | null;
  golem_id: string;
  parent: string | null;
  policy_tier: number;
  knowledge_record: string | null;
  pending_key: string | null;
  asks_revocation: boolean;
  created_at: number;
};

export type GrantRow = {
  id: string;
  golem: string;
  owner: string;
  chain_id: number;
  manager: string;
  root_hash: string;
  context: string;
  token: string | null;
  cap: string;
  period_seconds: number;
  start_at: number;
  expires_at: number;
  nonce: string | null;
  delegate: string;
  replaced_by: string | null;
  created_at: number;
};

export type LeaseRow = {
  hash: string;
  chain_id: number;
  permission: string;
  golem: string;
  owner: string;
  guardian: string;
  generation: number;
  budget_id: string;
  session_key: string;
  token: string | null;
  cap: string;
  replicant_cap: string;
  unit_exponent: number;
  expires_at: number;
  epoch: number;
  context: string;
  created_at: number;
};

/** A Replicant's link, on top of a lease. */
export type SliceRow = {
  hash: string;
  chain_id: number;
  golem: string;
  owner: string;
  lease_hash: string;
  permission: string;
  session_key: string;
  cap: string;
  start_at: number;
  expires_at: number;
  context: string;
  created_at: number;
};

export type HeartbeatRow = {
  golem: string;
  owner: string;
  session_key: string;
  sequence: number;
  issued_at: number;
  interval_seconds: number;
  phase: number;
  /** The worst phase it reported since it was last healed. */
  worst: number;
  vitality: number;
  block_number: number;
  block_hash: string;
  signature: string;
  received_at: number;
};

export type ChainEvent = {
  chain_id: number;
  block_number: number;
  block_hash: string;
  log_index: number;
  transaction: string;
  at: number;
  seq: number;
  event: string;
  delegation_hash: string | null;
  owner: string | null;
  redeemer: string | null;
  guardian: string | null;
  golem_id: string | null;
  budget_id: string | null;
  amount: string | null;
  number: string | null;
  /** Of a payment through a period: which one, and its total so far. */
  period: string | null;
  total: string | null;
};

export function golemRow(sql: Sql, { owner, id }: GolemKey): Promise<GolemRow | null> {
  return one<GolemRow>(sql, 'select * from golems where owner = $1 and id = $2', [owner, id]);
}

/** Writers about one Golem wait for each other until the transaction ends. */
export async function lockGolem(sql: Sql, { owner, id }: GolemKey): Promise<void> {
  await sql.query('select id from golems where owner = $1 and id = $2 for update', [owner, id]);
}
