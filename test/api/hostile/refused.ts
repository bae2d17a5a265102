// A control plane with two owners and a stranger: opened for the file that imports it. What is refused changes nothing.
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import type { Delegation } from '../../../src/core/delegations/delegation';
import type { RouteName } from '../../../src/core/protocol/api';
import { type Asking, type House, openHouse } from '../house';
import { expectOk, leased, type People, somePeople } from '../people';
import { aHeartbeat, aRunwayAsk } from '../signing';
import { type Opened, openMemory } from '../stores';
import { aTerminal } from '../terminal';
import { aWebhook } from './alerting';
import type { Scene } from './scene';

export let chain: Chain;
export let opened: Opened;
export let house: House;
export let people: People;
export let other: People;
export let scene: Scene;
export let life: { grant: Delegation; lease: `0x${string}`; permission: string };
export const stranger = privateKeyToAccount(generatePrivateKey());

beforeAll(async () => {
  [chain, opened] = await Promise.all([startChain(), openMemory()]);
  house = await openHouse({ store: opened.store, chain });
  people = await somePeople(chain, house);
  other = await somePeople(chain, house);
  life = await leased(people);
  const beat = {
    owner: people.owner.address,
    golem: people.golem,
    guardian: people.guardian.address,
    issuedAt: now(),
  };
  await expectOk(house.ask('heartbeat', { body: await aHeartbeat(people.session, beat) }));
  const { cookie } = people;
  const about = { golem: 'asking', owner: people.owner.address, token: chain.usdc };
  const asked = [];
  for (const deadline of [now() + 600, now() + 601]) {
    const body = await aRunwayAsk(stranger, { ...about, deadline });
    asked.push((await expectOk(house.ask('askRunway', { body }))).body.id);
  }
  const [open = '', answered = ''] = asked;
  await expectOk(house.ask('refuse', { cookie, id: answered, body: {} }));
  const { token } = (await expectOk(house.ask('watchToken', { cookie, body: {} }))).body;
  const alert = await house.ask('addTarget', { cookie, body: aWebhook() });
  const target = (await expectOk(Promise.resolve(alert))).body.target.id;
  // Told nothing, or what is stored would change by itself.
  await expectOk(house.ask('pauseTarget', { cookie, id: target, body: { paused: true } }));
  const terminal = await terminalsOf(cookie);
  const found = { token, target, terminal };
  scene = { people, other, stranger, life, requests: { open, answered }, ...found, now };
});

afterAll(async () => {
  await opened?.stop();
  await chain?.stop();
});

async function terminalsOf(cookie: string) {
  const live = await aTerminal(house, cookie);
  const { token } = live;
  await expectOk(house.ask('session', { token }));
  const asked = (await expectOk(house.ask('startTerminal', { body: { name: 'waiting' } }))).body;
  const code = { code: asked.user_code };
  const { terminal } = (await expectOk(house.ask('enterCode', { cookie, body: code }))).body;
  return { id: live.terminal, token, waiting: terminal.id, device: asked.device_code };
}

export const now = () => house.plane.now();
const TABLES =
  'sessions golems requests grants leases slices heartbeats stops acts relays families purposes alert_targets alert_limits alert_deliveries alert_told terminals terminal_tokens';

export async function stored(): Promise<string> {
  const rows = [];
  for (const table of TABLES.split(' '))
    rows.push(await opened.store.query(`select * from ${table}`));
  return JSON.stringify(rows);
}

/** Asks, expects the code, and that the store is as it was. */
export async function refused(code: string, name: RouteName, asking: Asking): Promise<void> {
  const before = await stored();
  const { status, body } = await house.ask(name, asking);
  expect([status >= 400 && status < 500, body.error?.code]).toEqual([true, code]);
  expect(body.error.message).toMatch(/^[A-Z].+\.$/);
  expect(await stored()).toBe(before);
}
