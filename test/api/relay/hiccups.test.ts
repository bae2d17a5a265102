// A node in trouble says nothing about a contract: no order is given up for it, no grant, signature or account judged by it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { type Asked, type Hiccup, type HiccupNode, hiccupNode } from '../../nodes/hiccup-node';
import { type House, openHouse } from '../house';
import { expectOk, leased, type People, somePeople } from '../people';
import { aRegistration } from '../signing';
import { type Opened, openMemory } from '../stores';

let chain: Chain;
let node: HiccupNode;
let opened: Opened;
let house: House;
let people: People;
let other: People;

beforeAll(async () => {
  [chain, opened] = await Promise.all([startChain(), openMemory()]);
  node = await hiccupNode(chain.rpcUrl);
  const troubled = { rpcUrl: node.rpcUrl, chainId: chain.chainId };
  house = await openHouse({ store: opened.store, chain: troubled });
  people = await somePeople(chain, house);
  other = await somePeople(chain, house);
  await people.fund(house.relay.address, '10');
  await leased(people);
  await leased(other);
});

beforeEach(async () => {
  node.set(() => null);
  // Of a day before: no quota is what is tried here.
  await opened.store.query('update relays set counted_at = 0');
});
afterAll(async () => {
  node?.stop();
  await opened?.stop();
  await chain?.stop();
});

let generation = 1;
const stateOf = async (id: string) => (await expectOk(house.ask('relay', { id }))).body;
const give = async (who: People = people) => {
  generation += 1;
  const body = await who.raise({ generation });
  return (await expectOk(house.ask('raise', { body }))).body.id as string;
};
/** The chain's time goes with ours: a chain that falls far behind the clock is rightly taken for one that stands still. */
const pass = async (seconds: number) => {
  house.clock.ahead += seconds;
  await chain.cheat('evm_increaseTime', [seconds]);
};
const rounds = async (count: number) => {
  for (let round = 0; round < count; round += 1) {
    await house.round();
    await pass(31);
  }
};
/** Signed in, with a Golem and nothing else. */
const born = async () => {
  const fresh = await somePeople(chain, house);
  const { cookie, golem: id, guardian } = fresh;
  const body = { id, name: '', chainId: chain.chainId, policyTier: 1, guardian: guardian.address };
  await expectOk(house.ask('newGolem', { cookie, body }));
  return fresh;
};
const sentFor = (id: string) =>
  opened.store.query<{ cancels: boolean }>('select cancels from sends where relay = $1', [id]);

const HICCUPS: readonly (readonly [string, Hiccup])[] = [
  ['429', { status: 429 }],
  ['503', { status: 503 }],
  ['a cut connection', 'cut'],
  ['null', { result: null }],
  ['limit exceeded', { error: { code: -32_005, message: 'daily request count exceeded' } }],
  ['internal error', { error: { code: -32_603, message: 'Internal error' } }],
  ['header not found', { error: { code: -32_000, message: 'header not found' } }],
  ['missing trie node', { error: { code: -32_000, message: 'missing trie node 12ab (path )' } }],
];

const QUESTIONS = ['eth_estimateGas', 'eth_getCode', 'eth_getTransactionCount', 'eth_getBalance'];

describe('while an order is judged', () => {
  // Each failure once, and each question among them.
  it.each(HICCUPS.map(([name, hiccup], index) => [name, QUESTIONS[index % 4], hiccup] as const))(
    '%s to %s keeps it waiting, says so, and ends nothing',
    async (_, method, hiccup) => {
      const id = await give();
      node.set((asked) => (asked.method === method ? hiccup : null));
      await rounds(6);

      const waiting = await stateOf(id);
      expect(waiting).toMatchObject({ state: 'queued', transaction: null });
      expect(waiting.reason).toMatch(/^The node .*(no usable answer|does not answer)/);
      const { body } = await expectOk(house.ask('health'));
      expect(body.chains[0].orders).toMatchObject({ waiting: 1, reason: waiting.reason });

      node.set(() => null);
      await rounds(2);
      expect(await stateOf(id)).toMatchObject({ state: 'done', reason: null });
    },
  );
});

