// Orders that wait for the relay account, and what became of them. Once queued, an order is not forgotten.
import type { RelayState } from '../../src/core/protocol/api-shapes';
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
  const id = hashOf(`${order.chainId} ${order.subject}`).slice(0, 32);
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

function relayRow(sql: Sql, id: string): Promise<RelayRow | null> {
  return one<RelayRow>(sql, 'select * from relays where id = $1', [id]);
}

function relayDocument({ id, state, transaction, reason }: RelayRow): RelayState {
  return { id, state, transaction, reason };
}
