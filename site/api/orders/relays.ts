// Orders that wait for the relay account, and what became of them. Once queued, an order is not forgotten.
import type { Hex } from 'viem';
import type { OrderRecord, RelayState } from '../../../src/core/protocol/api-shapes';
import { asked, chainOf, type Handler, type Plane } from '../plane/plane';
import { demand, Problem } from '../plane/problem';
import { GAS_EACH } from '../plane/quota-figures';
import { one, type Sql } from '../store/store';
import { hasCode } from './guardian-code';
import { orderId } from './orders';
import { type Ordered, type Place, placeOf } from './quota';

export type RelayRow = {
  id: string;
  chain_id: number;
  act: OrderRecord['act'];
  guardian: Hex;
  /** Of an order about a Golem's record; null of a raise, which is about a budget. */
  golem: string | null;
  budget_id: string | null;
  generation: number | null;
  target: Hex;
  data: Hex;
  state: RelayState['state'];
  /** The newest that was signed for it; all of them are in `sends`. */
  transaction: Hex | null;
  nonce: number | null;
  /** How often it was set back. */
  attempts: number;
  /** How often more was offered for the present number. */
  bumps: number;
  /** Why its number is being used for nothing. */
  cancels: string | null;
  /** How often it was put aside without being refused (the node gave no usable answer, others come first), and until when. */
  silences: number;
  retry_at: number;
  reason: string | null;
  block_number: number | null;
  owner: Hex | null;
  permission: string | null;
  lane: number;
  final: boolean;
  /** Set aside for it; what it used, once that is known. */
  gas: number;
  sent_at: number | null;
  counted_at: number;
  created_at: number;
  updated_at: number;
};

export const relay: Handler<'relay'> = async ({ plane, id }) => {
  const row = await relayRow(plane.store, id);
  demand(row, 'not_found', 'There is no such order.');
  return relayDocument(row);
};

/** The same order again answers with the first; one that failed is tried again, and counts again. */
export async function takeOrder(plane: Plane, order: Ordered, now: number): Promise<RelayState> {
  const id = orderId(order.chainId, order.subject);
  const known = await relayRow(plane.store, id);
  if (known && known.state !== 'failed') return relayDocument(known);
  await refuseCode(plane, order);
  await plane.store.transaction(async (sql) => {
    const place = await placeOf(sql, order, { quota: plane.quota, now });
    await insert(sql, id, { order, place, now });
  });
  const row = await relayRow(plane.store, id);
  demand(row, 'internal', 'The order was not kept.');
  return relayDocument(row);
}

/**
 * An order that the chain shows already, by whosever doing. It is kept within the quota, so that it can be asked after and is
 * sent after all when that block is gone; beyond it the answer is the same, and nothing is written.
 */
export async function shownOrder(
  plane: Plane,
  order: Ordered,
  { block, now }: { block: number; now: number },
): Promise<RelayState> {
  const id = orderId(order.chainId, order.subject);
  const shown = { state: 'done' as const, reason: 'The chain shows it already.' };
  const known = await relayRow(plane.store, id);
  if (known) return { ...relayDocument(known), ...(known.state === 'done' ? {} : shown) };
  const writing = plane.store.transaction(async (sql) => {
    const place = await placeOf(sql, order, { quota: plane.quota, now });
    await insert(sql, id, { order, place, now });
    await sql.query(
      `update relays set state = $2, reason = $3, gas = 0, block_number = $4 where id = $1 and state = 'queued'
         and transaction is null and attempts = 0`,
      [id, shown.state, shown.reason, block],
    );
  });
  await writing.catch((error) => {
    if (!(error instanceof Problem)) throw error;
  });
  return { id, transaction: null, ...shown };
}

async function insert(
  sql: Sql,
  id: string,
  { order, place, now }: { order: Ordered; place: Place; now: number },
): Promise<void> {
  const { chainId, subject, target, data } = order;
  const { owner, permission, lane, final } = place;
  const raise = subject.act === 'raise' ? subject : null;
  const golem = subject.act === 'raise' ? null : subject.golem;
  await sql.query(
    `insert into relays (id, chain_id, act, target, data, owner, permission, lane, final, gas, state, attempts,
       counted_at, created_at, updated_at, guardian, golem, budget_id, generation)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, ${GAS_EACH}, 'queued', 0, $10, $10, $10, $11, $12, $13, $14)
     on conflict (id) do update set state = 'queued', attempts = 0, updated_at = $10, counted_at = $10, data = $5,
       owner = $6, permission = $7, lane = $8, final = $9, gas = relays.gas + ${GAS_EACH}, reason = null, silences = 0, retry_at = 0
     where relays.state = 'failed'`,
    [
      ...[id, chainId, subject.act, target, data, owner, permission, lane, final, now],
      ...[subject.guardian, golem, raise?.budgetId ?? null, raise?.generation ?? null],
    ],
  );
}

/** Its code would judge the signature, with as much of the relay's gas as it likes. */
export async function refuseCode(
  plane: Plane,
  { chainId, guardian, target, data }: Ordered,
): Promise<void> {
  const coded = await asked(hasCode(chainOf(plane, chainId), guardian));
  if (!coded) return;
  throw new Problem(
    'not_relayed',
    'This guardian has code, and the relay pays for none. Send the call yourself: it is in this answer.',
    { call: { chainId, to: target, data } },
  );
}

export function relayRow(sql: Sql, id: string): Promise<RelayRow | null> {
  return one<RelayRow>(sql, 'select * from relays where id = $1', [id]);
}

/** Newest first. A raise names the guardian, who is one Golem's; the others name the Golem too. */
export async function ordersOf(
  sql: Sql,
  { id, chain_id, guardian }: { id: string; chain_id: number; guardian: Hex | null },
): Promise<OrderRecord[]> {
  const rows = await sql.query<RelayRow>(
    `select * from relays where chain_id = $1 and guardian = $2 and (act = 'raise' or golem = $3)
       order by created_at desc, id limit 50`,
    [chain_id, guardian, id],
  );
  return rows.map((row) => {
    const { state, transaction, reason } = relayDocument(row);
    const { id: order, act, generation, created_at: at } = row;
    return { id: order, act, generation, state, transaction, reason, at };
  });
}

/** What only uses up its number is no transaction of the order. */
function relayDocument({ id, state, transaction, cancels, reason }: RelayRow): RelayState {
  return { id, state, transaction: cancels === null ? transaction : null, reason };
}
