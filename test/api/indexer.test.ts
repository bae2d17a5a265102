// The index against a chain that turns: after a reorganisation, a restart or both it equals a fresh one.
import {
  createPublicClient,
  custom,
  encodeFunctionData,
  http,
  type PublicClient,
  parseAbi,
  zeroHash,
} from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catchUp, checkpointOf, type Followed, followChain } from '../../site/api/chain/indexer';
import type { Store } from '../../site/api/store/store';
import { BARDO } from '../../src/core/chain/bardo-addresses.generated';
import { encodeSingle } from '../../src/core/chain/execution';
import {
  type Delegation,
  decodeContext,
  hashDelegation,
} from '../../src/core/delegations/delegation';
import { PAYEE, USDC } from '../agent/stage';
import { type Chain, startChain } from '../world/chain';
import { type House, openHouse } from './house';
import { expectOk, leased, type People, somePeople } from './people';
import { type Opened, openMemory } from './stores';

const HOOK_ABI = parseAbi([
  'function beforeHook(bytes terms, bytes args, bytes32 mode, bytes execution, bytes32 hash, address delegator, address redeemer)',
]);

let chain: Chain;
let opened: Opened;
let fresh: Opened;
let house: House;
let people: People;
let lease: `0x${string}`;
let client: PublicClient;

beforeAll(async () => {
  chain = await startChain();
  [opened, fresh] = [await openMemory(), await openMemory()];
  client = createPublicClient({ transport: http(chain.rpcUrl) });
  house = await openHouse({ store: opened.store, chain });
  people = await somePeople(chain, house);
  await people.fund(house.relay.address);
  lease = (await leased(people)).lease;
}, 240_000);

afterAll(async () => {
  await opened?.stop();
  await fresh?.stop();
  await chain?.stop();
});

const followed = (store: Store): Followed => ({
  store,
  client,
  chainId: chain.chainId,
  fromBlock: 0,
});

/** Everything but the order in which we came to know it. */
const facts = (store: Store) =>
  store.query(
    `select chain_id, block_number, log_index, block_hash, transaction, at, event, delegation_hash, owner, redeemer,
       guardian, golem_id, budget_id, amount, number from events order by block_number, log_index`,
  );

async function reindexed(): Promise<unknown> {
  for (const table of ['events', 'blocks', 'checkpoints']) {
    await fresh.store.query(`delete from ${table}`);
  }
  await catchUp(followed(fresh.store));
  return facts(fresh.store);
}

it('reads what the chain shows, and nothing twice', async () => {
  await people.redeem(lease, USDC);
  await people.redeem(lease, USDC / 2n);
  await catchUp(followed(opened.store));
  await catchUp(followed(opened.store));

  const rows = await opened.store.query<{ event: string; amount: string }>(
    `select event, amount from events where event in ('transferred', 'spent') order by block_number, log_index`,
  );

  expect(rows.map(({ event, amount }) => `${event} ${amount}`)).toEqual([
    `spent ${USDC}`,
    `transferred ${USDC}`,
    `spent ${USDC / 2n}`,
    `transferred ${USDC / 2n}`,
  ]);
  expect(await facts(opened.store)).toEqual(await reindexed());
});

it('undoes nothing for one of several nodes that has not seen our block yet', async () => {
  const place = followed(opened.store);
  const told = () => opened.store.query('select seq, block_number from events order by seq');
  const [before, checkpoint] = [await told(), await checkpointOf(opened.store, chain.chainId)];
  await chain.cheat('evm_mine', []);
  const late = createPublicClient({
    transport: custom({
      request: async ({ method, params }) => {
        const late = method === 'eth_getBlockByNumber' && BigInt(params[0]) > 1n;
        return late ? null : client.request({ method, params } as never);
      },
    }),
  });
  // The head by one node, every other block by another.
  const mixed = { ...late, getBlock: client.getBlock } as PublicClient;

  expect(await followChain({ ...place, client: mixed })).toBe(false);

  expect(await told()).toEqual(before);
  expect(await checkpointOf(opened.store, chain.chainId)).toEqual(checkpoint);
});

