// Entering a code: a few wrong ones a minute, counted for all processes, and nothing learned from an answer.
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../../site/api/app';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { type House, ORIGIN, openHouse } from '../house';
import { expectOk, type People, somePeople } from '../people';
import { aRunwayAsk } from '../signing';
import { type Opened, openMemory } from '../stores';

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
  await opened.store.query('delete from attempts');
  await opened.store.query('delete from requests');
});
afterAll(async () => {
  await opened?.stop();
  await chain?.stop();
});

const now = () => house.plane.now();
const enter = (code: string, cookie = people.cookie) =>
  house.ask('enterCode', { cookie, body: { code } });

async function asked(over: object = {}) {
  const key = privateKeyToAccount(generatePrivateKey());
  const about = { golem: 'atlas', owner: people.owner.address, token: chain.usdc };
  const body = await aRunwayAsk(key, { ...about, deadline: now() + 600, ...over });
  return (await expectOk(house.ask('askRunway', { body }))).body as { id: string; code: string };
}

describe('a code', () => {
  it('leads its owner to the request, however it was typed', async () => {
    const { id, code } = await asked();

    for (const typed of [code, code.toLowerCase(), code.slice(5).replace('-', '')]) {
      expect((await expectOk(enter(typed))).body).toEqual({ request: id, terminal: null });
    }
  });

  it('is answered alike when it is wrong, another’s, answered or expired', async () => {
    const foreign = await asked();
    const answered = await asked();
    const late = await asked({ deadline: now() + 60 });
    await expectOk(house.ask('refuse', { cookie: people.cookie, id: answered.id, body: {} }));
    house.clock.ahead += 61;

    const answers = [
      await enter('BARD-0000-0000'),
      await enter('no code'),
      await enter(foreign.code, other.cookie),
      await enter(answered.code),
      await enter(late.code),
    ];

    const [first] = answers;
    expect([first?.status, first?.body.error.code]).toEqual([404, 'not_found']);
    for (const answer of answers) expect(answer.body).toEqual(first?.body);
  });
});

describe('guessing', () => {
  const guess = (number: number) => `BARD-0000-${String(number).padStart(4, '0')}`;

  it('stops after a few in a minute, for the right code too, and goes on in the next', async () => {
    const { code } = await asked();
    const codes = [];
    for (let count = 0; count < 8; count += 1) {
      codes.push((await enter(guess(count))).body.error.code);
    }

    expect(codes).toEqual([...Array(6).fill('not_found'), 'rate_limited', 'rate_limited']);
    expect((await enter(code)).body.error.code).toBe('rate_limited');
    await expectOk(enter((await asked({ owner: other.owner.address })).code, other.cookie));
    house.clock.ahead += 60;
    await expectOk(enter(code));
  });

  it('is not made of right ones', async () => {
    const { code } = await asked();

    for (let count = 0; count < 30; count += 1) await expectOk(enter(code));
  });

  it('at once, in many processes, gets no more tries than one after the other', async () => {
    const apps = [house.app];
    for (let count = 0; count < 2; count += 1) {
      apps.push(createApp({ ...house.plane, store: await opened.another() }));
    }
    const answers = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const response = await apps[index % 3]?.request('http://localhost:3004/api/codes', {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: ORIGIN, cookie: people.cookie },
          body: JSON.stringify({ code: guess(index) }),
        });
        return response?.status;
      }),
    );

    expect(answers.filter((status) => status === 404)).toHaveLength(6);
    expect(answers.filter((status) => status === 429)).toHaveLength(24);
  });

  it('from one network is bounded however many owners it has', async () => {
    const statuses = [];
    for (let count = 0; count < 8; count += 1) {
      const cookie = await house.signIn(privateKeyToAccount(generatePrivateKey()));
      for (let tries = 0; tries < 3; tries += 1) {
        statuses.push((await enter(guess(tries), cookie)).status);
      }
    }

    expect(statuses.filter((status) => status === 404)).toHaveLength(20);
    const elsewhere = await house.app.request(
      'http://localhost:3004/api/codes',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: ORIGIN, cookie: people.cookie },
        body: JSON.stringify({ code: guess(1) }),
      },
      { peer: '10.9.0.1' },
    );
    expect(elsewhere.status).toBe(404);
  });
});
