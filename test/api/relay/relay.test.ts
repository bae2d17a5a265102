// The relay account: each order once, whoever mines what, and nobody else's purse.

import { type Hex, parseAbi } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readBalances } from '../../../site/api/chain/balances';
import { raiseCall } from '../../../site/api/orders/orders';
import { takeOrder } from '../../../site/api/orders/relays';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { ENDED, signEndOrder } from '../../../site/world/people/end-order';
import { lower } from '../../../src/core/bytes/hex';
import { type House, openHouse } from '../house';
import { expectOk, leased, type People, somePeople } from '../people';
import { aRegistration } from '../signing';
import { type Opened, openMemory } from '../stores';

let chain: Chain;
let opened: Opened;
let house: House;
let people: People;

beforeAll(async () => {
  [chain, opened] = await Promise.all([startChain(), openMemory()]);
  house = await openHouse({ store: opened.store, chain });
  people = await somePeople(chain, house);
  await people.fund(house.relay.address);
  await leased(people);
});

afterEach(() => chain.cheat('evm_setAutomine', [true]));
afterAll(async () => {
  await opened?.stop();
  await chain?.stop();
});

const stateOf = async (id: string) => (await expectOk(house.ask('relay', { id }))).body;
/** The chain's time goes with ours: nothing is decided by blocks of before. */
const pass = async (seconds: number) => {
  house.clock.ahead += seconds;
  await chain.cheat('evm_increaseTime', [seconds]);
};
const order = async (generation: number) =>
  (await expectOk(house.ask('raise', { body: await people.raise({ generation }) }))).body;

it('says done of an order that somebody else brought to the chain', async () => {
  const body = await people.raise({ generation: 2 });
  const { id } = (await expectOk(house.ask('raise', { body }))).body;
  const { target, data } = raiseCall(body);
  await people.send(people.owner, { to: target, data });

  await house.round();

  expect(await stateOf(id)).toMatchObject({ state: 'done', transaction: null });
});

it('knows its first bytes again when they are mined after the fee was raised', async () => {
  await chain.cheat('evm_setAutomine', [false]);
  const { id } = await order(3);
  await house.round();
  const [first] = await opened.store.query<{ raw: Hex; transaction: Hex }>(
    'select raw, hash as transaction from sends where relay = $1',
    [id],
  );
  await pass(31);
  await house.round();
  const raised = await stateOf(id);
  expect(raised).toMatchObject({ state: 'sent' });
  expect(raised.transaction).not.toBe(first?.transaction);

  await chain.cheat('anvil_dropTransaction', [raised.transaction]);
  await chain.cheat('eth_sendRawTransaction', [first?.raw]);
  await chain.cheat('evm_mine', []);
  await house.round();

  expect(await stateOf(id)).toMatchObject({ state: 'done', transaction: first?.transaction });
});

const pay = (wei: bigint) =>
  chain.cheat('anvil_setBalance', [house.relay.address, `0x${wei.toString(16)}`]);
const ordersNow = async () => (await expectOk(house.ask('health'))).body.chains[0].orders;

describe('with an empty purse', () => {
  it('keeps what is asked of it, says why it waits, and sends it once it is paid', async () => {
    await pay(0n);
    const { id } = await order(10);
    for (let round = 0; round < 8; round += 1) {
      await house.round();
      await pass(31);
    }

    const waiting = await stateOf(id);
    expect(waiting).toMatchObject({ state: 'queued', transaction: null });
    expect(waiting.reason).toMatch(/cannot pay for gas/);
    expect(await ordersNow()).toMatchObject({ waiting: 1, reason: waiting.reason });

    await pay(10n ** 18n);
    await house.round();
    await house.round();

    expect(await stateOf(id)).toMatchObject({ state: 'done', reason: null });
    expect(await ordersNow()).toMatchObject({ waiting: 0, oldest: null, reason: null });
  });

  it('goes on with a transaction that the node forgot while the purse was empty', async () => {
    await chain.cheat('evm_setAutomine', [false]);
    const { id } = await order(11);
    await house.round();
    const { transaction } = await stateOf(id);
    await chain.cheat('anvil_dropTransaction', [transaction]);
    await pay(0n);
    await house.round();
    expect((await stateOf(id)).reason).toMatch(/cannot pay for gas/);
    await pass(31);
    await house.round();

    await pay(10n ** 18n);
    await house.round();
    await chain.cheat('evm_mine', []);
    await house.round();

    expect(await stateOf(id)).toMatchObject({ state: 'done', reason: null });
  });
});

it('lets the rest pass when the contract refuses by now what was sent', async () => {
  await chain.cheat('evm_setAutomine', [false]);
  const body = await people.raise({ generation: 12 });
  const { id } = (await expectOk(house.ask('raise', { body }))).body;
  await house.round();
  await chain.cheat('anvil_dropTransaction', [(await stateOf(id)).transaction]);
  await chain.cheat('evm_setAutomine', [true]);
  const { target, data } = raiseCall(body);
  await people.send(people.owner, { to: target, data });
  const after = await order(13);

  await pass(31);
  await house.round();
  await house.round();

  expect(await stateOf(id)).toMatchObject({ state: 'done' });
  expect(await stateOf(after.id)).toMatchObject({ state: 'done' });
});