it('undoes what was reorganised away', async () => {
  const before = await facts(opened.store);
  const snapshot = await chain.cheat('evm_snapshot', []);
  await people.redeem(lease, USDC);
  await people.report(1, 8000);
  await catchUp(followed(opened.store));
  expect(await facts(opened.store)).not.toEqual(before);

  await chain.cheat('evm_revert', [snapshot]);
  // Another history of the same length and more.
  await people.report(2, 4000);
  for (let block = 0; block < 4; block += 1) await chain.cheat('evm_mine', []);
  await catchUp(followed(opened.store));

  expect(await facts(opened.store)).toEqual(await reindexed());
  const phases = await opened.store.query(`select number from events where event = 'phase'`);
  expect(phases).toEqual([{ number: '2' }]);
});

it('goes back to the beginning when nothing it knew is left', async () => {
  await opened.store.query(`update blocks set hash = '0x00'`);
  await opened.store.query(`update checkpoints set hash = '0x00'`);

  await catchUp(followed(opened.store));

  expect(await facts(opened.store)).toEqual(await reindexed());
});

it('waits for a chain that became shorter, and follows where it went', async () => {
  const snapshot = await chain.cheat('evm_snapshot', []);
  for (let block = 0; block < 3; block += 1) await chain.cheat('evm_mine', []);
  await catchUp(followed(opened.store));
  const before = await checkpointOf(opened.store, chain.chainId);
  await chain.cheat('evm_revert', [snapshot]);

  // A shorter chain that is otherwise ours may be a node that lags: nothing is undone yet.
  await catchUp(followed(opened.store));
  expect(await checkpointOf(opened.store, chain.chainId)).toEqual(before);

  await people.report(2, 3900);
  for (let block = 0; block < 4; block += 1) await chain.cheat('evm_mine', []);
  await catchUp(followed(opened.store));
  const head = Number(await client.getBlockNumber({ cacheTime: 0 }));
  expect((await checkpointOf(opened.store, chain.chainId))?.number).toBe(head);
  expect(await facts(opened.store)).toEqual(await reindexed());
});

it('is written once by any number of followers', async () => {
  await people.redeem(lease, USDC / 10n);
  await people.redeem(lease, USDC / 10n);

  await Promise.all([1, 2, 3, 4].map(() => followChain(followed(opened.store))));
  await catchUp(followed(opened.store));

  expect(await facts(opened.store)).toEqual(await reindexed());
});

it('relays an order again when its block is gone', async () => {
  const snapshot = await chain.cheat('evm_snapshot', []);
  const body = await people.raise();
  const { body: queued } = await expectOk(house.ask('raise', { body }));
  await house.round();
  const done = await expectOk(house.ask('relay', { id: queued.id }));
  expect(done.body.state).toBe('done');
  await house.round();

  await chain.cheat('evm_revert', [snapshot]);
  for (let block = 0; block < 4; block += 1) await chain.cheat('evm_mine', []);
  await house.round();
  await house.round();

  const again = await expectOk(house.ask('relay', { id: queued.id }));
  expect(again.body.state).toBe('done');
  await expect(people.redeem(lease, 1n)).rejects.toThrow();
});

it('believes no spending that the manager does not stand behind', async () => {
  const [link] = decodeContext(lease) as [Delegation];
  const transfer = encodeFunctionData({
    abi: parseAbi(['function transfer(address to, uint256 amount)']),
    functionName: 'transfer',
    args: [PAYEE, USDC],
  });
  const execution = encodeSingle({ target: chain.usdc, value: 0n, data: transfer });
  const hash = hashDelegation(link);
  const [policy] = link.caveats;
  const stranger = people.owner;
  const head = [policy?.terms ?? '0x', '0x', zeroHash, execution, hash] as const;
  const data = encodeFunctionData({
    abi: HOOK_ABI,
    functionName: 'beforeHook',
    args: [...head, people.guardian.address, stranger.address],
  });
  const spent = () => opened.store.query(`select amount from events where event = 'spent'`);
  await catchUp(followed(opened.store));
  const before = await spent();

  // The enforcer keeps a ledger per caller, so this charges nobody, yet it says `Spent` of our lease.
  await people.send(stranger, { to: BARDO.golemPolicyEnforcer, data });
  await catchUp(followed(opened.store));

  expect(await spent()).toEqual(before);
});

it('waits for a node that is gone and goes on when it is back', async () => {
  const gone = createPublicClient({ transport: http('http://127.0.0.1:9', { retryCount: 0 }) });

  await expect(catchUp({ ...followed(opened.store), client: gone })).rejects.toThrow();

  await people.report(3, 900);
  await catchUp(followed(opened.store));
  expect(await facts(opened.store)).toEqual(await reindexed());
});
