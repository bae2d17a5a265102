// A chain that turns between any two questions of the index, and two nodes behind one name that do not agree: nothing
// of a dropped block stays, nothing of the chain is missing, and nobody is dead who lives. Here a part of all
// interleavings; `npm run deep:turns` takes every one, and more patterns. TURN_SEED repeats a run.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Followed } from '../../../site/api/chain/index-write';
import { catchUp } from '../../../site/api/chain/indexer';
import { type Anvil, startAnvil } from '../../../site/world/chain/anvil';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { type StrictNode, strictNode } from '../../nodes/strict-node';
import { type House, openHouse } from '../house';
import { leased, type People, somePeople } from '../people';
import { type Opened, openMemory } from '../stores';
import { clientOn, facts, forget } from './indexed';

const EVERY = Number(process.env.TURN_EVERY ?? 41);
const PATTERNS = Number(process.env.TURN_PATTERNS ?? 12);
const SEED = Number(process.env.TURN_SEED ?? Date.now() % 1_000_000);

let chain: Chain;
/** Knows the same past as `chain` and another present. */
let other: Anvil;
let opened: Opened;
let fresh: Opened;
let house: House;
let people: People;
let node: StrictNode;

beforeAll(async () => {
  console.log(`TURN_SEED=${SEED}`);
  [chain, other] = await Promise.all([startChain(), startAnvil({})]);
  [opened, fresh] = [await openMemory(), await openMemory()];
  house = await openHouse({ store: opened.store, chain });
  people = await somePeople(chain, house);
  await leased(people);
  for (let score = 0; score < 8; score += 1) await people.report(1, 9000 - score);
  await chain.cheat('anvil_mine', ['0x46']);
  node = await strictNode(chain.rpcUrl);
});

afterAll(async () => {
  await node?.stop();
  for (const store of [opened, fresh]) await store?.stop();
  await Promise.all([chain?.stop(), other?.stop()]);
});

beforeEach(() => {
  node.rules = {};
});

const followed = (rpcUrl = node.rpcUrl, { store } = opened): Followed => ({
  store,
  client: clientOn(rpcUrl),
  chainId: chain.chainId,
  fromBlock: 0,
});

const mine = (on: Pick<Anvil, 'cheat'>, blocks: number) =>
  on.cheat('anvil_mine', [`0x${blocks.toString(16)}`]);

async function expectTruth(rpcUrl: string): Promise<void> {
  await forget(fresh.store);
  expect(await catchUp(followed(rpcUrl, fresh))).toBe(true);
  expect(await facts(opened.store)).toEqual(await facts(fresh.store));
}

/** A death in a block that the chain drops for another one, at question `at`; false when it was never asked. */
async function turnAt(at: number, { old, now }: { old: number; now: number }): Promise<boolean> {
  const snapshot = await chain.cheat('evm_snapshot', []);
  await people.report(4, 0);
  await mine(chain, old);
  let turned = false;
  const turn = async () => {
    turned = true;
    await chain.cheat('evm_revert', [snapshot]);
    await people.report(2, 4000);
    await mine(chain, now);
  };
  const first = node.count.asked;
  node.rules = {
    before: async (_, index) => {
      if (index - first === at) await turn();
      return undefined;
    },
  };
  await catchUp(followed());
  node.rules = {};
  const asked = turned;
  if (!turned) await turn();
  // Another block, or a chain that became shorter could be a node that lags.
  await mine(chain, old + 1);
  expect(await catchUp(followed())).toBe(true);
  return asked;
}

const SHAPES = {
  'as long as before': { old: 1, now: 1 },
  'longer by one': { old: 0, now: 1 },
  'much longer': { old: 3, now: 9 },
  shorter: { old: 4, now: 0 },
};

describe.each(Object.entries(SHAPES))('a chain that becomes %s', (_, shape) => {
  it('at any moment while the index follows its head', async () => {
    for (let [at, asked] = [0, true]; asked; at += 1) {
      const before = await chain.cheat('evm_snapshot', []);
      await catchUp(followed());

      asked = await turnAt(at, shape);

      const phases = (await facts(opened.store)).filter(({ event }) => event === 'phase');
      expect(phases.map(({ number }) => number)).not.toContain('4');
      await expectTruth(chain.rpcUrl);
      await chain.cheat('evm_revert', [before]);
      await mine(chain, 20);
    }
  }, 900_000);

  it('at any moment while it reads everything from the beginning', async () => {
    for (let [at, asked] = [SEED % EVERY, true]; asked; at += EVERY) {
      const before = await chain.cheat('evm_snapshot', []);
      await forget(opened.store);

      asked = await turnAt(at, shape);

      await expectTruth(chain.rpcUrl);
      await chain.cheat('evm_revert', [before]);
    }
  }, 900_000);
});

describe('two nodes behind one name', () => {
  /** Which of them answers which question: the bits of a number. */
  const answersBy = (pattern: number, questions: number) => {
    const first = node.count.asked;
    node.rules = {
      before: async (_, index) => {
        const at = index - first;
        if (at >= questions) return other.rpcUrl;
        return (pattern >> (at % 30)) & 1 ? other.rpcUrl : chain.rpcUrl;
      },
    };
  };

  it('that stand on different forks are followed to the one that stays', async () => {
    await other.cheat('anvil_loadState', [await chain.cheat('anvil_dumpState', [])]);
    const before = await chain.cheat('evm_snapshot', []);
    await people.report(4, 0);
    await mine(chain, 3);
    await mine(other, 7);
    for (let run = 0; run < PATTERNS; run += 1) {
      // A node that stands still on its fork falls behind further and further.
      if (run === Math.floor(PATTERNS / 2)) await mine(other, 90);
      // From the beginning, from a common past, or from the fork that goes.
      if (run % 3 === 0) await forget(opened.store);
      else await catchUp(followed(run % 3 === 1 ? other.rpcUrl : chain.rpcUrl));
      answersBy((SEED * 2_654_435_761 + run * 40_503) >>> 0, 20 + run);

      await catchUp(followed());
      await mine(other, 1);
      answersBy(0, 0);
      expect(await catchUp(followed())).toBe(true);

      await expectTruth(other.rpcUrl);
      const phases = (await facts(opened.store)).filter(({ event }) => event === 'phase');
      expect(phases.map(({ number }) => number)).not.toContain('4');
    }
    await chain.cheat('evm_revert', [before]);
  }, 900_000);

  it('of which one lags loses no event of the other', async () => {
    await other.cheat('anvil_loadState', [await chain.cheat('anvil_dumpState', [])]);
    await mine(other, 2);
    await forget(opened.store);
    // `chain` stays behind; what happened since is known to `other` alone.
    for (let run = 0; run < PATTERNS; run += 1) {
      answersBy((SEED * 40_503 + run * 2_654_435_761) >>> 0, 30);
      await mine(other, 1);
      await catchUp(followed());

      answersBy(0, 0);
      expect(await catchUp(followed())).toBe(true);
      await expectTruth(other.rpcUrl);
    }
  }, 900_000);
});
