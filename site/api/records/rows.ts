// The stored facts about Golems, as they come from the store. What is said to be hexadecimal was read as such
// before it was stored.
import type { Hex } from 'viem';
import { one, type Sql } from '../store/store';

/** An id is its owner's: two owners may each have an "atlas". */
export type GolemKey = { owner: Hex; id: string };

export type GolemRow = {
  id: string;
  owner: Hex;
  name: string;
  chain_id: number;
  guardian: Hex | null;
  golem_id: Hex;
  parent: string | null;
  policy_tier: number;
  knowledge_record: string | null;
  pending_key: Hex | null;
  /** Since when this key waits. */
  pending_at: number | null;
  asks_revocation: boolean;
  revocation_asked_at: number | null;
  /** Its last words: whose they are, its readers find out by the signature. */
  ending_reason: string | null;
  ending_at: number | null;
  ending_key: Hex | null;
  ending_record: string | null;
  ending_signature: Hex | null;
  created_at: number;
};

/** Gas that a key of a Golem sent to its owner, as the chain showed it. */
export type SweepRow = {
  chain_id: number;
  transaction: Hex;
  owner: Hex;
  golem: string;
  account: Hex;
  amount: string;
};

export type GrantRow = {
  id: string;
  golem: string;
  owner: Hex;
  chain_id: number;
  manager: Hex;
  root_hash: Hex;
  context: Hex;
  token: Hex | null;
  cap: string;
  period_seconds: number;
  start_at: number;
  expires_at: number;
  nonce: string | null;
  delegate: Hex;
  replaced_by: string | null;
  created_at: number;
};

export type LeaseRow = {
  hash: Hex;
  chain_id: number;
  permission: string;
  golem: string;
  owner: Hex;
  guardian: Hex;
  generation: number;
  budget_id: string;
  session_key: Hex;
  token: Hex | null;
  cap: string;
  replicant_cap: string;
  unit_exponent: number;
  expires_at: number;
  epoch: number;
  context: Hex;
  created_at: number;
};

/** A Replicant's link, on top of a lease. */
export type SliceRow = {
  hash: Hex;
  chain_id: number;
  golem: string;
  owner: Hex;
  lease_hash: Hex;
  permission: string;
  session_key: Hex;
  cap: string;
  start_at: number;
  expires_at: number;
  context: Hex;
  created_at: number;
};

export type HeartbeatRow = {
  golem: string;
  owner: Hex;
  session_key: Hex;
  sequence: number;
  issued_at: number;
  interval_seconds: number;
  phase: number;
  /** The worst phase it reported since it was last healed. */
  worst: number;
  vitality: number;
  block_number: number;
  block_hash: Hex;
  signature: Hex;
  received_at: number;
};

export type ChainEvent = {
  chain_id: number;
  block_number: number;
  block_hash: Hex;
  log_index: number;
  transaction: Hex;
  at: number;
  seq: number;
  event: string;
  delegation_hash: Hex | null;
  owner: Hex | null;
  redeemer: Hex | null;
  guardian: Hex | null;
  golem_id: Hex | null;
  budget_id: string | null;
  amount: string | null;
  number: string | null;
  /** Of a payment through a period: which one, and its total so far. */
  period: string | null;
  total: string | null;
  /** Whom it went to: null = not looked at yet, '' = nobody can say. */
  payee: Hex | '' | null;
};

export function golemRow(sql: Sql, { owner, id }: GolemKey): Promise<GolemRow | null> {
  return one<GolemRow>(sql, 'select * from golems where owner = $1 and id = $2', [owner, id]);
}

/** Writers about one Golem wait for each other until the transaction ends. */
export async function lockGolem(sql: Sql, { owner, id }: GolemKey): Promise<void> {
  await sql.query('select id from golems where owner = $1 and id = $2 for update', [owner, id]);
}
