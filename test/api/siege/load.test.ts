// Hostile owners at full rate against two processes on one PostgreSQL, whose leader is killed and frozen on the way: an
// honest owner's end is in one of the next three blocks, an honest request is taken, and nothing is sent twice.
// `npm run deep:load` does so with fifty of them.
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgres } from '../../../site/api/store/postgres';
import type { Store } from '../../../site/api/store/store';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import type { People } from '../people';
import { type Database, hasPostgres, startDatabase } from '../postgres';
import { kill, type Process } from '../process';
import { aRunwayAsk } from '../signing';
import {
  blocks,
  type Crowd,
  crowd,
  deposed,
  endOf,
  type Load,
  leaderOf,
  onLoad,
  RELAY_KEY,
  type Running,
  someOwners,
} from './load';
import { pause } from './siege';

const OWNERS = Number(process.env.LOAD_OWNERS ?? 5);
const DEEP = OWNERS >= 50;
/** A slow machine decides about time, not about blocks. */
const TAKE_OVER_MS = DEEP ? 10_000 : 30_000;

describe.runIf(hasPostgres())(`${OWNERS} hostile owners`, () => {
  let chain: Chain;
  let database: Database;
  let store: Store;
  let load: Load;
  let honest: People[];
  let raging: Crowd;
  let mining: Running;
  const everybody: Process[] = [];
  const figures: { [what: string]: unknown } = { owners: OWNERS };

  beforeAll(async () => {
    [chain, database] = await Promise.all([startChain(), startDatabase()]);
    load = onLoad(chain, database.url);
    everybody.push(await load.start(), await load.start());
    const all = await someOwners(load, OWNERS + 3);
    honest = all.splice(0, 3);
    const [victim] = honest as [People];
    await victim.fund(privateKeyToAccount(RELAY_KEY).address, '100');
    store = await openPostgres(database.url);
    mining = await blocks(load, store);
    raging = crowd(load, all, victim);
    while (raging.asked() < OWNERS * 8) await pause(100);
  }, 900_000);

  afterAll(async () => {
    for (const { child } of everybody) child.kill('SIGCONT');
    await Promise.all(everybody.map(kill));
    await Promise.race([mining?.stop(), pause(5000)]);
    await store?.close();
    await chain?.stop();
    await database?.stop();
    console.log(JSON.stringify(figures));
  });

  it('cannot keep an honest owner’s end from the next three blocks', async () => {
    const timing = await endOf(load, honest[0] as People);
    figures.end = timing;

    expect(timing.blocks).toBeLessThanOrEqual(3);
  });

  it('cannot keep an honest Golem’s request from its owner', async () => {
    const [{ session, golem, owner, cookie }] = honest as [People];
    const deadline = Math.floor(Date.now() / 1000) + 3600;
    const body = await aRunwayAsk(session, {
      golem,
      owner: owner.address,
      token: chain.usdc,
      deadline,
    });
    const headers = { 'x-forwarded-for': '10.2.0.1' };
    const asked = await load.guest.ask('askRunway', { body, headers });
    const listed = await load.guest.ask('runwayRequests', { cookie, headers });

    expect([asked.status, listed.body.requests[0].id]).toEqual([200, asked.body.id]);
  });

  it('see another process lead when the leader is killed, and the next end is as fast', async () => {
    figures.killed = await deposed(load, await leaderOf(load), 'SIGKILL');
    const timing = await endOf(load, honest[1] as People);
    figures.endAfterKill = timing;

    expect(figures.killed).toBeLessThan(TAKE_OVER_MS);
    expect(timing.blocks).toBeLessThanOrEqual(3);
  });

  it('see another process lead when the leader is frozen, and nothing is sent twice when it thaws', async () => {
    everybody.push(await load.start());
    const frozen = await leaderOf(load);
    figures.frozen = await deposed(load, frozen, 'SIGSTOP');
    const timing = await endOf(load, honest[2] as People);
    figures.endAfterFreeze = timing;
    frozen.child.kill('SIGCONT');
    const at = await load.client.getBlockNumber({ cacheTime: 0 });
    while ((await load.client.getBlockNumber({ cacheTime: 0 })) < at + 2n) await pause(200);
    await raging.stop();
    const settled = await calm(load);
    figures.asked = raging.asked();
    figures.refused = raging.refused();
    figures.sent = settled.mined;

    expect(figures.frozen).toBeLessThan(TAKE_OVER_MS);
    expect(timing.blocks).toBeLessThanOrEqual(3);
    expect(settled.twice).toEqual([]);
    expect(settled.mined).toBe(settled.used);
    // Twenty of each grant and its end.
    expect(settled.used).toBeLessThanOrEqual(OWNERS * 21 + 3);
  });

  /** When all is decided: which numbers of the relay account were used, and orders that were mined more than once. */
  async function calm({ client }: Load) {
    const waiting = `select id from relays where state in ('queued', 'sent')`;
    const until = Date.now() + 200_000;
    while ((await store.query(waiting)).length > 0) {
      if (Date.now() > until) throw new Error('the relay does not come to rest');
      await pause(500);
    }
    const sends = await store.query<{ hash: Hex; relay: string }>('select hash, relay from sends');
    const mined: string[] = [];
    for (const { hash, relay } of sends) {
      if (await client.getTransactionReceipt({ hash }).catch(() => null)) mined.push(relay);
    }
    const { address } = privateKeyToAccount(RELAY_KEY);
    const used = await client.getTransactionCount({ address, blockTag: 'latest' });
    const twice = mined.filter((relay, index) => mined.indexOf(relay) !== index);
    return { mined: mined.length, used, twice };
  }
});
