// The index behind a node that refuses: whatever it refuses by, the index ends up with what a fresh one on an honest
// node has, or says which blocks it could not read.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Followed } from '../../../site/api/chain/index-write';
import { catchUp } from '../../../site/api/chain/indexer';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import { USDC } from '../../agent/stage';
import { type Rules, type StrictNode, strictNode } from '../../nodes/strict-node';
import { type House, openHouse } from '../house';
import { expectOk, leased, type People, somePeople } from '../people';
import { type Opened, openMemory } from '../stores';
import { clientOn, facts, forget, freshFacts, unread } from './indexed';
import { isWide, SIZE } from './size-rules';
import { spam } from './spam';

let chain: Chain;
let opened: Opened;
let house: House;
let people: People;
let node: StrictNode;
/** Of the block with many logs. */
let crowded: number;
let head: number;
/** What a fresh index of an honest node holds. */
let honest: unknown[];
const clock = { now: 1_000_000 };

beforeAll(async () => {
  chain = await startChain();
  opened = await openMemory();
  house = await openHouse({ store: opened.store, chain });
  people = await somePeople(chain, house);
  const { lease } = await leased(people);
  await people.redeem(lease, USDC);
  crowded = await spam(chain, 40);
  await people.redeem(lease, USDC / 2n);
  // Events in many blocks, and all of it far below the head.
  for (let score = 0; score < 30; score += 1) await people.report(1, 9000 - score);
  await chain.cheat('anvil_mine', ['0x50']);
  await people.redeem(lease, USDC / 4n);
  head = Number(await chain.cheat('eth_blockNumber', []));
  honest = await freshFacts(chain.rpcUrl);
});

afterAll(async () => {
  await opened?.stop();
  await chain?.stop();
});

beforeEach(async () => {
  await forget(opened.store);
  node = await strictNode(chain.rpcUrl);
});

afterEach(() => node.stop());

const followed = (timeout?: number): Followed => ({
  store: opened.store,
  client: clientOn(node.rpcUrl, timeout),
  chainId: chain.chainId,
  fromBlock: 0,
  now: () => clock.now,
});

/** With somebody who leads, at the time of the newest block however long the suite takes: reading alone decides. */
const health = async () => {
  await house.lead.renew();
  const newest = await chain.cheat('eth_getBlockByNumber', ['latest', false]);
  const { timestamp } = newest as { timestamp: string };
  house.clock.ahead = Number(timestamp) - Math.floor(Date.now() / 1000);
  return (await expectOk(house.ask('health'))).body;
};

type Filter = { blockHash?: string; address?: string[]; fromBlock?: string; toBlock?: string };

const holds = ({ fromBlock, toBlock }: Filter) =>
  Number(fromBlock) <= crowded && crowded <= Number(toBlock);

describe.each(Object.entries(SIZE))('a node that refuses %s', (_, rules) => {
  it('is asked for less, until all is read', async () => {
    node.rules = rules;

    expect(await catchUp(followed())).toBe(true);

    expect(await facts(opened.store)).toEqual(honest);
    expect(await unread(opened.store)).toEqual([]);
  });
});

it('asks a node for less that does not answer to a wide question, round after round', async () => {
  let hung = 0;
  node.rules = {
    hangs: ({ method, params }) => {
      const wide = method === 'eth_getLogs' && isWide(params, 64);
      if (wide) hung += 1;
      return wide;
    },
  };
  const impatient = followed(1000);
  // What else took too long on a slow machine is asked again, as the control plane does in its next round.
  const round = async () => {
    clock.now += 3600;
    const done = await catchUp(impatient).catch(() => false);
    return done && (await unread(opened.store)).length === 0;
  };

  await expect.poll(round).toBe(true);

  expect(hung).toBeGreaterThan(0);
  expect(await facts(opened.store)).toEqual(honest);
});

it('reads a block with more logs than any answer may have by its receipts', async () => {
  node.rules = { mostLogs: 5 };

  expect(await catchUp(followed())).toBe(true);

  expect(await facts(opened.store)).toEqual(honest);
  expect(await unread(opened.store)).toEqual([]);
});

