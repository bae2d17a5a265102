// Orders that wait for the relay account, and what became of them. Once queued, an order is not forgotten.
import type { OrderRecord, RelayState } from '../../src/core/protocol/api-shapes';
import type { OrderCall } from './chain/orders';
import type { Handler, Plane } from './plane';
import { demand } from './problem';
import { hashOf } from './secrets';
import { one, type Sql } from './store/store';

export type RelayRow = {
  id: string;
  chain_id: number;
  subject: string;
  target: string;
  data: string;
  state: RelayState['state'];
  transaction: string | null;
  raw: string | null;
  /** Hashes of the transactions before the present one, newest first, separated by spaces. */
  tried: string;
  nonce: number | null;
  attempts: number;
  reason: string | null;
  block_number: number | null;
  created_at: number;
  updated_at: number;
};

export const relay: Handler<'relay'> = async ({ plane, id }) => {
  const row = await relayRow(plane.store, id);
  demand(row, 'not_found', 'There is no such order.');
  return relayDocument(row);
};

/** The same order again answers with the first; one that failed is tried anew. */
export async function queueRelay(
  plane: Plane,
  order: OrderCall & { chainId: number },
  now: number,
): Promise<RelayState> {
  const id = relayIdOf(order);
  await plane.store.query(
    `insert into relays (id, chain_id, subject, target, data, state, attempts, created_at, updated_at)
       values ($1, $2, $3, $4, $5, 'queued', 0, $6, $6)
       on conflict (id) do update set state = 'queued', attempts = 0, updated_at = $6, data = $5
         where relays.state = 'failed'`,
    [id, order.chainId, order.subject, order.target, order.data, now],
  );
  const row = await relayRow(plane.store, id);
  demand(row, 'internal', 'The order was not kept.');
  return relayDocument(row);
}

/** Orders per guardian and day that the relay account pays for. */
const PER_DAY = 20;

/**
 * Signing is free and the relay's gas is not: orders are paid for Golems with a grant the chain has honoured, and
 * for those a few a day. An order that ends a registered lease for ever is always taken.
 */
export async function checkQuota(
  plane: Plane,
  { chainId, guardian, ends }: { chainId: number; guardian: string; ends: string | null },
  now: number,
): Promise<void> {
  const granted = await plane.store.query(
    `select 1 from grants g join golems o on o.id = g.golem
       where o.guardian = $1 and g.chain_id = $2 and g.delegate = $1 limit 1`,
    [guardian, chainId],
  );
  demand(granted.length === 1, 'conflict', 'No grant to this guardian is registered here.');
  const leased = await plane.store.query(
    'select 1 from leases where chain_id = $1 and guardian = $2 and budget_id = $3 limit 1',
    [chainId, guardian, ends],
  );
  // On the owner's own computer the relay's gas is the owner's.
  if (leased.length === 1 || plane.loopback) return;
  const today = await plane.store.query(
    `select id from relays where chain_id = $1 and created_at > $2 and subject like '% ' || $3 || ' %'`,
    [chainId, now - 86_400, guardian],
  );
  demand(today.length < PER_DAY, 'rate_limited', 'Too many orders of this guardian in a day.');
}

export function relayIdOf({ chainId, subject }: { chainId: number; subject: string }): string {
  return hashOf(`${chainId} ${subject}`).slice(0, 32);
}

export function relayRow(sql: Sql, id: string): Promise<RelayRow | null> {
  return one<RelayRow>(sql, 'select * from relays where id = $1', [id]);
}

/** Newest first. A raise names the guardian, who is one Golem's; the others name the Golem too. */
export async function ordersOf(
  sql: Sql,
  { id, chain_id, guardian }: { id: string; chain_id: number; guardian: string | null },
): Promise<OrderRecord[]> {
  const rows = await sql.query<RelayRow>(
    `select * from relays where chain_id = $1 and (subject like 'raise ' || $2 || ' %'
       or subject like '% ' || $2 || ' ' || $3 || ' %') order by created_at desc, id limit 50`,
    [chain_id, guardian ?? 'nobody', id],
  );
  return rows.map((row) => {
    const [act, , , generation] = row.subject.split(' ') as [OrderRecord['act'], ...string[]];
    const { state, transaction, reason, created_at: at } = row;
    const raised = act === 'raise' ? Number(generation) : null;
    return { id: row.id, act, generation: raised, state, transaction, reason, at };
  });
}

function relayDocument({ id, state, transaction, reason }: RelayRow): RelayState {
  return { id, state, transaction, reason };
}
