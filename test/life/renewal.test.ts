// A renewal: the owner gives a new grant in the living one's place. The Golem is never without a runway while one lives, says
// which took the place of which, and dies of no end that was part of it, in whatever order its owner works.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PAYEE, USDC } from '../agent/stage';
import { expectOk } from '../api/people';
import { ASK, aGround, alive, anOwner, type Ground, type Owner } from './ground';

let ground: Ground;
let owner: Owner;

beforeAll(async () => {
  ground = await aGround();
});
beforeEach(async () => {
  owner = await anOwner(ground);
});
afterAll(() => ground?.stop());

async function asking() {
  const life = await alive(ground, owner);
  const { golem, tools } = life;
  const old = golem.permission;
  if (!old) throw new Error('Its runway has no name.');
  const pay = () =>
    tools.metamask_redeem_runway({ golem_id: golem.id, payee: PAYEE, amount_usdc: 0.5 });
  const renewing = tools.metamask_request_runway({
    ...ASK,
    golems: [golem.id],
    replace: true,
    reason: 'the week is over soon',
  });
  const request = await owner.openRequest();
  return { ...life, old, pay, renewing, request };
}

describe('a renewal', () => {
  it('leaves the old runway in use until the new one lives, and tells which replaced which', async () => {
    const { golem, renewing, request, old, pay, pulse, grant, told } = await asking();
    expect(request.kind).toBe('renewal');
    const waiting = { kind: 'renewal', request_id: request.id };
    await expect.poll(() => told('request:waiting').at(-1)).toMatchObject(waiting);
    expect(await pay()).toMatchObject({ redeemed: '0.5' });

    const next = await owner.give({ request: request.id, replaces: old });
    // Granted, not leased: what pays is the old one.
    expect(await pay()).toMatchObject({ redeemed: '0.5' });
    expect(golem.permission).toBe(old);
    await owner.leaseTo(next, golem.key.address);

    const result = await renewing;
    expect(result).toMatchObject({
      ...{ outcome: 'granted', usable: true, replaced_permission_id: old },
      live_permission_id: result.permission_id,
    });
    expect(result.permission_id).not.toBe(old);
    await owner.disable(grant);
    for (let beats = 0; beats < 2; beats += 1) {
      await ground.chain.cheat('anvil_mine', ['0x4']);
      expect(await pulse.beat()).toMatchObject({ ok: true, stop: null });
    }
    expect(await pay()).toMatchObject({ redeemed: '0.5' });
    expect((await owner.usdcOf(PAYEE)) % USDC).toBe(USDC / 2n);
  });

  it('is no death where the old grant is ended before the new lease is there', async () => {
    const { golem, renewing, request, old, pulse, grant, pay } = await asking();
    const next = await owner.give({ request: request.id, replaces: old });
    await owner.disable(grant);
    await ground.house.round();
    for (let beats = 0; beats < 3; beats += 1) {
      expect(await pulse.beat()).toMatchObject({
        ok: false,
        reason: expect.stringContaining('a new grant in place of this one'),
      });
      await ground.chain.cheat('anvil_mine', ['0x4']);
    }
    expect(golem.key.destroyed).toBe(false);

    await owner.leaseTo(next, golem.key.address);
    expect(await renewing).toMatchObject({ usable: true, replaced_permission_id: old });
    expect(await pulse.beat()).toMatchObject({ ok: true, stop: null });
    expect(await pay()).toMatchObject({ redeemed: '0.5' });
  });

  it('that is refused or forgotten changes nothing: the old runway lives', async () => {
    const { golem, renewing, request, old, pay, tools } = await asking();
    const { cookie } = owner;
    await expectOk(ground.house.ask('refuse', { id: request.id, cookie, body: {} }));
    expect(await renewing).toMatchObject({
      ...{ outcome: 'refused', permission_id: null, replaced_permission_id: null },
      ...{ live_permission_id: old, usable: false },
      request: { request_id: request.id, user_code: request.code },
    });
    const again = { ...ASK, golems: [golem.id], replace: true, timeout_seconds: 1 };
    expect(await tools.metamask_request_runway(again)).toMatchObject({
      outcome: expect.stringMatching(/^(timed_out|expired)$/),
      live_permission_id: old,
    });
    expect(await pay()).toMatchObject({ redeemed: '0.5' });
    // Without `replace` a second runway is not asked for: it would add to the first one.
    await expect(tools.metamask_request_runway({ ...again, replace: false })).rejects.toThrow(
      'A runway is alive already',
    );
  });
});
