// Recovery: machine and key are lost. The owner's money never was there; a fresh instance asks with a new key, and a new lease
// under the same grant brings the Golem back. The old key is worth nothing then, and its last instance kills nobody.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memoryStore, readRunwayState, redeem, type Store } from '../../../src/agent/index';
import { readVitality } from '../../../src/agent/runway/runway-state';
import { golemIdOf } from '../../../src/core/protocol/messages';
import { PAYEE, USDC } from '../../agent/stage';
import { ASK, aGround, alive, anOwner, aProcess, type Ground, type Owner } from '../ground';

let ground: Ground;
let owner: Owner;

beforeAll(async () => {
  ground = await aGround();
});
beforeEach(async () => {
  owner = await anOwner(ground);
});
afterAll(() => ground?.stop());

const ask = () => ({ ...ASK, golems: [owner.golem] });

describe('a Golem whose machine and key are lost', () => {
  it('asks with a new key, is given a new lease under the same grant, and goes on', async () => {
    const lost = await alive(ground, owner);
    expect(await lost.pulse.beat()).toMatchObject({ ok: true });
    const old = lost.golem.runway;
    if (!old) throw new Error('It has no runway.');

    const fresh = await aProcess(ground, owner);
    const { golem, tools, pulse, told } = fresh;
    expect(golem.key.address).not.toBe(lost.golem.key.address);
    const asking = tools.metamask_request_runway(ask());
    const request = await owner.openRequest();
    expect(request).toMatchObject({ kind: 'key', sessionKey: golem.key.address.toLowerCase() });
    await expect
      .poll(() => told('request:waiting'))
      .toMatchObject([{ kind: 'key', request_id: request.id, user_code: request.code }]);
    // Its gas was lost with the key.
    await owner.fund(golem.key.address, '0.2');
    await owner.leaseTo(lost.grant, golem.key.address);

    const result = await asking;
    expect(result).toMatchObject({
      ...{ outcome: 'granted', usable: true, permission_id: lost.golem.permission },
      ...{ live_permission_id: lost.golem.permission, request: { request_id: request.id } },
    });
    expect((await readRunwayState(owner.link, old)).ended).toBe('superseded');
    const pull = { payee: PAYEE, amount: USDC };
    expect(await redeem(owner.link, lost.golem.sender, old, pull)).toMatchObject({ ok: false });
    const pay = { golem_id: golem.id, payee: PAYEE, amount_usdc: 1 };
    expect(await tools.metamask_redeem_runway(pay)).toMatchObject({ redeemed: '1' });
    // The numbers of its heartbeats go on, though nothing of them was kept here.
    expect(await pulse.beat()).toMatchObject({ ok: true, stop: null });
    expect(told('heartbeat:sent')).toMatchObject([{ sequence: 2 }]);
  });

  it('lives on, when the old machine comes back: the old key leaves without a word', async () => {
    const lost = await alive(ground, owner);
    const fresh = await aProcess(ground, owner);
    const asking = fresh.tools.metamask_request_runway(ask());
    await owner.openRequest();
    await owner.fund(fresh.golem.key.address, '0.2');
    await owner.leaseTo(lost.grant, fresh.golem.key.address);
    expect(await asking).toMatchObject({ usable: true });

    expect(await lost.pulse.beat()).toMatchObject({ ok: false });
    await ground.chain.cheat('anvil_mine', ['0x3']);
    expect(await lost.pulse.beat()).toMatchObject({ stop: { by: 'chain', cause: 'superseded' } });
    const gone = { golems: [owner.golem], reason: 'owner_kill_switch' } as const;
    expect(await lost.tools.metamask_revoke_permissions(gone)).toMatchObject({ unfinished: [] });

    const steps = lost.told('death:step') as { step: string; outcome: string }[];
    expect(Object.fromEntries(steps.map(({ step, outcome }) => [step, outcome]))).toMatchObject({
      ...{ report: 'skipped', ending: 'skipped', heartbeat: 'skipped' },
      ...{ sweep: 'done', zero: 'done' },
    });
    expect(lost.golem.key.destroyed).toBe(true);
    const { guardian, link } = owner;
    const vitality = await readVitality(link, guardian.address, golemIdOf(owner.golem));
    expect(vitality.phase).not.toBe('terminal');
    expect(await fresh.pulse.beat()).toMatchObject({ ok: true, stop: null });
    const pay = { golem_id: owner.golem, payee: PAYEE, amount_usdc: 1 };
    expect(await fresh.tools.metamask_redeem_runway(pay)).toMatchObject({ redeemed: '1' });
  });

  it('is told apart by a store that survived: it had a runway, and a dead one is not born again', async () => {
    const store = memoryStore();
    // Another place with the same records: as a database to which another process connects.
    const again = (): Store => ({ ...store });
    const lost = await alive(ground, owner, { store });

    const fresh = await aProcess(ground, owner, { store: again() });
    expect(fresh.resumed.state).toBe('lost-key');
    expect(fresh.golem.runway).toBeNull();

    lost.vitals.phase = 'terminal';
    const over = { golems: [owner.golem], reason: 'terminal' } as const;
    const { send } = lost.golem.sender;
    lost.golem.sender.send = (call) =>
      call.value === undefined ? send(call) : Promise.reject(new Error('killed'));
    await lost.tools.metamask_revoke_permissions(over);
    expect((await aProcess(ground, owner, { store: again() })).resumed.state).toBe('dead');
  });
});
