// An owner with a Golem, a target that listens, and rounds of the leader until nothing more is due.
import type { Hex } from 'viem';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import type { NewTarget } from '../../../src/core/protocol/alert-shapes';
import { type House, openHouse } from '../house';
import { expectOk, leased, type People, somePeople } from '../people';
import { aHeartbeat } from '../signing';
import { type Opened, openMemory } from '../stores';
import { openReceiver, type Receiver } from './receiver';

export let chain: Chain;
export let opened: Opened;
export let house: House;

beforeAll(async () => {
  [chain, opened] = await Promise.all([startChain(), openMemory()]);
  house = await openHouse({ store: opened.store, chain, loopbackTargets: true });
});

/** The chain knows nothing of the days that pass in a test. */
afterEach(async () => {
  await opened.store.query('delete from alert_targets');
  house.clock.ahead = 0;
});

afterAll(async () => {
  await opened?.stop();
  await chain?.stop();
});

export type Hearing = {
  people: People;
  lease: Hex;
  receiver: Receiver;
  target: string;
  secret: string;
  /** Asked by the owner, signed in. */
  as: House['ask'];
  add: (over?: Partial<NewTarget>) => ReturnType<House['ask']>;
  alerts: () => Promise<Told>;
  /** Reports a phase: 0 thriving to 3 declining. */
  beat: (phase: number) => Promise<void>;
};

// biome-ignore lint/suspicious/noExplicitAny: an answer of the route, checked by the house
export type Told = any;

/** Somebody else each time: what one is told says nothing about the next. */
export async function aHearing(): Promise<Hearing> {
  const receiver = await openReceiver();
  const people = await somePeople(chain, house);
  const { golem, guardian, session } = people;
  const { lease } = await leased(people);
  // Days pass in these tests, and no session lasts a day.
  const as: Hearing['as'] = async (name, asking = {}) =>
    house.ask(name, { cookie: await house.signIn(people.owner), ...asking });
  const add: Hearing['add'] = (over = {}) => {
    const body = { kind: 'webhook', label: 'My server', url: receiver.url, ...over };
    return as('addTarget', { body });
  };
  const { body } = await expectOk(add());
  let sequence = 0;
  return {
    ...{ people, lease, receiver, as, add, target: body.target.id, secret: body.secret },
    alerts: async () => (await expectOk(as('alerts'))).body,
    beat: async (phase) => {
      sequence += 1;
      const who = { owner: people.owner.address, golem, guardian: guardian.address };
      const about = { ...who, issuedAt: house.plane.now(), sequence, phase };
      await expectOk(house.ask('heartbeat', { body: await aHeartbeat(session, about) }));
    },
  };
}

/** Looks again at everybody, and sends until nothing is due. */
export async function rounds(by: Pick<House, 'round'> = house): Promise<void> {
  house.clock.ahead += 11;
  const due = `select 1 from alert_deliveries d join alert_targets t on t.id = d.target
    where d.state = 'sending' or (d.state = 'waiting' and d.next_at <= $1 and (t.paused is null or d.test))`;
  await by.round();
  await expect
    .poll(
      async () => {
        const left = await opened.store.query(due, [house.plane.now()]);
        if (left.length > 0) await by.round();
        return left.length;
      },
      { interval: 20 },
    )
    .toBe(0);
}
