// The end of a runway is told twice before it comes, and each time once.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { connectChain } from '../../../src/agent/chain/chain';
import { adoptRunway } from '../../../src/agent/life/adoption';
import { marksOf } from '../../../src/agent/life/expiry';
import { createGolem } from '../../../src/agent/life/golem';
import { Heartbeat } from '../../../src/agent/life/heartbeat-loop';
import { type AgentEvent, createEvents } from '../../../src/agent/store/events';
import { memoryStore } from '../../../src/agent/store/store';
import { HOUR } from '../../../src/core/chain/time';
import { type Newborn, newborn } from '../newborn';

const DAY = 86_400;

let chain: Chain;
const open: Newborn[] = [];
beforeAll(async () => {
  chain = await startChain();
});
afterEach(async () => {
  for (const { plane } of open.splice(0)) await plane.close();
});
afterAll(() => chain?.stop());

it('has its marks at seven days or a third of the window, and at a day', () => {
  const marks = (days: number) => marksOf({ startAt: 1000, expiresAt: 1000 + days * DAY });

  expect(marks(30)).toEqual({ third: 7 * DAY, day: DAY });
  expect(marks(6)).toEqual({ third: 2 * DAY, day: DAY });
  // The last day of a day is the whole of it, and no news.
  expect(marks(1)).toEqual({ third: 8 * HOUR, day: 0 });
});

it('is told at each mark once, also when the process is started again, and anew of a new lease', async () => {
  const store = memoryStore();
  const { golem, stage, events, grant, plane } = await born(store);
  const expiring = (of: AgentEvent[] = events) =>
    of.filter(({ name }) => name === 'runway:expiring').map(({ payload }) => payload);
  const pulse = new Heartbeat(golem, { intervalSeconds: 60, onStop: () => undefined });
  const beat = async (days = 0) => {
    await chain.cheat('evm_increaseTime', [Math.round(days * DAY)]);
    await chain.cheat('anvil_mine', ['0x1']);
    expect(await pulse.beat()).toMatchObject({ ok: true, stop: null });
  };

  await beat();
  expect(expiring()).toEqual([]);
  // Of five days a third is forty hours.
  await beat(3.5);
  await beat();
  expect(expiring()).toMatchObject([{ golem: golem.id, mark: 'third' }]);
  const [first] = expiring() as { expiresAt: number; secondsLeft: number }[];
  expect(first?.expiresAt).toBe(golem.runway?.expiresAt);
  expect(first?.secondsLeft).toBeLessThan((5 * DAY) / 3);

  const heard: AgentEvent[] = [];
  const bus = createEvents();
  bus.onAny((event) => heard.push(event));
  const { id, name, owner, plane: to, vitals, key, sequence } = golem;
  const again = createGolem({
    ...{ id, name, owner, plane: to, vitals, key, sequence, events: bus },
    chain: connectChain({ rpcUrl: chain.rpcUrl, chainId: chain.chainId }),
    // The same records in another process.
    store: { ...store },
  });
  expect(await adoptRunway(again, golem.runway?.context ?? '0x')).toBeNull();
  const next = new Heartbeat(again, { intervalSeconds: 60, onStop: () => undefined });
  expect(await next.beat()).toMatchObject({ ok: true });
  expect(expiring(heard)).toEqual([]);
  await chain.cheat('evm_increaseTime', [Math.round(0.8 * DAY)]);
  await chain.cheat('anvil_mine', ['0x1']);
  expect(await next.beat()).toMatchObject({ ok: true });
  expect(await next.beat()).toMatchObject({ ok: true });
  expect(expiring(heard)).toMatchObject([{ mark: 'day' }]);

  // Fed for another two days: that lease is told of in its turn.
  const expiry = BigInt((await stage.now()) + 1.5 * DAY);
  const context = await stage.lease(grant, key.address, { generation: 2n, expiry });
  plane.said.contexts = [{ permission: 'atlas-runway', chainId: chain.chainId, context }];
  expect(await adoptRunway(again, context)).toBeNull();
  expect(await next.beat()).toMatchObject({ ok: true });
  expect(expiring(heard).at(-1)).toMatchObject({ mark: 'third', expiresAt: Number(expiry) });
  expect(expiring(heard)).toHaveLength(2);
});

async function born(store: ReturnType<typeof memoryStore>): Promise<Newborn> {
  const one = await newborn(chain, {}, store);
  open.push(one);
  return one;
}
