// The owner’s terminals: listed, ended, few; and who asks for one crowds nobody out.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweep } from '../../../site/api/store/sweep';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { parseUserCode } from '../../../src/core/protocol/user-code';
import { type House, openHouse } from '../house';
import { expectOk, type People, somePeople } from '../people';
import { type Opened, openMemory } from '../stores';
import { aTerminal } from '../terminal';

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

const reads = (token: string) => house.ask('session', { token });
const start = async (body: object = { name: 'laptop' }) =>
  (await expectOk(house.ask('startTerminal', { body }))).body;

describe('the owner’s list', () => {
  it('names each terminal that is signed in, and ends one at once', async () => {
    const laptop = await aTerminal(house, people.cookie, 'laptop');
    const server = await aTerminal(house, people.cookie, 'server <b>');
    await aTerminal(house, other.cookie, 'somebody else’s');
    await start({ name: 'asks only' });

    const listed = await expectOk(house.ask('terminals', { cookie: people.cookie }));
    expect(listed.body.terminals.map(({ name }: { name: string }) => name).sort()).toEqual([
      'laptop',
      'server <b>',
    ]);
    await expectOk(house.ask('endTerminal', { cookie: people.cookie, id: laptop.terminal }));

    expect((await reads(laptop.token)).status).toBe(401);
    await expectOk(reads(server.token));
  });

  it('is left by a terminal that signs out', async () => {
    const { token } = await aTerminal(house, people.cookie);

    await expectOk(house.ask('leaveTerminal', { token }));

    expect((await reads(token)).status).toBe(401);
  });

  it('holds twenty: the one used longest ago makes room', async () => {
    const first = await aTerminal(house, people.cookie, 'first');
    await expectOk(reads(first.token));
    for (let count = 0; count < 20; count += 1) {
      house.clock.ahead += 61;
      const { token } = await aTerminal(house, people.cookie, `terminal ${count}`);
      await expectOk(reads(token));
    }

    const listed = await expectOk(house.ask('terminals', { cookie: people.cookie }));
    expect(listed.body.terminals).toHaveLength(20);
    expect((await reads(first.token)).status).toBe(401);
  });
});

describe('who asks for nothing', () => {
  const from = async (peer: string, name = 'x') => {
    const response = await house.app.request(
      'http://localhost:3004/api/terminals',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      },
      { peer },
    );
    return (await response.json()) as { user_code: string };
  };

  it('fills a few places of its network, and none of anybody else’s', async () => {
    const honest = await from('10.1.0.1', 'honest');
    const codes = [];
    for (let count = 0; count < 80; count += 1) {
      codes.push((await from(`10.0.0.${count % 70}`)).user_code);
    }

    const rows = await opened.store.query<{ name: string; code: string }>(
      `select name, code from terminals where state = 'open'`,
    );
    expect(rows).toHaveLength(51);
    expect(rows.map(({ code }) => code)).toContain(honest.user_code);
    expect(rows.map(({ code }) => code)).toContain(codes.at(-1));
    expect(new Set(codes).size).toBe(80);
    expect(codes.every((code) => parseUserCode(code) === code)).toBe(true);
  });
});

it('forgets what nobody asks for any more, and keeps what is used', async () => {
  const { store } = opened;
  const live = await aTerminal(house, people.cookie);
  await expectOk(reads(live.token));
  const ended = await aTerminal(house, people.cookie);
  await expectOk(house.ask('endTerminal', { cookie: people.cookie, id: ended.terminal }));
  const { device_code } = await start();
  await house.ask('terminalToken', { body: { device_code } });
  await house.ask('enterCode', { cookie: people.cookie, body: { code: 'BARD-0000-0000' } });

  await sweep(store, house.plane.now() + 8 * 86_400);

  const kept = await store.query<{ id: string }>('select id from terminals');
  expect(kept.map(({ id }) => id)).toEqual([live.terminal]);
  for (const table of ['looks', 'attempts']) {
    expect(await store.query(`select 1 from ${table}`)).toEqual([]);
  }
  await expectOk(reads(live.token));
});
