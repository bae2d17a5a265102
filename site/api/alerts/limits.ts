// "More than X in an hour": the one thing an owner is told here and not by the Snap, because only who reads all events
// of the chain can add up an hour.
import type { Hex } from 'viem';
import { chainName } from '../../../src/core/chain/addresses';
import { amountWords } from '../../../src/core/chain/money';
import { HOUR } from '../../../src/core/chain/time';
import type { State } from '../../../src/core/memory/state';
import type { SpendingLimit } from '../../../src/core/protocol/alert-shapes';
import { type Cause, counted, listed, nameIn, RANK } from '../../../src/core/watch/cause';
import type { Sql } from '../store/store';

type LimitRow = { chain_id: number; token: Hex | ''; amount: string };
type Spent = {
  chain_id: number;
  token: Hex | null;
  golem: string;
  amount: string;
  payments: number;
};

export async function limitsOf(sql: Sql, owner: string): Promise<SpendingLimit[]> {
  const rows = await sql.query<LimitRow>(
    'select chain_id, token, amount from alert_limits where owner = $1 order by chain_id, token',
    [owner],
  );
  return rows.map(({ chain_id: chainId, token, amount }) => ({
    chainId,
    token: token === '' ? null : token,
    amount,
  }));
}

/** An amount of 0 takes it away. */
export async function setLimit(sql: Sql, owner: string, limit: SpendingLimit): Promise<void> {
  const { chainId, token, amount } = limit;
  const place = [owner, chainId, token ?? ''];
  if (BigInt(amount) === 0n) {
    const text = 'delete from alert_limits where owner = $1 and chain_id = $2 and token = $3';
    await sql.query(text, place);
    return;
  }
  await sql.query(
    `insert into alert_limits (owner, chain_id, token, amount) values ($1, $2, $3, $4)
       on conflict (owner, chain_id, token) do update set amount = $4`,
    [...place, amount],
  );
}

/** By the time of the blocks. A payment through a lease is counted once, where its grant counts it. */
export function lastHour(sql: Sql, owner: string, now: number): Promise<Spent[]> {
  return sql.query<Spent>(
    `select grants.chain_id, grants.token, grants.golem, sum(events.amount::numeric)::text as amount,
         count(*) as payments from events
       join grants on grants.chain_id = events.chain_id and grants.root_hash = events.delegation_hash
       where grants.owner = $1 and events.event = 'transferred' and events.at > $2
       group by grants.chain_id, grants.token, grants.golem`,
    [owner, now - HOUR],
  );
}

export function spendingCauses(
  limits: readonly SpendingLimit[],
  spent: readonly Spent[],
  state: State,
): Cause[] {
  return limits.flatMap((limit) => {
    const own = spent
      .filter(({ chain_id, token }) => chain_id === limit.chainId && token === limit.token)
      .sort((a, b) => (BigInt(a.amount) > BigInt(b.amount) ? -1 : 1));
    const total = own.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    return total > BigInt(limit.amount) ? [causeOf(limit, total, own, state)] : [];
  });
}

function causeOf(limit: SpendingLimit, total: bigint, own: readonly Spent[], state: State): Cause {
  const words = (amount: bigint) => amountWords(limit, amount, 'up', `the token ${limit.token}`);
  const parts = own.map(({ golem, amount }) => `${nameIn(state, golem)} ${words(BigInt(amount))}`);
  const payments = own.reduce((sum, one) => sum + one.payments, 0);
  const gap = (state.unread ?? []).some(({ chainId }) => chainId === limit.chainId);
  return {
    kind: 'spending',
    rank: RANK.declining,
    label: 'Spending',
    golem: null,
    chainId: limit.chainId,
    point: { what: limit.token ?? 'native', of: null },
    native: 'Much was spent in an hour',
    title: `More than ${words(BigInt(limit.amount))} was spent within an hour`,
    body: `${words(total)} in ${counted(payments, 'payment')}: ${listed(parts)}.`,
    more: `On ${chainName(limit.chainId)}, over all your Golems; the limit is your own.${gap ? ' Some blocks could not be read, so it may be more.' : ''}`,
  };
}
