// The index against a chain that turns: after a reorganisation, a restart or both it equals a fresh one.
import {
  type Address,
  createPublicClient,
  custom,
  encodeFunctionData,
  http,
  parseAbi,
  zeroHash,
} from 'viem';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkpointOf } from '../../../site/api/chain/index-rows';
import { catchUp, followChain } from '../../../site/api/chain/indexer';
import { one } from '../../../site/api/store/store';
import { MANAGER_ABI } from '../../../src/core/certificates/framework-abis';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import { encodeMode, encodeSingle } from '../../../src/core/chain/execution';
import {
  type Delegation,
  decodeContext,
  hashDelegation,
} from '../../../src/core/delegations/delegation';
import { PAYEE, USDC } from '../../agent/stage';
import { expectOk, MANAGER } from '../people';
import {
  chain,
  client,
  facts,
  followed,
  grant,
  house,
  lease,
  opened,
  people,
  reindexed,
} from './followed';

const HOOK_ABI = parseAbi([
  'function beforeHook(bytes terms, bytes args, bytes32 mode, bytes execution, bytes32 hash, address delegator, address redeemer)',
]);

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

describe('a Spent that was forged beside a real redemption', () => {
  const MULTICALL3 = '0xca11bde05977b3631167028862be2a173976ca11';
  const all = parseAbi([
    'function aggregate3((address target, bool allowFailure, bytes callData)[] calls)',
  ]);
  let shared: `0x${string}`;
  beforeAll(async () => {
    // A key that anybody can use: the calls of one transaction all come from it.
    shared = await people.leaseOf(grant, MULTICALL3);
  });

  type Inner = { target: Address; allowFailure: boolean; callData: `0x${string}` };

  const paying = (amount: bigint) =>
    encodeSingle({
      target: chain.usdc,
      value: 0n,
      data: encodeFunctionData({
        abi: parseAbi(['function transfer(address to, uint256 amount)']),
        functionName: 'transfer',
        args: [PAYEE, amount],
      }),
    });
  const forged = (amount: bigint, redeemer: Address = MULTICALL3) => {
    const [link] = decodeContext(shared) as [Delegation];
    const head = [link.caveats[0]?.terms ?? '0x', '0x', zeroHash, paying(amount)] as const;
    const args = [...head, hashDelegation(link), people.guardian.address, redeemer] as const;
    const callData = encodeFunctionData({ abi: HOOK_ABI, functionName: 'beforeHook', args });
    return { target: BARDO.golemPolicyEnforcer, allowFailure: false, callData };
  };
  const redeemed = (...amounts: bigint[]) => {
    const mode = encodeMode({ calls: 'single', onFailure: 'revert' });
    const args = [amounts.map(() => shared), amounts.map(() => mode), amounts.map(paying)] as const;
    const callData = encodeFunctionData({
      abi: MANAGER_ABI,
      functionName: 'redeemDelegations',
      args,
    });
    return { target: MANAGER, allowFailure: false, callData };
  };

  it.each<[string, () => Inner[], bigint[]]>([
    ['before it', () => [forged(5n), redeemed(1n)], [1n]],
    ['behind it', () => [redeemed(1n), forged(5n)], [1n]],
    [
      'around several',
      () => [forged(5n), redeemed(1n), forged(6n), redeemed(2n, 3n), forged(7n)],
      [1n, 2n, 3n],
    ],
    ['of another redeemer', () => [forged(5n, PAYEE), redeemed(4n), forged(6n, PAYEE)], [4n]],
    ['with the same amount', () => [forged(1n), forged(1n), redeemed(1n), forged(1n)], [1n]],
    ['without any', () => [forged(5n), forged(6n)], []],
  ])('is not believed: %s', async (_, calls, real) => {
    const last = await one<{ seq: number }>(opened.store, 'select max(seq) as seq from events');

    const data = encodeFunctionData({ abi: all, functionName: 'aggregate3', args: [calls()] });
    await people.send(people.owner, { to: MULTICALL3, data });
    await catchUp(followed(opened.store));

    const spent = await opened.store.query<{ amount: string }>(
      `select amount from events where event = 'spent' and seq > $1 order by block_number, log_index`,
      [last?.seq ?? 0],
    );
    expect(spent.map(({ amount }) => BigInt(amount))).toEqual(real);
  });
});

it('undoes nothing for one of several nodes that has not seen our block yet', async () => {
  const place = followed(opened.store);
  const told = () => opened.store.query('select seq, block_number from events order by seq');
  const [before, checkpoint] = [await told(), await checkpointOf(opened.store, chain.chainId)];
  await chain.cheat('evm_mine', []);
  const late = createPublicClient({
    transport: custom({
      request: async ({ method, params }) => {
        // The head by one node, every other block by another.
        const late = method === 'eth_getBlockByNumber' && params[0] !== 'latest';
        return late && BigInt(params[0]) > 1n ? null : client.request({ method, params } as never);
      },
    }),
  });

  expect(await followChain({ ...place, client: late })).toBe('wait');

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

describe('a death certificate', () => {
  const asking = () => ({ id: people.golem, whose: people.owner.address });
  let before: unknown;
  beforeAll(async () => {
    before = await chain.cheat('evm_snapshot', []);
    await people.report(4, 0);
    await house.round();
  });

  it('waits for blocks of the life that could not be read', async () => {
    expect((await house.ask('certificate', asking())).status).toBe(200);
    const [{ at }] = (await opened.store.query<{ at: number }>(
      `select max(block_number) as at from events where event = 'phase'`,
    )) as [{ at: number }];
    await opened.store.query('insert into unread values ($1, $2, $2, 0, 0, 4000000000)', [
      chain.chainId,
      at,
    ]);

    const refused = await house.ask('certificate', asking());

    expect(refused.body.error.code).toBe('chain_unavailable');
    await opened.store.query('delete from unread');
  });

  it('is not written for a death that the chain has dropped, however fresh', async () => {
    await chain.cheat('evm_revert', [before]);
    for (let block = 0; block < 4; block += 1) await chain.cheat('evm_mine', []);

    // No round in between.
    expect((await house.ask('certificate', asking())).status).toBe(404);
  });
});