describe('while a transaction is handed over', () => {
  it.each([
    ...HICCUPS.filter(([name]) => name !== 'null'),
    ['too many', { error: { code: -32_000, message: 'Too Many Requests' } }],
  ] as const)('%s neither raises its price nor takes it back', async (name, hiccup) => {
    const id = await give();
    node.set(({ method }) => (method === 'eth_sendRawTransaction' ? hiccup : null));
    await house.round();
    await pass(9);
    await house.round();

    expect(await stateOf(id)).toMatchObject({ state: 'sent' });
    expect((await stateOf(id)).reason).toMatch(/no usable answer/);
    // What a gateway says is waited for; what the node itself says for half a minute is taken for its last word.
    const gateway = ['429', '503', 'a cut connection', 'too many'].includes(name);
    if (gateway) await rounds(6);
    expect(await sentFor(id)).toEqual([{ cancels: false }]);

    node.set(() => null);
    await rounds(3);
    expect(await stateOf(id)).toMatchObject({ state: 'done', reason: null });
  });

  it('a refusal that nobody can read keeps no other order for long, and ends at last', async () => {
    const hers = other.guardian.address.slice(2).toLowerCase();
    const mine = people.guardian.address.slice(2).toLowerCase();
    const raw = ({ method, params }: Asked) =>
      method === 'eth_sendRawTransaction' ? `${params[0]}` : '';
    node.set((asked) =>
      raw(asked).includes(mine) ? { error: { code: -32_000, message: 'the moon is full' } } : null,
    );
    const stuck = await give(people);
    await house.round();
    const next = await give(other);
    await rounds(3);
    expect(await stateOf(next)).toMatchObject({ state: 'done' });
    expect(node.asked().some((asked) => raw(asked).includes(hers))).toBe(true);

    await rounds(16);
    expect(await stateOf(stuck)).toMatchObject({
      state: 'failed',
      reason: 'The node refuses the transaction.',
    });
  });
});

it('one order that the node cannot judge keeps none of the others', async () => {
  const mine = people.guardian.address.slice(2).toLowerCase();
  const stuck = await give(people);
  const next = await give(other);
  node.set(({ method, params }) =>
    method === 'eth_estimateGas' && JSON.stringify(params).toLowerCase().includes(mine)
      ? 'cut'
      : null,
  );
  await rounds(2);

  expect(await stateOf(next)).toMatchObject({ state: 'done' });
  expect(await stateOf(stuck)).toMatchObject({ state: 'queued' });
  node.set(() => null);
  await rounds(2);
  expect(await stateOf(stuck)).toMatchObject({ state: 'done' });
});

it('asks a node that is gone ever more rarely', async () => {
  const id = await give();
  node.set(() => 'cut');
  const since = house.plane.now();
  for (let second = 0; second < 40; second += 1) {
    await house.round();
    await pass(1);
  }
  const relaying = node.asked().filter(({ method }) => method === 'eth_getTransactionCount');
  // Five short pauses, then one question in eight seconds, whatever time the rounds themselves take. Each is put twice.
  expect(relaying.length).toBeLessThanOrEqual(2 * (6 + (house.plane.now() - since) / 8));
  expect((await stateOf(id)).reason).toMatch(/does not answer/);
  node.set(() => null);
  await rounds(2);
  expect(await stateOf(id)).toMatchObject({ state: 'done' });
});

it('a receipt that no node shows does not make a refusal of what was done', async () => {
  const fresh = await born();
  const { cookie, golem } = fresh;
  const context = fresh.context(await fresh.grant());
  const grant = { golem, chainId: chain.chainId, context };
  await expectOk(house.ask('grant', { cookie, body: grant }));
  const about = { golem, reporter: PAYER, deadline: house.plane.now() + 6000 };
  const body = await aRegistration(fresh.guardian, about);
  const { id } = (await expectOk(house.ask('oracle', { body }))).body;
  node.set(({ method }) => (method === 'eth_getTransactionReceipt' ? { result: null } : null));
  await house.round();
  for (let round = 0; round < 10; round += 1) {
    await chain.cheat('evm_mine', []);
    await rounds(1);
  }

  const lost = await stateOf(id);
  expect(lost.reason).toMatch(/No node shows whether/);
});

it('what a node in trouble says to a call is no word of the chain about a grant or an order', async () => {
  const fresh = await born();
  const { cookie, golem } = fresh;
  const context = fresh.context(await fresh.grant());
  const asked = { golem, chainId: chain.chainId, context };
  const about = { golem, reporter: PAYER, deadline: house.plane.now() + 6000 };
  const order = await aRegistration(fresh.guardian, about);
  const said: string[] = [];
  for (const [name, hiccup] of HICCUPS) {
    for (const method of ['eth_call', 'eth_getCode']) {
      node.set((question) => (question.method === method ? hiccup : null));
      const { body } = await house.ask('grant', { cookie, body: asked });
      said.push(`${name} to ${method}: ${body.error?.code}`);
    }
    node.set(({ method }) => (method === 'eth_call' ? hiccup : null));
    const { body } = await house.ask('oracle', { body: order });
    said.push(`${name} to an order: ${body.error?.code}`);
  }
  expect(said.filter((one) => !one.endsWith('chain_unavailable'))).toEqual([]);

  node.set(() => null);
  await expectOk(house.ask('grant', { cookie, body: asked }));
});

const PAYER = `0x${'9a'.repeat(20)}` as const;
