// A life that crashes at random points, on the real chain with the real control plane: whatever step it is killed at, the next
// process goes on, and in the end everything happened once. A few seeds here; `npm run deep:crash` lives fifty such lives.
// CRASH_SEEDS (how many) and CRASH_SEED (the first) choose others.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Address } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SESSION_KEY_FILE } from '../../src/agent/index';
import type { Delegation } from '../../src/core/delegations/delegation';
import { aMortal, type Mortal } from '../agent/mortal';
import { PAYEE, USDC } from '../agent/stage';
import { expectOk } from '../api/people';
import { sharesOf } from '../vectors/dice';
import { aGround, anOwner, type Ground, type Owner } from './ground';
import type { MortalLife } from './mortal-life';

const SEEDS = Number(process.env.CRASH_SEEDS ?? 2);
const FIRST = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);
const KILLS = 6;
const BILLS = 4;

let ground: Ground;
let mortal: Mortal<MortalLife>;

beforeAll(async () => {
  [ground, mortal] = await Promise.all([
    aGround(),
    aMortal<MortalLife>('test/life/mortal-life.ts'),
  ]);
});
afterAll(async () => {
  mortal?.clear();
  await ground?.stop();
});

/** Answers what waits as an owner would who looks every now and then; leases each key once. */
function watchful(owner: Owner) {
  const leased: Address[] = [];
  const asked = new Set<string>();
  let grant: Delegation | null = null;
  let over = false;
  const leaseOnce = async (key: Address) => {
    if (!grant || leased.includes(key)) return;
    leased.push(key);
    await owner.leaseTo(grant, key);
  };
  const look = async () => {
    const { cookie, golem: id } = owner;
    const { body } = await ground.house.ask('runwayRequests', { cookie });
    for (const request of body.requests ?? []) {
      asked.add(request.id);
      if (grant) continue;
      await owner.fund(request.sessionKey, '0.2');
      grant = await owner.give({ request: request.id });
      await leaseOnce(request.sessionKey);
    }
    const seen = await expectOk(ground.house.ask('golem', { id, cookie }));
    if (seen.body.pendingKey) await leaseOnce(seen.body.pendingKey);
  };
  const running = (async () => {
    while (!over) {
      await look();
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  })();
  const stop = () => {
    over = true;
    return running;
  };
  return { leased, asked, stop };
}

it.each(Array.from({ length: SEEDS }, (_, index) => FIRST + index))(
  'is killed again and again, and everything in its life happens once (seed %i)',
  async (seed) => {
    console.log(`crash: CRASH_SEED=${seed} CRASH_SEEDS=1`);
    const random = sharesOf(seed);
    const owner = await anOwner(ground);
    const folder = mkdtempSync(join(tmpdir(), 'bardo-crash-'));
    const place = { rpcUrl: ground.chain.rpcUrl, planeUrl: ground.url, folder };
    const who = { id: owner.golem, owner: owner.owner.address, payees: [PAYEE], bills: BILLS };
    const life = { ...who, ...place, passphrase: 'correct horse battery' };
    const before = await owner.usdcOf(PAYEE);
    const people = watchful(owner);
    const said: string[] = [];
    let ended = false;
    for (let lives = 0; !ended && lives < KILLS; lives += 1) {
      const killAt = 1 + Math.floor(random() ** 2 * 400);
      const one = await mortal.live({ ...life, killAt });
      ended = one.ended;
      said.push(`${killAt}: ${one.said}`);
    }
    if (!ended) {
      const last = await mortal.live({ ...life, killAt: null });
      if (!last.ended)
        throw new Error(`It did not come to its end:\n${said.join('\n')}\n${last.said}`);
    }
    await people.stop();

    expect((await owner.usdcOf(PAYEE)) - before).toBe((BigInt(BILLS) * USDC) / 2n);
    // One request, one rotation, whatever was killed in between.
    expect(people.asked.size).toBe(1);
    expect(people.leased).toHaveLength(2);
    await ground.house.round();
    const { body } = await expectOk(
      ground.house.ask('golem', { id: owner.golem, cookie: owner.cookie }),
    );
    expect(body).toMatchObject({ golem: { phase: 'terminal' }, asksForRevocation: true });
    expect(body.golem.sessionKey).toBe(people.leased[1]);
    for (const key of people.leased) {
      expect(await owner.link.client.getBalance({ address: key })).toBeLessThan(10n ** 15n);
    }
    const kept = JSON.parse(readFileSync(join(folder, SESSION_KEY_FILE), 'utf8'));
    expect(Object.keys(kept)).toEqual(['records']);
    rmSync(folder, { recursive: true, force: true });
  },
);
