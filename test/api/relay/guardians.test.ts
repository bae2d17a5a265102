// One order never keeps the others from the chain: guardians with code, nodes that refuse, forget or delay.

import { type Address, encodeAbiParameters, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { ENDED } from '../../../site/world/people/end-order';
import { type PickyNode, pickyNode } from '../../nodes/picky-node';
import { type House, openHouse } from '../house';
import { expectOk, leased, type People, somePeople } from '../people';
import { aRegistration } from '../signing';
import { type Opened, openMemory } from '../stores';

/** Returns ERC-1271's yes to whatever it is asked. */
const YES = '0x631626ba7e60e01b60005260206000f3';
/** Burns all the gas it is given. */
const FIRE = '0x5b600056';

let chain: Chain;
let node: PickyNode;
let opened: Opened;
let house: House;
let people: People;
let other: People;

beforeAll(async () => {
  [chain, opened] = await Promise.all([startChain(), openMemory()]);
  node = await pickyNode(chain.rpcUrl);
  const picky = { rpcUrl: node.rpcUrl, chainId: chain.chainId };
  house = await openHouse({ store: opened.store, chain: picky });
  people = await somePeople(chain, house);
  other = await somePeople(chain, house);
  await people.fund(house.relay.address, '10');
  await leased(people);
  await leased(other);
});

beforeEach(() => node.set(() => null));
afterAll(async () => {
  node?.stop();
  await opened?.stop();
  await chain?.stop();
});

let generation = 1;
const stateOf = async (id: string) => (await expectOk(house.ask('relay', { id }))).body;
const give = async (who: People, over: object = {}) => {
  generation += 1;
  const body = await who.raise({ generation, ...over });
  return (await expectOk(house.ask('raise', { body }))).body.id as string;
};
const wear = (code: Hex, address: Address = people.guardian.address) =>
  chain.cheat('anvil_setCode', [address, code]);
/** Rounds, half a minute apart, of a chain that goes on meanwhile. */
const rounds = async (count: number) => {
  for (let round = 0; round < count; round += 1) {
    await house.round();
    house.clock.ahead += 31;
    await chain.cheat('evm_increaseTime', [31]);
    await chain.cheat('evm_mine', []);
  }
};
const isOf =
  (who: People) =>
  ({ data = '0x' }: { data?: Hex | undefined }) =>
    data.includes(who.guardian.address.slice(2).toLowerCase());

describe('a guardian with code', () => {
  const delegated: Hex = `0xef0100${chainAddress('7702')}`;

  it.each([
    ['a contract', YES],
    ['a key delegated by EIP-7702', delegated],
  ] as const)('is not relayed for: %s', async (_, code) => {
    await wear(code);
    const raise = await house.ask('raise', { body: await people.raise({ generation: 50 }) });
    const about = { golem: people.golem, reporter: PAYER, deadline: house.plane.now() + 60 };
    const oracle = await house.ask('oracle', {
      body: await aRegistration(people.guardian, about),
    });
    await wear('0x');

    expect([raise.status, oracle.status]).toEqual([422, 422]);
    expect(raise.body.error).toMatchObject({ code: 'not_relayed' });
    expect(raise.body.error.message).toMatch(/send the call yourself/i);
    const { chainId, to } = raise.body.error.call;
    expect({ chainId, to }).toEqual({
      chainId: chain.chainId,
      to: chain.contracts.golemPolicyEnforcer,
    });
    expect(oracle.body.error).toMatchObject({ code: 'not_relayed', call: { chainId } });
  });

  it('is told the call that anybody can send', async () => {
    await wear(YES);
    const forged = {
      ...(await people.raise({ generation: 51, budgetId: 77n })),
      signature: '0x1234',
    };
    const { body } = await house.ask('raise', { body: forged });
    await people.send(people.owner, body.error.call);
    await wear('0x');

    const floor = await chain.cheat('eth_call', [
      { to: chain.contracts.golemPolicyEnforcer, data: budgetCall(forged, 77n) },
      'latest',
    ]);
    expect(Number(BigInt((floor as Hex).slice(0, 66)))).toBe(51);
  });

  it('that got its code after the order costs nothing, and keeps nobody waiting', async () => {
    const before = await chain.cheat('eth_getBalance', [house.relay.address, 'latest']);
    const id = await give(people);
    await wear(FIRE);
    await house.round();
    expect(await chain.cheat('eth_getBalance', [house.relay.address, 'latest'])).toBe(before);

    const next = await give(other);
    await rounds(6);
    await wear('0x');

    expect(await stateOf(next)).toMatchObject({ state: 'done' });
    const failed = await stateOf(id);
    expect(failed).toMatchObject({ state: 'failed', transaction: null });
    expect(failed.reason).toMatch(/guardian has code/);
    const { body } = await expectOk(
      house.ask('golem', { id: people.golem, cookie: people.cookie }),
    );
    expect(body.orders[0]).toMatchObject({ id, state: 'failed', reason: failed.reason });
  });

  it('that gets its code while the order is on its way burns no more than a ceiling', async () => {
    await chain.cheat('evm_setAutomine', [false]);
    const id = await give(people);
    await house.round();
    await wear(FIRE);
    await chain.cheat('evm_mine', []);
    await chain.cheat('evm_setAutomine', [true]);
    await rounds(6);
    await wear('0x');

    expect(await stateOf(id)).toMatchObject({ state: 'failed' });
    const [row] = await opened.store.query<{ gas: number }>(
      'select gas from relays where id = $1',
      [id],
    );
    expect(row?.gas).toBeGreaterThan(0);
    expect(row?.gas).toBeLessThanOrEqual(300_000);
  });
});

describe('a node', () => {
  it('that will never take one transaction gets another under its number, and takes the rest', async () => {
    node.set((sent) => (isOf(people)(sent) ? 'exceeds block gas limit' : null));
    const [stuck, next] = [await give(people), await give(other)];

    await rounds(1);
    expect(await stateOf(next)).toMatchObject({ state: 'done' });

    await rounds(7);
    const failed = await stateOf(stuck);
    expect(failed).toMatchObject({ state: 'failed', transaction: null });
    expect(failed.reason).toMatch(/refuses the transaction/);
    const { body } = await expectOk(house.ask('health'));
    expect(body.chains[0].orders.failed).toBeGreaterThan(0);
  });

  it('that loses one transaction again and again is told to use the number for nothing', async () => {
    node.set((sent) => (isOf(people)(sent) ? 'lost' : null));
    const [stuck, next] = [await give(people), await give(other)];

    await rounds(9);

    expect(await stateOf(next)).toMatchObject({ state: 'done' });
    expect(await stateOf(stuck)).toMatchObject({ state: 'failed', transaction: null });
    expect((await stateOf(stuck)).reason).toMatch(/did not take the transaction/);
    const fees = await opened.store.query<{ fee: string }>(
      'select fee from sends where relay = $1 and not cancels',
      [stuck],
    );
    expect(fees.length).toBeLessThanOrEqual(7);
  });

  it('that has no room for so many of one account gets them again later', async () => {
    let room = 1;
    node.set(() => {
      room -= 1;
      return room < 0 ? 'spender exceeded max account slots' : null;
    });
    const ids = [await give(people), await give(other), await give(people)];
    await house.round();
    node.set(() => null);
    await house.round();
    await house.round();

    for (const id of ids) expect(await stateOf(id)).toMatchObject({ state: 'done' });
  });
});

it('keeps what is left in its purse for ends of live leases', async () => {
  await chain.cheat('anvil_setBalance', [house.relay.address, '0x2386f26fc10000']); // 0.01 ETH
  generation += 1;
  const other_ = await people.raise({ generation, budgetId: 5n });
  const { id: waits } = (await expectOk(house.ask('raise', { body: other_ }))).body;
  const third = await somePeople(chain, house);
  await leased(third);
  const { id: end } = (
    await expectOk(house.ask('raise', { body: await third.raise({ generation: ENDED }) }))
  ).body;

  await house.round();

  expect(await stateOf(end)).toMatchObject({ state: 'done' });
  const waiting = await stateOf(waits);
  expect(waiting).toMatchObject({ state: 'queued' });
  expect(waiting.reason).toMatch(/keeps what it has left for ends/);
  const { body } = await expectOk(house.ask('health'));
  expect(body.chains[0]).toMatchObject({ orders: { waiting: 1, ends: 0, reason: waiting.reason } });
  expect(BigInt(body.chains[0].purse)).toBeLessThanOrEqual(10n ** 16n);
});

const PAYER: Address = `0x${'9a'.repeat(20)}`;
function chainAddress(tail: string): string {
  return tail.padStart(40, '0');
}
function budgetCall(
  { manager, guardian }: { manager: Address; guardian: Address },
  budget: bigint,
): Hex {
  const args = encodeAbiParameters(
    [{ type: 'address' }, { type: 'address' }, { type: 'uint64' }],
    [manager, guardian, budget],
  );
  return `0x22a4cb1f${args.slice(2)}`;
}
