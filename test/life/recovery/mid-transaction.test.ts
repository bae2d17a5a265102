// Recovery: the machine is lost while a transaction is on its way. It may have landed or not; the next process finds out and
// pays once, and where the key is lost too, the chain's own counters bound what both keys can have spent.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type GolemOptions, plainSender } from '../../../src/agent/index';
import { PAYEE, USDC } from '../../agent/stage';
import { aFickleNode, type FickleNode } from '../../nodes/fickle-node';
import {
  ASK,
  aGround,
  alive,
  aMachine,
  anOwner,
  aProcess,
  type Ground,
  type Machine,
  type Owner,
} from '../ground';

let ground: Ground;
let owner: Owner;
let node: FickleNode;
const machines: Machine[] = [];

beforeAll(async () => {
  ground = await aGround();
});
beforeEach(async () => {
  owner = await anOwner(ground);
  node = await aFickleNode(ground.chain);
});
afterEach(() => {
  node.close();
  for (const machine of machines.splice(0)) machine.clear();
});
afterAll(() => ground?.stop());

/** A process that asks a fickle node and does not wait for long. */
function hasty(machine: Machine) {
  const sender: GolemOptions['sender'] = (chain, key, journal) =>
    plainSender(chain, key, 300, journal);
  return { machine, rpcUrl: node.url, sender };
}

const bill = () => ({
  ...{ golem_id: owner.golem, payee: PAYEE, amount_usdc: 1, idempotency_key: 'rent of May' },
});

describe.each([
  { name: 'landed', sends: 'arrive unheard' },
  { name: 'never arrived', sends: 'get lost' },
] as const)('lost during a transaction that $name', ({ sends }) => {
  it('finds the payment in doubt, and makes it once', async () => {
    const machine = aMachine();
    machines.push(machine);
    const { tools } = await alive(ground, owner, hasty(machine));
    const before = await owner.usdcOf(PAYEE);
    Object.assign(node.mode, { sends, finds: false });
    expect(await tools.metamask_redeem_runway(bill())).toMatchObject({
      payment: { state: 'in_doubt' },
    });
    Object.assign(node.mode, { sends: 'arrive', finds: true });

    const moved = machine.moved();
    machines.push(moved);
    const second = await aProcess(ground, owner, { machine: moved });

    expect(second.told('golem:resumed')).toMatchObject([{ state: 'live', doubts: 1 }]);
    const paid = await second.tools.metamask_redeem_runway(bill());
    expect(paid).toMatchObject({ redeemed: '1', payment: { state: 'paid', earlier: true } });
    expect((await owner.usdcOf(PAYEE)) - before).toBe(USDC);
  });
});

it('where the key is lost as well, both keys together spend no more than one cap', async () => {
  const machine = aMachine();
  machines.push(machine);
  const lost = await alive(ground, owner, hasty(machine));
  const before = await owner.usdcOf(PAYEE);
  Object.assign(node.mode, { sends: 'arrive unheard', finds: false });
  const all = { ...bill(), amount_usdc: 4 };
  expect(await lost.tools.metamask_redeem_runway(all)).toMatchObject({
    payment: { state: 'in_doubt' },
  });

  const fresh = await aProcess(ground, owner);
  const asking = fresh.tools.metamask_request_runway({ ...ASK, golems: [owner.golem] });
  await owner.openRequest();
  await owner.fund(fresh.golem.key.address, '0.2');
  await owner.leaseTo(lost.grant, fresh.golem.key.address);
  expect(await asking).toMatchObject({ usable: true });
  // Five a day are leased; what the lost key may have spent is counted by the chain.
  const rest = await fresh.tools.metamask_redeem_runway({ golem_id: owner.golem, payee: PAYEE });
  expect(rest).toMatchObject({ redeemed: '1', remaining: '0' });
  expect((await owner.usdcOf(PAYEE)) - before).toBe(5n * USDC);
});
