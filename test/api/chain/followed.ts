// A life on chain and two stores that follow it: opened for the file that imports it.
import { createPublicClient, http, type PublicClient } from 'viem';
import { afterAll, beforeAll } from 'vitest';
import type { Followed } from '../../../site/api/chain/index-write';
import { catchUp } from '../../../site/api/chain/indexer';
import type { Store } from '../../../site/api/store/store';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import type { Delegation } from '../../../src/core/delegations/delegation';
import { type House, openHouse } from '../house';
import { leased, type People, somePeople } from '../people';
import { type Opened, openMemory } from '../stores';

export let chain: Chain;
export let opened: Opened;
let fresh: Opened;
export let house: House;
export let people: People;
export let lease: `0x${string}`;
export let grant: Delegation;
export let client: PublicClient;

beforeAll(async () => {
  chain = await startChain();
  [opened, fresh] = [await openMemory(), await openMemory()];
  client = createPublicClient({ transport: http(chain.rpcUrl) });
  house = await openHouse({ store: opened.store, chain });
  people = await somePeople(chain, house);
  await people.fund(house.relay.address);
  ({ lease, grant } = await leased(people));
});

afterAll(async () => {
  await opened?.stop();
  await fresh?.stop();
  await chain?.stop();
});

export const followed = (store: Store): Followed => ({
  store,
  client,
  chainId: chain.chainId,
  fromBlock: 0,
});

/** Everything but the order in which we came to know it. */
export const facts = (store: Store) =>
  store.query(
    `select chain_id, block_number, log_index, block_hash, transaction, at, event, delegation_hash, owner, redeemer,
       guardian, golem_id, budget_id, amount, number from events order by block_number, log_index`,
  );

export async function reindexed(): Promise<unknown> {
  for (const table of ['events', 'blocks', 'checkpoints']) {
    await fresh.store.query(`delete from ${table}`);
  }
  await catchUp(followed(fresh.store));
  return facts(fresh.store);
}
