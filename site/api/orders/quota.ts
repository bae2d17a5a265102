// What the relay account pays for. Signing is free and its gas is not, so orders are paid for guardians with a grant
// that the chain has honoured, a number and a sum of gas per grant, per owner and day. The figures are in the store:
// they outlive restarts and hold for all processes together.
//
// An order that ends a budget with a lease known here has a second quota, as large again: beyond the first it goes into
// the last lane, after everybody else's and not from what the purse is kept for. Beyond both the owner is told the call
// to send: whoever makes leases without end would else be paid for without end.

import type { Hex } from 'viem';
import { Problem } from '../plane/problem';
import { type Allowance, GAS_EACH, type Quota } from '../plane/quota-figures';
import { one, type Sql } from '../store/store';
import type { OrderCall } from './orders';

const DAY = 86_400;

/** 0: ends a live lease. 1: any other order. 2: ends a live lease, beyond the quota. */
export type Lane = 0 | 1 | 2;
export type Place = { owner: Hex; permission: string; lane: Lane; final: boolean };

export type Ordered = OrderCall & {
  chainId: number;
  guardian: Hex;
  /** Of a raise: the budget, its floor on the chain, and the generation below which leases end. */
  raise: { budgetId: string; floor: number; generation: number; final: boolean } | null;
};

type Grant = { id: string; owner: Hex; live: boolean; leased: boolean };

/** Whose quota it uses, and when it is its turn. Inside the transaction that writes the order. */
export async function placeOf(
  sql: Sql,
  order: Ordered,
  { quota, now }: { quota: Quota | null; now: number },
): Promise<Place> {
  const grants = await grantsTo(sql, order, now);
  const [first] = grants;
  if (!first) throw new Problem('conflict', 'No grant to this guardian is registered here.');
  const final = order.raise?.final === true && first.leased;
  for (const { id: permission, owner, live } of grants) {
    await sql.query('select pg_advisory_xact_lock(hashtext($1))', [`quota ${owner}`]);
    const fits = quota === null || (await hasRoom(sql, { owner, permission, final, quota, now }));
    if (fits) return { owner, permission, lane: live ? 0 : 1, final };
  }
  if (!final) {
    throw new Problem(
      'rate_limited',
      'This grant or its owner has used up today’s orders. Send it yourself, or try again tomorrow.',
    );
  }
  const { owner, id: permission } = first;
  if (
    quota === null ||
    (await hasRoom(sql, { owner, permission, final, quota: beyond(quota), now }))
  ) {
    return { owner, permission, lane: 2, final };
  }
  const { chainId, target, data } = order;
  throw new Problem(
    'not_relayed',
    'This owner has used up today’s ends of leases. Send the call yourself: it is in this answer.',
    { call: { chainId, to: target, data } },
  );
}

/** For ends alone, and for the owner as a whole: however many grants they are spread over. */
function beyond({ owner }: Quota): Quota {
  const twice = { orders: 2 * owner.orders, gas: 2 * owner.gas };
  return { owner: twice, grant: twice };
}

/**
 * Grants that this guardian holds, the one first whose lease the order ends: the guardian's own signature names that
 * owner. Others may have granted to the same guardian, to be counted in its stead or to use up its quota.
 */
function grantsTo(sql: Sql, order: Ordered, now: number): Promise<Grant[]> {
  const { chainId, guardian, raise } = order;
  const on = `leases.permission = grants.id and leases.chain_id = $1 and leases.guardian = $2
    and leases.budget_id = $3 and leases.expires_at > $5`;
  return sql.query<Grant>(
    `select grants.id, grants.owner, exists (select 1 from leases where ${on}) as leased,
         exists (select 1 from leases where ${on} and leases.generation >= $6 and leases.generation < $4) as live
       from grants where chain_id = $1 and delegate = $2 and expires_at > $5
       order by live desc, leased desc,
         exists (select 1 from leases where leases.permission = grants.id) desc, created_at, id limit 32`,
    [chainId, guardian, raise?.budgetId ?? '', raise?.generation ?? 0, now, raise?.floor ?? 0],
  );
}

type Asked = { owner: string; permission: string; final: boolean; quota: Quota; now: number };

/** Endings for good are counted by themselves: whoever rotated much today can still end everything. */
async function hasRoom(sql: Sql, asked: Asked): Promise<boolean> {
  const { owner, permission, final, quota, now } = asked;
  const used = await one<{ orders: number; gas: number; granted: number; granted_gas: number }>(
    sql,
    `select count(*) as orders, coalesce(sum(gas), 0)::bigint as gas,
         count(*) filter (where permission = $2) as granted,
         coalesce(sum(gas) filter (where permission = $2), 0)::bigint as granted_gas
       from relays where owner = $1 and final = $3 and counted_at > $4`,
    [owner, permission, final, now - DAY],
  );
  if (!used) return false;
  const within = (orders: number, gas: number, most: Allowance) =>
    orders < most.orders && gas + GAS_EACH <= most.gas;
  return (
    within(used.orders, used.gas, quota.owner) &&
    within(used.granted, used.granted_gas, quota.grant)
  );
}
