// The index before a node that is far behind, or does not have what it is asked for: nothing is undone for that.
import { createPublicClient, custom, numberToHex, pad } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Followed } from '../../../site/api/chain/index-write';
import { catchUp, followChain } from '../../../site/api/chain/indexer';
import { nextQueued, type RelayDesk } from '../../../site/api/relay/relay-desk';
import { type Opened, openMemory } from '../stores';

const CHAIN = 84532;
const FIRST = 4000;
const TOP = 5600;

const node = { head: TOP, branch: 0, missing: (_: number): boolean => false };
let opened: Opened;
let followed: Followed;

/** Blocks of `branch` from the first on: another branch shares nothing with ours. */
function blockAt(number: number) {
  if (number > node.head || node.missing(number)) return null;
  const hash = (block: number) =>
    pad(numberToHex(block + 1 + node.branch * 1_000_000), { size: 32 });
  const timestamp = numberToHex(1_700_000_000 + 2 * number);
  return {
    number: numberToHex(number),
    hash: hash(number),
    parentHash: hash(number - 1),
    timestamp,
  };
}

beforeAll(async () => {
  opened = await openMemory();
  const request = async ({ method, params }: { method: string; params: [string] }) => {
    if (method === 'eth_getLogs') return [];
    return blockAt(params[0] === 'latest' ? node.head : Number(params[0]));
  };
  const client = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) });
  followed = { store: opened.store, client, chainId: CHAIN, fromBlock: FIRST };
  node.head = TOP - 600;
  await catchUp(followed);
  while (node.head < TOP) {
    node.head += 1;
    await followChain(followed);
  }
  await opened.store.query(
    `insert into events (chain_id, block_number, log_index, block_hash, transaction, at, seq, event)
       values (${CHAIN}, 4500, 0, 'x', 'y', 1, 1, 'disabled')`,
  );
});
afterAll(() => opened?.stop());

const kept = async () => ({
  events: (await opened.store.query('select 1 from events')).length,
  checkpoint: await opened.store.query('select number from checkpoints'),
});
const WHOLE = { events: 1, checkpoint: [{ number: TOP }] };

it('keeps everything before a node whose head lies below all it remembers', async () => {
  for (const head of [0, 3000, FIRST, 4800]) {
    node.head = head;
    for (let look = 0; look < 3; look += 1) expect(await followChain(followed)).toBe('wait');
    expect(await kept()).toEqual(WHOLE);
  }
  node.head = TOP;
  expect(await followChain(followed)).toBe('done');
});

it('keeps everything before a node that has another newest block and none of the older ones', async () => {
  Object.assign(node, { branch: 1, missing: (number: number) => number < TOP });
  for (let look = 0; look < 3; look += 1) expect(await followChain(followed)).toBe('wait');
  expect(await kept()).toEqual(WHOLE);
  Object.assign(node, { branch: 0, missing: () => false });
});

it('goes behind the oldest block it remembers on a second look only', async () => {
  node.branch = 1;
  expect(await followChain(followed)).toBe('wait');
  expect(await kept()).toEqual(WHOLE);
  expect(await followChain(followed)).toBe('more');
  expect(await kept()).toEqual({ events: 0, checkpoint: [] });
});

it('asks for no orders when more are on their way than there is room for', async () => {
  const desk = { store: opened.store, chainId: CHAIN, now: () => 1 } as unknown as RelayDesk;
  expect(await nextQueued(desk, -3)).toEqual([]);
});
