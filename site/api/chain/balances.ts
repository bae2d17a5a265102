// What owners hold and what gas session keys have left, for everything that is still live. Read beside the
// index, so that a status never waits for a node.
import type { Address, Hex, PublicClient } from 'viem';
import * as QUESTIONS from '../../../src/core/chain/questions';
import type { Sql, Store } from '../store/store';
import { passes } from './grant-check';

type Purse = { account: Address; token: Address | '' };

/** Per round; with more, the longest unread come first. */
const MAX_PURSES = 200;
const FRESH_SECONDS = 10;

export async function readBalances(
  store: Store,
  client: PublicClient,
  chainId: number,
  now: number,
): Promise<void> {
  const purses = await livePurses(store, chainId, now);
  const price = await client.getGasPrice();
  const amounts = await Promise.all(purses.map((purse) => amountOf(client, purse)));
  for (const [index, { account, token }] of purses.entries()) {
    await store.query(
      `insert into balances (chain_id, account, token, amount, at) values ($1, $2, $3, $4, $5)
         on conflict (chain_id, account, token) do update set amount = $4, at = $5`,
      [chainId, account, token, amounts[index]?.toString() ?? null, now],
    );
  }
  await store.query('update checkpoints set gas_price = $2 where chain_id = $1', [
    chainId,
    `${price}`,
  ]);
}

function livePurses(sql: Sql, chainId: number, now: number): Promise<Purse[]> {
  return sql.query<Purse>(
    `select p.account, p.token from (
       select owner as account, coalesce(token, '') as token from grants where chain_id = $1 and expires_at > $2
       union select session_key, '' from leases where chain_id = $1 and expires_at > $2
       union select session_key, '' from slices where chain_id = $1 and expires_at > $2
       union select g.delegate, '' from grants g join golems o on o.owner = g.owner and o.id = g.golem
         where g.chain_id = $1 and g.expires_at > $2 and o.guardian is null) p
     left join balances b on b.chain_id = $1 and b.account = p.account and b.token = p.token
     where b.at is null or b.at <= $2 - ${FRESH_SECONDS}
     order by b.at nulls first limit ${MAX_PURSES}`,
    [chainId, now],
  );
}

/** null when the token refuses to tell: an owner chose it, and it must not keep us from all others. */
async function amountOf(client: PublicClient, { account, token }: Purse): Promise<bigint | null> {
  if (token === '') return client.getBalance({ address: account });
  const { ask, read } = QUESTIONS.balance;
  let answer: Hex | undefined;
  const told = await passes(
    client.call(ask(token, account)).then((result) => {
      answer = result.data;
    }),
  );
  return told ? read(answer) : null;
}
