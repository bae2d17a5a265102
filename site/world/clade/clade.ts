// The Golems of the demo owner. Together they show every phase, a Replicant, a rotation, a feeding and a death.
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { adoptRunway } from '../../../src/agent/life/adoption';
import { spawnReplicant } from '../../../src/agent/life/replicant';
import { rotateStep } from '../../../src/agent/life/rotation';
import { demoAccounts } from '../wallet/demo-owner';
import type { Dying } from '../wallet/host/wallet';
import { hasDied } from './home';
import { type Act, FED, GRANT, LEASE, type Life, livesNow, PAYEES, SLICE, vitalsAt } from './lives';
import { type Being, type Living, type Place, takeRunway, wake } from './living';
import { grantIn, type OwnerDesk } from './owner';

export type Clade = {
  living: Living[];
  /** The weakest of those that live dies with its next beat; null when none is left. */
  endWeakest: () => Dying | null;
};

type Family = { place: Place; desk: OwnerDesk; living: Living[] };

export function demoOwnerAccount() {
  const key = demoAccounts()[0].getHdKey().privateKey ?? new Uint8Array();
  return privateKeyToAccount(`0x${Buffer.from(key).toString('hex')}`);
}

/** Resolves when everybody is born who can be. `living` grows by each of them. */
export async function startClade(place: Place, desk: OwnerDesk, living: Living[]): Promise<Clade> {
  const family: Family = { place, desk, living };
  await desk.signIn();
  await provide(family);
  const { generation, lives } = livesNow((id) => hasDied(place.golems, id));
  if (generation > 1) {
    place.say(
      'All Golems of before are dead: others are born (npm start -- --fresh forgets the dead).',
    );
  }
  await Promise.all(lives.map((life) => bringUp(family, life).catch(unborn(place, life))));
  return {
    living,
    endWeakest: () => {
      const one = weakest(living);
      return one ? { id: one.golem.id, name: one.golem.name, over: dying(one) } : null;
    },
  };
}

/** The others live all the same, and the next start tries again. */
function unborn(place: Place, { name }: Life) {
  return ({ message }: Error) => {
    if (!place.asleep.aborted) place.say(`${name} could not be born: ${message}`);
  };
}

function dying(one: Living): Promise<void> {
  one.hasten();
  return until(async () => one.home.memory.dead);
}

/** Replicants are left to their parents. */
function weakest(living: Living[]): Living | undefined {
  const alive = living.filter(
    ({ golem }) => !golem.key.destroyed && golem.runway?.links.length === 2,
  );
  return alive.sort((a, b) => a.golem.vitals().vitality - b.golem.vitals().vitality)[0];
}

async function provide({ place, desk }: Family): Promise<void> {
  const balance = await place.link.client.getBalance({ address: desk.address });
  if (balance > 10n ** 18n) return;
  await place.purse.ether(desk.address, '10');
  await place.purse.dollars(desk.address, 1000n);
  await desk.becomeSmart();
}

async function bringUp(family: Family, life: Life): Promise<void> {
  const { place, desk, living } = family;
  const being: Being = {
    ...{ id: life.id, name: life.name, spends: life.spends, owner: desk.address },
    vitals: (age) => vitalsAt(life, age),
    work: (one, age) => actsOf(family, life, one, age),
  };
  const one = await wake(place, being);
  if (!one) return;
  if (!one.golem.runway) await granted(family, one);
  place.asleep.throwIfAborted();
  living.push(one);
  one.start();
  place.say(`${life.name} lives`);
  if (one.home.memory.did.includes('replicate')) await bringUpChild(family, one);
}

/** Asked by the Golem, answered by the owner. */
async function granted({ desk }: Family, { golem, tools }: Living): Promise<void> {
  const { id, name, key } = golem;
  const asking = tools.metamask_request_runway({
    golems: [id],
    daily_cap_usdc: 10,
    duration_days: GRANT.days,
    payees: PAYEES,
    reason: 'to live and think',
    timeout_seconds: 300,
  });
  const answering = (async () => {
    await until(async () =>
      (await desk.ask('runwayRequests')).requests.some((r) => r.golem === id),
    );
    const grant = await desk.grant({ golem: id, name, ...GRANT });
    const terms = { golem: id, name, sessionKey: key.address, payees: PAYEES, ...LEASE };
    await desk.lease(grant, terms);
  })();
  const [{ outcome, usable }] = await Promise.all([asking, answering]);
  if (!usable) throw new Error(`${name} got no runway: ${outcome}`);
}

async function actsOf(family: Family, life: Life, one: Living, age: number): Promise<void> {
  const { did } = one.home.memory;
  const due = life.acts.find(({ at, act }) => age >= at && !did.includes(act));
  if (!due) return;
  await ACTS[due.act](family, one);
  did.push(due.act);
  one.home.save();
}

const ACTS: Record<Act, (family: Family, one: Living) => Promise<void>> = {
  replicate: async (family, parent) => {
    await bringUpChild(family, parent);
    family.place.say(`${parent.golem.name} has a Replicant`);
  },
  rotate: async ({ desk, place }, { golem }) => {
    const grant = grantIn(golem.runway?.context);
    const step = await rotateStep(golem);
    if (step.state === 'failed') throw new Error(step.reason);
    await leaseNext(desk, golem.id, grant);
    // The heartbeat finishes what was begun.
    await until(async () => golem.pendingKey === null);
    place.say(`${golem.name} has a new session key; the old one is dead on chain`);
  },
  feed: async ({ desk, place }, { golem }) => {
    const grant = grantIn(golem.runway?.context);
    const { id, name, key } = golem;
    await desk.lease(grant, { golem: id, name, sessionKey: key.address, payees: PAYEES, ...FED });
    await until(() => takeRunway(golem));
    place.say(`${name} was fed: a longer lease with a higher cap`);
  },
};

async function leaseNext(desk: OwnerDesk, id: string, grant: Hex): Promise<void> {
  const { golem, pendingKey } = await desk.ask('golem', { id });
  if (!pendingKey) return;
  const sessionKey = pendingKey;
  await desk.lease(grant, { golem: id, name: golem.name, sessionKey, payees: PAYEES, ...LEASE });
}

/** Echo of Atlas: a slice of its parent's lease, on the parent's payees. */
async function bringUpChild({ place, desk, living }: Family, { golem }: Living): Promise<void> {
  const [id, name] = [`${golem.id}-echo`, 'Echo'];
  const vitals = () => ({ phase: 'thriving', vitality: 8000 }) as const;
  const child = await wake(place, { id, name, owner: desk.address, vitals, spends: 0.01 });
  if (!child) return;
  if (!child.golem.runway) {
    const { timestamp } = await place.link.head();
    const expiresAt = timestamp + SLICE.days * 86_400;
    const key = child.golem.key.address;
    const spawned = await spawnReplicant(golem, { id, name, key, cap: SLICE.cap, expiresAt });
    if (!spawned.ok) throw new Error(spawned.reason);
    const problem = await adoptRunway(child.golem, spawned.child.context);
    if (problem) throw new Error(problem);
  }
  place.asleep.throwIfAborted();
  living.push(child);
  child.start();
}

async function until(look: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (await look()) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('It did not come about within five minutes.');
}
