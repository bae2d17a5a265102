// What an index holds, and what a fresh one of the same chain would hold.
import { createPublicClient, http, type PublicClient } from 'viem';
import { catchUp } from '../../../site/api/chain/indexer';
import type { Store } from '../../../site/api/store/store';
import { CHAIN_ID } from '../../../site/world/chain/anvil';
import { openMemory } from '../stores';

/** In ms, and many: a slow machine would else look like a node that refuses. */
export function clientOn(rpcUrl: string, timeout = 120_000): PublicClient {
  return createPublicClient({ transport: http(rpcUrl, { retryCount: 0, timeout }) });
}

/** Everything but the order in which we came to know it. */
export function facts(store: Store): Promise<{ [column: string]: unknown }[]> {
  return store.query(
    `select chain_id, block_number, log_index, block_hash, transaction, at, event, delegation_hash, owner, redeemer,
       guardian, golem_id, budget_id, amount, number from events order by block_number, log_index`,
  );
}

export function unread(store: Store): Promise<{ first: number; last: number; tries: number }[]> {
  return store.query('select first, last, tries from unread order by first');
}

export async function forget(store: Store): Promise<void> {
  for (const table of ['events', 'blocks', 'checkpoints', 'unread']) {
    await store.query(`delete from ${table}`);
  }
}

/** By a store of its own, straight from the node. */
export async function freshFacts(rpcUrl: string): Promise<{ [column: string]: unknown }[]> {
  const { store, stop } = await openMemory();
  await catchUp({ store, client: clientOn(rpcUrl), chainId: CHAIN_ID, fromBlock: 0 });
  const found = await facts(store);
  await stop();
  return found;
}
