// The pace by the log of the real enforcer, on a chain whose clock is moved on by days.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { adoptRunway } from '../../../src/agent/life/adoption';
import { readPace } from '../../../src/agent/runway/pace';
import { redeem } from '../../../src/agent/runway/redeem';
import { createTools } from '../../../src/agent/tools/tools';
import { type Newborn, newborn, unborn } from '../newborn';
import { PAYEE, register, USDC } from '../stage';

const DAY = 86_400;
let chain: Chain;
let born: Newborn;

beforeAll(async () => {
  chain = await startChain();
  const expiry = BigInt(Math.floor(Date.now() / 1000) + 6 * DAY);
  born = await newborn(chain, { expiry, maxAge: BigInt(30 * DAY) });
});
afterAll(() => chain?.stop());

async function pass(seconds: number) {
  await chain.cheat('evm_increaseTime', [seconds]);
  await chain.cheat('evm_mine', []);
}

async function pay(amount: bigint) {
  const { golem } = born;
  const paid = await redeem(golem.chain, golem.sender, golem.runway!, { payee: PAYEE, amount });
  expect(paid.ok).toBe(true);
}

const pace = async () =>
  readPace(born.golem.chain, born.golem.runway!, await born.golem.chain.head());
const health = () =>
  createTools({ golems: [born.golem] }).metamask_check_permission_health({
    golem_id: born.golem.id,
  });

it('is none before the first payment, and the end of the lease is what is known', async () => {
  expect(await pace()).toMatchObject({ spent: '0', payments: 0 });
  expect(await health()).toMatchObject({
    burn_per_day: '0',
    lasts_by: 'expiry',
    lasts_until: Number(born.golem.runway?.lease?.terms.expiry),
    lasts_surely: true,
  });
  expect((await health()).lasts[0]).toContain('then its lease expires');
});

it('is not told from the payments of less than a day', async () => {
  await pay(USDC);
  await pay(USDC / 2n);

  expect(await pace()).toMatchObject({ spent: `${(3n * USDC) / 2n}`, payments: 2 });
  expect(await health()).toMatchObject({ burn_per_day: null, lasts_surely: false });
  expect((await health()).lasts[1]).toContain('too short a time to tell a pace');
});

it('counts each period once, and asks for no block twice that lies deep enough', async () => {
  await pass(2 * DAY);
  await chain.cheat('anvil_mine', ['0x64']);
  await pay(2n * USDC);
  const { client } = born.golem.chain;
  const asked: bigint[] = [];
  const { getLogs } = client;
  client.getLogs = ((about: { fromBlock: bigint }) => {
    asked.push(about.fromBlock);
    return getLogs(about as never);
  }) as never;

  expect(await pace()).toMatchObject({ spent: `${(7n * USDC) / 2n}`, payments: 3 });
  await chain.cheat('anvil_mine', ['0x64']);
  expect(await pace()).toMatchObject({ spent: `${(7n * USDC) / 2n}`, payments: 3 });
  expect(asked.at(-1)).toBeGreaterThan(0n);

  const said = await health();
  expect(Number(said.burn_per_day)).toBeGreaterThan(1.7);
  expect(Number(said.burn_per_day)).toBeLessThan(1.76);
  expect(said).toMatchObject({ lasts_by: 'expiry', lasts_surely: true });
  client.getLogs = getLogs;
});

it('names the gas where that ends first', async () => {
  const { stage, golem } = born;
  await stage.fund(golem.key.address, '0.000001');

  expect(await health()).toMatchObject({ gas_pulls_left: 0, lasts_by: 'gas', lasts_surely: true });
  expect((await health()).lasts[0]).toBe('Its gas is used up.');
  await stage.fund(golem.key.address, '0.1');
});

it('is unknown, and said to be, where the node keeps no logs', async () => {
  const other = await unborn(chain);
  const { golem, stage } = other;
  await stage.fund(golem.key.address);
  await register(stage, golem.key.address);
  await adoptRunway(golem, await stage.lease(await stage.grant(), golem.key.address));
  golem.chain.client.getLogs = (() => Promise.reject(new Error('pruned'))) as never;

  const said = await createTools({ golems: [golem] }).metamask_check_permission_health({
    golem_id: golem.id,
  });

  expect(said).toMatchObject({ burn_per_day: null, lasts_by: 'expiry', lasts_surely: false });
  expect(said.lasts).toContain('What it spent in the last 7 days is not known.');
  expect(said.lasts).toContain('Balance: not known.');
});
