// A terminal’s token reads, is renewed in silence, and ends with the terminal when an old one turns up.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { ROUTES, type RouteName } from '../../../src/core/protocol/api';
import { type Guest, type House, openHouse } from '../house';
import { expectOk, type People, somePeople } from '../people';
import { type Opened, openMemory } from '../stores';
import { aTerminal } from '../terminal';

const DAY = 86_400;
let chain: Chain;
let opened: Opened;
let house: House;
let people: People;
let other: People;

beforeAll(async () => {
  [chain, opened] = await Promise.all([startChain(), openMemory()]);
  house = await openHouse({ store: opened.store, chain });
  house.clock.stoppedAt = Math.floor(Date.now() / 1000);
  people = await somePeople(chain, house);
  other = await somePeople(chain, house);
});
beforeEach(async () => {
  await opened.store.query('delete from terminals');
  await opened.store.query('delete from attempts');
  people = { ...people, cookie: await house.signIn(people.owner) };
  other = { ...other, cookie: await house.signIn(other.owner) };
});
afterAll(async () => {
  await opened?.stop();
  await chain?.stop();
});

const codeOf = async (name: RouteName, asking: Parameters<Guest['ask']>[1]) =>
  (await house.ask(name, asking)).body.error?.code;
const reads = (token: string) => house.ask('session', { token });
const renew = async (token: string) =>
  (await expectOk(house.ask('renewTerminal', { token, body: {} }))).body;

describe('a terminal’s token', () => {
  it('reads what is marked for it, and does nothing else', async () => {
    const { token } = await aTerminal(house, people.cookie);
    const names = (Object.keys(ROUTES) as RouteName[]).filter(
      (name) => ROUTES[name].auth === 'session',
    );
    const readable = names.filter((name) => 'reading' in ROUTES[name]);

    expect(readable.map((name) => ROUTES[name].method)).toEqual(readable.map(() => 'GET'));
    for (const name of names) {
      const code = await codeOf(name, { token, id: 'nobody', body: {} });
      expect([name, code === 'forbidden']).toEqual([name, !readable.includes(name)]);
    }
  });

  it('does not take a page’s cookie along, nor the cookie the token’s place', async () => {
    const { cookie } = people;
    const token = 'A'.repeat(43);
    expect((await house.ask('golems', { cookie, token })).status).toBe(401);
    // A form with a password in its address brings a header of its own, and the cookie.
    const headers = { authorization: 'Basic eDp5', origin: 'https://evil.example' };
    const body = { code: 'BARD-0000-0000' };
    expect((await house.ask('enterCode', { cookie, headers, body })).status).toBe(403);
    expect((await house.ask('signOut', { cookie, headers })).status).toBe(403);
  });

  it('is renewed to one successor, and ends when that is used', async () => {
    const { token } = await aTerminal(house, people.cookie);
    house.clock.ahead += 10 * DAY;
    const next = await renew(token);
    expect((await renew(token)).token).toBe(next.token);
    await expectOk(reads(token));

    expect(next.expiresAt).toBe(house.plane.now() + 30 * DAY);
    await expectOk(reads(next.token));

    expect((await reads(token)).status).toBe(401);
    await expectOk(reads(next.token));
  });

  it('is renewed to one successor by however many processes ask at once', async () => {
    const { token } = await aTerminal(house, people.cookie);

    const renewed = await Promise.all(Array.from({ length: 8 }, () => renew(token)));

    expect(new Set(renewed.map((one) => one.token)).size).toBe(1);
    await expectOk(reads(renewed[0].token));
  });

  it('ends the terminal when an old one is presented later', async () => {
    const { token } = await aTerminal(house, people.cookie);
    const next = await renew(token);
    await expectOk(reads(next.token));
    house.clock.ahead += 16;

    expect((await reads(token)).status).toBe(401);

    expect((await reads(next.token)).status).toBe(401);
    expect(await codeOf('renewTerminal', { token: next.token, body: {} })).toBe('unauthorized');
    const listed = await expectOk(house.ask('terminals', { cookie: people.cookie }));
    expect(listed.body.terminals).toEqual([]);
  });

  it('is over thirty days after the last renewal', async () => {
    const { token } = await aTerminal(house, people.cookie);
    house.clock.ahead += 30 * DAY;

    expect((await reads(token)).status).toBe(401);
  });

  it('and the device code are nowhere in the store as they are', async () => {
    const { token, device } = await aTerminal(house, people.cookie);
    const rows = JSON.stringify([
      await opened.store.query('select * from terminals'),
      await opened.store.query('select * from terminal_tokens'),
    ]);

    expect(rows).not.toContain(token);
    expect(rows).not.toContain(device);
  });
});
