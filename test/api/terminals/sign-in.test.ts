// A terminal is let in by a code that the owner enters, or by the browser on the same computer.
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import type { RouteName } from '../../../src/core/protocol/api';
import { type Guest, type House, ORIGIN, openHouse } from '../house';
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
const start = async (body: object = { name: 'laptop' }) =>
  (await expectOk(house.ask('startTerminal', { body }))).body;
const enter = async (code: string, cookie = people.cookie) =>
  (await expectOk(house.ask('enterCode', { cookie, body: { code } }))).body.terminal;
const fetchToken = (device_code: string, browser?: object) =>
  house.ask('terminalToken', { body: { device_code, ...(browser ? { browser } : {}) } });

describe('signing in by a code', () => {
  it('waits until the owner has approved it, and then may read for thirty days', async () => {
    const asked = await start({ name: 'laptop' });
    const { device_code: device, user_code: code } = asked;
    expect(asked).toMatchObject({
      verification_uri: `${ORIGIN}/device`,
      verification_uri_complete: `${ORIGIN}/device?code=${code}`,
      ...{ expires_in: 600, interval: 3 },
    });
    const waiting = await fetchToken(device);
    expect([waiting.status, waiting.body.error]).toMatchObject([
      400,
      { code: 'authorization_pending', interval: 3 },
    ]);

    const found = await enter(code.toLowerCase().replaceAll('-', ' '));
    expect(found).toMatchObject({ name: 'laptop', code, way: 'device', near: true });
    const { cookie } = people;
    const approved = await expectOk(
      house.ask('approveTerminal', { cookie, id: found.id, body: {} }),
    );
    expect(approved.body).toEqual({ redirect: null });
    house.clock.ahead += 5;
    const { body } = await expectOk(fetchToken(device));

    const owner = people.owner.address.toLowerCase();
    expect(body).toMatchObject({ owner, terminal: found.id });
    expect(body.expiresAt).toBe(house.plane.now() + 30 * DAY);
    expect((await reads(body.token)).body).toEqual({ owner, expiresAt: body.expiresAt });
    await expectOk(house.ask('golems', { token: body.token }));
  });

  it('hears no from an owner who says no', async () => {
    const { device_code: device, user_code: code } = await start();
    const { id } = await enter(code);

    await expectOk(house.ask('denyTerminal', { cookie: people.cookie, id, body: {} }));

    expect((await fetchToken(device)).body.error.code).toBe('access_denied');
    expect(await codeOf('approveTerminal', { cookie: people.cookie, id, body: {} })).toBe(
      'not_found',
    );
  });

  it('is over after ten minutes, approved or not', async () => {
    const late = await start();
    const approved = await start();
    const { id } = await enter(approved.user_code);
    await expectOk(house.ask('approveTerminal', { cookie: people.cookie, id, body: {} }));
    house.clock.ahead += 601;

    expect((await fetchToken(late.device_code)).body.error.code).toBe('expired_token');
    expect((await fetchToken(approved.device_code)).body.error.code).toBe('expired_token');
    const { cookie } = people;
    expect(await codeOf('enterCode', { cookie, body: { code: late.user_code } })).toBe('not_found');
  });

  it('gives the same token again until it is used, and none afterwards', async () => {
    const { token, device } = await aTerminal(house, people.cookie);
    house.clock.ahead += 5;
    expect((await fetchToken(device)).body.token).toBe(token);

    await expectOk(reads(token));
    house.clock.ahead += 5;

    expect((await fetchToken(device)).body.error.code).toBe('expired_token');
  });

  it('slows down who looks too often, and nobody else', async () => {
    const [hasty, patient] = [await start(), await start()];
    const looks = [];
    for (let count = 0; count < 3; count += 1) {
      looks.push((await fetchToken(hasty.device_code)).body.error);
    }
    const calm = (await fetchToken(patient.device_code)).body.error;

    expect(looks.map(({ code }) => code)).toEqual([
      'authorization_pending',
      'slow_down',
      'slow_down',
    ]);
    expect(looks.map(({ interval }) => interval)).toEqual([3, 8, 13]);
    expect(calm).toMatchObject({ code: 'authorization_pending', interval: 3 });
    house.clock.ahead += 13;
    expect((await fetchToken(hasty.device_code)).body.error.code).toBe('authorization_pending');
  });

  it('belongs to who approved it: another owner who has the code comes too late', async () => {
    const { user_code: code } = await start();
    const { id } = await enter(code);
    await enter(code, other.cookie);
    await expectOk(house.ask('approveTerminal', { cookie: people.cookie, id, body: {} }));

    expect(await codeOf('approveTerminal', { cookie: other.cookie, id, body: {} })).toBe(
      'not_found',
    );
  });
});

describe('signing in by the browser', () => {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const state = randomBytes(16).toString('base64url');
  const browser = { port: 49_152, state, challenge };

  async function handedOff() {
    const asked = await start({ name: 'desk', browser });
    const { id, way } = await enter(asked.user_code);
    const { cookie } = people;
    const { body } = await expectOk(house.ask('approveTerminal', { cookie, id, body: {} }));
    return { ...asked, id, way, redirect: new URL(body.redirect) };
  }

  it('leads the browser to the terminal alone, which proves that it asked', async () => {
    const { device_code: device, redirect, way } = await handedOff();
    const code = redirect.searchParams.get('code') ?? '';

    expect(way).toBe('browser');
    expect([redirect.origin, redirect.pathname]).toEqual(['http://127.0.0.1:49152', '/']);
    expect(redirect.searchParams.get('state')).toBe(state);
    const { body } = await expectOk(fetchToken(device, { code, verifier }));
    await expectOk(reads(body.token));
  });

  it('gives nothing to who has the device code alone, another verifier or another code', async () => {
    const { device_code: device, redirect } = await handedOff();
    const code = redirect.searchParams.get('code') ?? '';
    const wrong = randomBytes(32).toString('base64url');

    expect((await fetchToken(device)).body.error.code).toBe('authorization_pending');
    for (const guess of [
      { code, verifier: wrong },
      { code: wrong, verifier },
      { code: challenge, verifier: challenge },
    ]) {
      expect((await fetchToken(device, guess)).body.error.code).toBe('access_denied');
    }
    await expectOk(fetchToken(device, { code, verifier }));
  });

  it('leads there again when the first answer was lost', async () => {
    const { id, redirect } = await handedOff();
    const { cookie } = people;

    const again = await expectOk(house.ask('approveTerminal', { cookie, id, body: {} }));

    expect(again.body.redirect).toBe(redirect.href);
  });
});