describe('a block that cannot be read', () => {
  const stubborn: Rules = {
    mostLogs: 45,
    refuses: ({ method, params }) => {
      const [filter] = params as [Filter];
      if (method === 'eth_getBlockReceipts') return true;
      // Everything about the lease enforcer that could lie in the crowded block.
      if (method !== 'eth_getLogs' || !filter.address?.includes(BARDO.golemPolicyEnforcer))
        return false;
      return filter.fromBlock ? holds(filter) : filter.blockHash === crowdedHash;
    },
  };
  let crowdedHash = '';
  beforeEach(async () => {
    const at = `0x${crowded.toString(16)}`;
    const block = await chain.cheat('eth_getBlockByNumber', [at, false]);
    crowdedHash = (block as { hash: string }).hash;
    node.rules = stubborn;
  });

  it('is passed, told to operator and owner, and read when it can be', async () => {
    expect(await catchUp(followed())).toBe(true);

    expect(await unread(opened.store)).toMatchObject([{ first: crowded, last: crowded }]);
    const told = await health();
    expect(told.ok).toBe(false);
    expect(told.chains[0]).toMatchObject({
      lag: 0,
      unread: { count: 1, ranges: [{ from: crowded, to: crowded }] },
    });
    const asking = { id: people.golem, cookie: people.cookie };
    const { body } = await expectOk(house.ask('history', asking));
    expect(body.unread).toEqual([{ from: crowded, to: crowded }]);
    // The other contracts' events of the same block are there.
    const nonces = (await facts(opened.store)).filter(({ event }) => event === 'nonce');
    expect(nonces).toHaveLength(40);

    node.rules = {};
    await catchUp(followed());
    expect(await unread(opened.store)).toHaveLength(1);
    clock.now += 31;
    await catchUp(followed());

    expect(await unread(opened.store)).toEqual([]);
    expect(await facts(opened.store)).toEqual(honest);
    expect((await health()).ok).toBe(true);
  });

  it('is tried again ever more rarely', async () => {
    await catchUp(followed());

    for (const [seconds, tries] of [
      [29, 0],
      [2, 1],
      [59, 1],
      [2, 2],
      [119, 2],
      [2, 3],
    ] as const) {
      clock.now += seconds;
      await catchUp(followed());
      expect(await unread(opened.store)).toMatchObject([{ first: crowded, tries }]);
    }
  });
});

it('marks a stretch that the node has thrown away, and reads it from another one later', async () => {
  node.rules = { prunedBelow: crowded + 5 };

  expect(await catchUp(followed())).toBe(true);

  expect(await unread(opened.store)).toMatchObject([{ first: 0, last: crowded + 4 }]);
  // A search, not a walk.
  expect(node.count.asked).toBeLessThan(700);
  node.rules = {};
  clock.now += 31;
  await catchUp(followed());
  expect(await unread(opened.store)).toEqual([]);
  // The payments around the gap are counted again: each amount is what that payment took.
  expect(await facts(opened.store)).toEqual(honest);
});

it('goes on when the node has thrown away the block it stopped at', async () => {
  const early = await strictNode(chain.rpcUrl, {
    before: async ({ params }) => {
      if (params[0] === 'latest') params[0] = '0x8';
      return undefined;
    },
  });
  await catchUp({ ...followed(), client: clientOn(early.rpcUrl) });
  await early.stop();
  node.rules = { prunedBelow: crowded };

  expect(await catchUp(followed())).toBe(true);

  expect(await unread(opened.store)).toMatchObject([{ first: 9, last: crowded - 1 }]);
});

it('passes a settled block that the node has no header of', async () => {
  node.rules = {
    answersNull: ({ method, params }) =>
      method === 'eth_getBlockByNumber' && Number(params[0]) === crowded + 1,
  };

  expect(await catchUp(followed())).toBe(true);

  expect(await unread(opened.store)).toMatchObject([{ first: crowded + 1, last: crowded + 1 }]);
});

describe('a node that refuses everything', () => {
  it.each<[string, Rules]>([
    ['logs', { refuses: ({ method }) => method !== 'eth_getBlockByNumber' }],
    ['logs, with null', { answersNull: ({ method }) => method !== 'eth_getBlockByNumber' }],
    ['by a daily quota', { status: () => 403 }],
    ['every block', { answersNull: ({ params }) => params[0] !== 'latest' }],
  ])('marks nothing and moves nowhere: %s', async (_, rules) => {
    node.rules = rules;

    await catchUp(followed()).catch(() => undefined);

    expect(await unread(opened.store)).toEqual([]);
    expect(await opened.store.query('select * from checkpoints')).toEqual([]);
    expect((await health()).ok).toBe(false);
  });
});

it('waits its turn at a node of 100 questions a second, and finishes', async () => {
  node.rules = { perSecond: 100 };

  expect(await catchUp(followed())).toBe(true);

  expect(await facts(opened.store)).toEqual(honest);
});

it('gets through everything at once', async () => {
  let refusals = 0;
  // Some for their rate in any case: a slow machine may never ask too fast.
  const status = () => {
    if (refusals === 3) return null;
    refusals += 1;
    return 429;
  };
  node.rules = { ...SIZE['by both'], perSecond: 60, mostLogs: 12, status };

  expect(await catchUp(followed())).toBe(true);

  expect(refusals).toBe(3);
  expect(await facts(opened.store)).toEqual(honest);
  expect(await unread(opened.store)).toEqual([]);
});

it('asks a few questions at a time', async () => {
  let [now, most] = [0, 0];
  node.rules = {
    before: async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setTimeout(resolve, 2));
      now -= 1;
      return undefined;
    },
  };

  await catchUp(followed());

  expect(most).toBeLessThanOrEqual(6);
  expect(head).toBeGreaterThan(100);
});
