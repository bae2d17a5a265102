// kill -9 of the control plane and of the node's RPC in the middle of 200 grants, heartbeats, revocations and
// visits: nothing acknowledged is lost, no token family is locked out, the index equals a fresh one, and the
// relay paid for each order once. `npm run deep:siege` goes through other seeds, with more deaths.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catchUp } from '../../../site/api/chain/indexer';
import { openStore } from '../../../site/api/store/open';
import type { Store } from '../../../site/api/store/store';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { type Database, hasPostgres, startDatabase } from '../postgres';
import { openMemory } from '../stores';
import { somebodyBesieged } from './besieged';
import { besiege, broken, pause, type Siege } from './siege';

const OPERATIONS = 200;
const PROCESS_DEATHS = Number(process.env.SIEGE_DEATHS ?? 2);
const NODE_DEATHS = PROCESS_DEATHS + 1;
const SEEDS = (process.env.SIEGE_SEEDS ?? '84532').split(',').map(Number);

let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain?.stop());

async function survive(siege: Siege): Promise<void> {
  const life = await somebodyBesieged(siege);
  const deaths = new Map<number, 'process' | 'node'>();
  while (deaths.size < PROCESS_DEATHS + NODE_DEATHS) {
    const victim = deaths.size < PROCESS_DEATHS ? 'process' : 'node';
    const moment = Math.floor(siege.random() * OPERATIONS);
    if (!deaths.has(moment)) deaths.set(moment, victim);
  }
  const seen = new Set<string>();
  for (let count = 0; count < OPERATIONS; count += 1) {
    const victim = deaths.get(count);
    if (victim) void siege.strike(victim);
    seen.add(await life.act());
  }
  await siege.lift();
  const sent = await calm(siege, life.orders);

  expect(siege.deaths).toEqual({ process: PROCESS_DEATHS, node: NODE_DEATHS });
  expect(seen.size).toBeGreaterThanOrEqual(8);
  expect(await broken(await life.claims())).toEqual([]);
  const { relay, client } = siege;
  expect(await client.getTransactionCount({ address: relay.address })).toBe(sent);
}

/** Until all orders and all of the chain are read; how many orders took a transaction of ours. */
async function calm({ guest }: Siege, orders: ReadonlySet<string>): Promise<number> {
  const until = Date.now() + 60_000;
  for (;;) {
    const states = await Promise.all([...orders].map((id) => guest.ask('relay', { id })));
    const { body } = await guest.ask('health');
    const read = body.chains[0].indexed === body.chains[0].head;
    if (read && states.every((one) => one.body.state === 'done')) {
      return states.filter((one) => one.body.transaction !== null).length;
    }
    if (Date.now() > until)
      throw new Error(`not calm: ${JSON.stringify(states.map((s) => s.body))}`);
    await pause(100);
  }
}

/** Everything the index holds but the order in which it came to know it. */
async function index(store: Store): Promise<unknown> {
  const events = await store.query(
    `select chain_id, block_number, log_index, block_hash, transaction, at, event, delegation_hash, owner, redeemer,
       guardian, golem_id, budget_id, amount, number from events order by block_number, log_index`,
  );
  return {
    events,
    checkpoint: await store.query('select chain_id, number, hash from checkpoints'),
  };
}

async function sameAsFresh(siege: Siege, store: Store): Promise<void> {
  const fresh = await openMemory();
  const { chainId } = chain;
  const client = siege.client as Parameters<typeof catchUp>[0]['client'];
  await catchUp({ store, client, chainId, fromBlock: 0 });
  await catchUp({ store: fresh.store, client, chainId, fromBlock: 0 });

  expect(await index(store)).toEqual(await index(fresh.store));
  const marks = await store.query<{ number: number; hash: string }>('select * from blocks');
  for (const { number, hash } of marks) {
    expect((await client.getBlock({ blockNumber: BigInt(number) })).hash).toBe(hash);
  }
  await fresh.stop();
}

describe.each(SEEDS)('under siege, seed %i', (seed) => {
  it('one process on a folder keeps its word', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bardo-siege-'));
    const siege = await besiege({ chain, env: { BARDO_DATA: folder }, processes: 1, seed });
    try {
      await survive(siege);
    } finally {
      await siege.end();
    }
    const store = await openStore({ databaseUrl: null, folder });
    await sameAsFresh(siege, store);
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.runIf(hasPostgres())('two processes on one PostgreSQL keep theirs', async () => {
    const database: Database = await startDatabase();
    const env = { DATABASE_URL: database.url };
    const siege = await besiege({ chain, env, processes: 2, seed });
    try {
      await survive(siege);
    } finally {
      await siege.end();
    }
    const store = await openStore({ databaseUrl: database.url, folder: null });
    await sameAsFresh(siege, store);
    await store.close();
    await database.stop();
  });
});
