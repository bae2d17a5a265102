// Two owners who have their orders relayed: opened for the file that imports it.
import { afterAll, beforeAll } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { type House, openHouse } from '../house';
import { leased, type People, somePeople } from '../people';
import { type Opened, openMemory } from '../stores';

export let chain: Chain;
export let opened: Opened;
export let house: House;
export let hostile: People;
export let victim: People;
/** Of the hostile owner. */
export let life: Awaited<ReturnType<typeof leased>>;

beforeAll(async () => {
  [chain, opened] = await Promise.all([startChain(), openMemory()]);
  house = await openHouse({ store: opened.store, chain });
  hostile = await somePeople(chain, house);
  victim = await somePeople(chain, house);
  await hostile.fund(house.relay.address, '10');
  life = await leased(hostile);
  await leased(victim);
});

afterAll(async () => {
  await opened?.stop();
  await chain?.stop();
});

export const raised = async (who: People, over: object) =>
  house.ask('raise', { body: await who.raise(over) });
export const rowsOf = (who: People) =>
  opened.store.query<{
    id: string;
    state: string;
    lane: number;
    nonce: number | null;
    gas: number;
    budget: string;
  }>(
    `select id, state, lane, nonce, gas, budget_id as budget from relays where owner = $1 order by nonce`,
    [who.owner.address.toLowerCase()],
  );
