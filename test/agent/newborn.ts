// A Golem on its feet: leased, registered at the oracle, with gas, known to its plane.

import type { Chain } from '../../site/world/chain/chain';
import { SessionKey } from '../../src/agent/key/session-key';
import { adoptRunway } from '../../src/agent/life/adoption';
import { createGolem, type Golem, type Vitals } from '../../src/agent/life/golem';
import { connectPlane } from '../../src/agent/life/plane';
import { spawnReplicant } from '../../src/agent/life/replicant';
import { type AgentEvent, createEvents } from '../../src/agent/store/events';
import { memoryStore, type Store } from '../../src/agent/store/store';
import type { Delegation } from '../../src/core/delegations/delegation';
import { aPlane, type LoopbackPlane } from './plane';
import { aStage, register, type Stage, USDC } from './stage';

export type Newborn = {
  stage: Stage;
  plane: LoopbackPlane;
  golem: Golem;
  events: AgentEvent[];
  vitals: Vitals;
  grant: Delegation;
  saved: number[];
};

/** Nothing granted yet. */
export async function unborn(
  chain: Chain,
  store: Store = memoryStore(),
): Promise<Omit<Newborn, 'grant'>> {
  const stage = await aStage(chain);
  const plane = await aPlane();
  const events: AgentEvent[] = [];
  const vitals: Vitals = { phase: 'thriving', vitality: 9000 };
  const saved: number[] = [];
  const bus = createEvents();
  bus.onAny((event) => events.push(event));
  const golem = createGolem({
    id: stage.golem,
    name: 'Atlas',
    owner: stage.owner.address,
    chain: stage.link,
    plane: connectPlane({ url: plane.url, deadlineMs: 20_000 }),
    vitals: () => vitals,
    sequence: { last: 0, save: (sequence) => void saved.push(sequence) },
    events: bus,
    store,
  });
  return { stage, plane, golem, events, vitals, saved };
}

export async function newborn(
  chain: Chain,
  over: Parameters<Stage['lease']>[2] = {},
  store?: Store,
): Promise<Newborn> {
  const born = await unborn(chain, store);
  const { stage, golem, plane } = born;
  const grant = await stage.grant();
  await stage.fund(golem.key.address, '0.1');
  await register(stage, golem.key.address);
  const context = await stage.lease(grant, golem.key.address, over);
  const problem = await adoptRunway(golem, context);
  if (problem) throw new Error(problem);
  plane.said.keys.push(golem.key.address.toLowerCase());
  plane.said.contexts.push({ permission: 'atlas-runway', chainId: chain.chainId, context });
  return { ...born, grant };
}

/** Its child Echo, with a slice of a dollar a day. */
export async function spawn({ golem, stage }: Newborn, over: object = {}) {
  const key = SessionKey.generate({ events: createEvents(), now: () => 0 });
  await stage.fund(key.address, '0.1');
  const expiresAt = (await stage.now()) + 2 * 86_400;
  const slice = { id: 'echo', name: 'Echo', key: key.address, cap: USDC, expiresAt, ...over };
  return { key, spawned: await spawnReplicant(golem, slice) };
}