/** One that the contract refuses. */
async function aForgedOrder(generation: number): Promise<string> {
  const body = await people.raise({ generation });
  const call = raiseCall(body);
  const forged = {
    ...call,
    data: `0x${call.data.slice(2).replace(/.{64}$/, '00'.repeat(32))}` as const,
  };
  const order = { chainId: chain.chainId, guardian: lower(body.guardian), raise: null };
  return (await takeOrder(house.plane, { ...order, ...forged }, house.plane.now())).id;
}

it('tries again over a while what the contract refuses, and gives up at last', async () => {
  const id = await aForgedOrder(20);
  const states = [];
  for (let round = 0; round < 6; round += 1) {
    await chain.cheat('evm_mine', []);
    await house.round();
    states.push((await stateOf(id)).state);
    await pass(31);
  }

  expect(states[0]).toBe('queued');
  expect(states.at(-1)).toBe('failed');
});

describe('at a node whose head stands still', () => {
  it('holds no refusal against an order, however often it is heard', async () => {
    await chain.cheat('evm_mine', []);
    await pass(31);
    const id = await aForgedOrder(21);
    const attempts = () =>
      opened.store.query<{ attempts: number }>('select attempts from relays where id = $1', [id]);
    for (let round = 0; round < 8; round += 1) {
      await house.round();
      await pass(31);
    }

    expect(await stateOf(id)).toMatchObject({
      state: 'queued',
      reason: expect.stringMatching(/^The node has shown no newer block/),
    });
    expect(await attempts()).toEqual([{ attempts: 0 }]);

    await chain.cheat('evm_mine', []);
    await house.round();
    expect(await attempts()).toEqual([{ attempts: 1 }]);
    expect((await stateOf(id)).reason).toBe('The contract refuses the order.');
  });

  it('neither gives up nor takes back what is on its way', async () => {
    await pay(10n ** 18n);
    await chain.cheat('evm_setAutomine', [false]);
    const { id } = await order(22);
    for (let round = 0; round < 10; round += 1) {
      await house.round();
      await pass(31);
    }

    expect(await stateOf(id)).toMatchObject({
      state: 'sent',
      reason: expect.stringMatching(/^The node has shown no newer block/),
    });
    const sends = 'select cancels from sends where relay = $1 and cancels';
    expect(await opened.store.query(sends, [id])).toEqual([]);

    await chain.cheat('evm_mine', []);
    await house.round();
    expect(await stateOf(id)).toMatchObject({ state: 'done', reason: null });
  });
});

it('pays nothing for guardians without a grant', async () => {
  const guardian = privateKeyToAccount(generatePrivateKey());
  const stranger = privateKeyToAccount(generatePrivateKey());
  const cookie = await house.signIn(stranger);
  const born = { id: 'free-rider', name: '', chainId: chain.chainId, policyTier: 1 };
  await expectOk(house.ask('newGolem', { cookie, body: { ...born, guardian: guardian.address } }));
  const about = { golem: born.id, reporter: stranger.address, deadline: house.plane.now() + 60 };

  const raised = await house.ask('raise', { body: await signEndOrder(guardian) });
  const registered = await house.ask('oracle', { body: await aRegistration(guardian, about) });

  expect([raised.body.error.code, registered.body.error.code]).toEqual(['conflict', 'conflict']);
});

it('pays for a few orders a day, and always for the end of a lease', async () => {
  const codes = [];
  for (let budget = 100n; budget < 125n; budget += 1n) {
    const { body } = await house.ask('raise', { body: await people.raise({ budgetId: budget }) });
    codes.push(body.error?.code ?? 'taken');
  }
  expect(codes).toContain('taken');
  expect(codes.at(-1)).toBe('rate_limited');

  const end = await house.ask('raise', { body: await people.raise({ generation: ENDED }) });
  expect(end.status).toBe(200);
});

it('reads everybody’s balance though one token refuses to tell', async () => {
  const [row] = await opened.store.query<{ id: string }>('select id from grants');
  const { address } = people.owner;
  await opened.store.query(
    `insert into grants select id || '-x', golem, owner, chain_id, manager, root_hash || 'x', context, $1, cap,
       period_seconds, start_at, expires_at, nonce, delegate, replaced_by, created_at from grants where id = $2`,
    [chain.contracts.vitalityOracle, row?.id],
  );
  await opened.store.query('delete from balances');
  const [client] = [...house.plane.chains.values()];

  await readBalances(opened.store, client as never, chain.chainId, house.plane.now());

  const rows = await opened.store.query<{ token: string; amount: string | null }>(
    'select token, amount from balances where account = $1 order by amount',
    [address.toLowerCase()],
  );
  const held = await client?.readContract({
    address: chain.usdc,
    abi: parseAbi(['function balanceOf(address) view returns (uint256)']),
    functionName: 'balanceOf',
    args: [address],
  });
  expect(rows).toEqual([
    { token: chain.usdc.toLowerCase(), amount: `${held}` },
    { token: chain.contracts.vitalityOracle, amount: null },
  ]);
});
