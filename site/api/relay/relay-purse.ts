// What the relay account can pay, and for whom. The last of it is kept for ends of live leases, and shared among the
// owners: whoever got something today leaves a part of what is left to those who got less. The first end of an owner
// may take the last coin; the more an owner has had, the more must remain behind it. So no few owners use it up.

import type { RelayRow } from '../orders/relays';
import { GAS_EACH } from '../plane/quota-figures';
import { costOf, type Fees, MAX_GAS, marketOf } from './relay-bytes';
import { promises, type RelayDesk } from './relay-desk';

/** Ends that the purse is kept for: everything else waits when it holds no more. */
const RESERVED_ENDS = 100n;
/** Ends of one owner after which half of the reserve is the others'. */
const HALF_AFTER = 4n;
const DAY = 86_400;

export const UNPAID = 'The relay account cannot pay for gas. The order waits until it can.';
const RESERVED =
  'The relay account keeps what it has left for ends of leases. The order waits until it is refilled.';
export const SHARED =
  'The relay account keeps what it has left for the ends of other owners: this owner had more today. The order waits until it is refilled.';

export type Purse = {
  market: Fees;
  /** Not promised yet, in wei. */
  left: bigint;
  reserve: bigint;
  /** Gas that each owner was sent for in the last day. */
  had: Map<string, bigint>;
};

/** The balance is told to whoever asks after our health. */
export async function openPurse(desk: RelayDesk): Promise<Purse> {
  const { client, account, chainId, now } = desk;
  const market = await marketOf(desk);
  const balance = await client.getBalance({ address: account.address, blockTag: 'latest' });
  await desk.store.query(
    `insert into purses (chain_id, amount, at) values ($1, $2, $3)
       on conflict (chain_id) do update set amount = $2, at = $3`,
    [chainId, `${balance}`, now()],
  );
  const promised = (await promises(desk)).reduce((sum, send) => sum + costOf(send), 0n);
  const reserve = (RESERVED_ENDS * MAX_GAS * market.fee) / 3n;
  return { market, left: balance - promised, reserve, had: await hadToday(desk) };
}

async function hadToday({ store, chainId, now }: RelayDesk): Promise<Map<string, bigint>> {
  const rows = await store.query<{ owner: string; gas: number }>(
    `select owner, sum(gas)::bigint as gas from relays
       where chain_id = $1 and sent_at > $2 and state <> 'queued' and owner is not null group by owner`,
    [chainId, now() - DAY],
  );
  return new Map(rows.map(({ owner, gas }) => [owner, BigInt(gas)]));
}

/** Why it cannot be paid for now; null when it can. */
export function keptFrom(purse: Purse, { lane, owner }: RelayRow, cost: bigint): string | null {
  if (purse.left < cost) return UNPAID;
  if (lane !== 0) return purse.left < cost + purse.reserve ? RESERVED : null;
  const each = BigInt(GAS_EACH);
  const ends = ((purse.had.get(`${owner}`) ?? 0n) + each - 1n) / each;
  const others = (purse.reserve * ends) / (ends + HALF_AFTER);
  return purse.left < cost + others ? SHARED : null;
}

export function pay(purse: Purse, { owner }: RelayRow, cost: bigint): void {
  purse.left -= cost;
  purse.had.set(`${owner}`, (purse.had.get(`${owner}`) ?? 0n) + BigInt(GAS_EACH));
}
