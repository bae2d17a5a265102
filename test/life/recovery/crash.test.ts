// Recovery: the process crashes (out of memory, a panic, kill -9), and the machine with its disk stays. The next process finds
// the Golem where it was. Every time the disk is moved to another place first, so that nothing is remembered but what it holds.
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rotateStep, SessionKey, spawnReplicant } from '../../../src/agent/index';
import { createEvents } from '../../../src/agent/store/events';
import { PAYEE, USDC } from '../../agent/stage';
import { expectOk } from '../../api/people';
import {
  ASK,
  aGround,
  alive,
  aMachine,
  anOwner,
  aProcess,
  type Ground,
  type Machine,
  type Owner,
} from '../ground';

let ground: Ground;
let owner: Owner;
const machines: Machine[] = [];

beforeAll(async () => {
  ground = await aGround();
});
beforeEach(async () => {
  owner = await anOwner(ground);
});
afterEach(() => {
  for (const machine of machines.splice(0)) machine.clear();
});
afterAll(() => ground?.stop());

function kept(machine: Machine = aMachine()): Machine {
  machines.push(machine);
  return machine;
}

describe('after a crash', () => {
  it('goes on with its key, runway, children, numbers, payments and the rotation under way', async () => {
    const machine = kept();
    const life = await alive(ground, owner, { machine });
    const { golem, tools, pulse } = life;
    expect(life.resumed.state).toBe('new');
    const child = SessionKey.generate({ events: createEvents(), now: () => 0 });
    const expiresAt = (await owner.now()) + 86_400;
    const slice = {
      id: `${golem.id}-echo`,
      name: 'Echo',
      key: child.address,
      cap: USDC,
      expiresAt,
    };
    expect(await spawnReplicant(golem, slice)).toMatchObject({ ok: true, registered: true });
    const pay = {
      golem_id: golem.id,
      payee: PAYEE,
      amount_usdc: 1,
      idempotency_key: 'rent of May',
    };
    expect(await tools.metamask_redeem_runway(pay)).toMatchObject({ redeemed: '1' });
    expect(await pulse.beat()).toMatchObject({ ok: true, stop: null });
    expect(await rotateStep(golem)).toEqual({ state: 'waiting' });
    const asked = golem.pendingKey?.address;
    expect(life.told('request:waiting').at(-1)).toEqual({
      ...{ golem: golem.id, kind: 'rotation', request_id: null, user_code: null },
      approval_url: `${ground.url}/golem/${golem.id}`,
      expires_at: golem.runway?.expiresAt,
    });
    const before = await owner.usdcOf(PAYEE);

    const second = await aProcess(ground, owner, { machine: kept(machine.moved()) });

    expect(second.resumed.state).toBe('live');
    expect(second.told('golem:resumed')).toMatchObject([
      { state: 'live', fresh: false, sequence: 1, children: [slice.id], doubts: 0 },
    ]);
    expect(second.golem.key.address).toBe(golem.key.address);
    expect(second.golem.pendingKey?.address).toBe(asked);
    expect(second.golem.permission).toBe(golem.permission);
    // The beat numbers on, and goes on with the rotation that was asked for: nobody is asked for another key.
    expect(await second.pulse.beat()).toMatchObject({ ok: true, stop: null });
    expect(second.told('heartbeat:sent')).toMatchObject([{ sequence: 2 }]);
    const { body } = await expectOk(
      ground.house.ask('golem', { id: golem.id, cookie: owner.cookie }),
    );
    expect(body.pendingKey).toBe(asked?.toLowerCase());
    // The bill is paid: the same again is told so.
    const again = await second.tools.metamask_redeem_runway(pay);
    expect(again).toMatchObject({ redeemed: '1', payment: { state: 'paid', earlier: true } });
    expect(await owner.usdcOf(PAYEE)).toBe(before);

    await owner.leaseTo(life.grant, asked as `0x${string}`);
    expect(await rotateStep(second.golem)).toEqual({ state: 'done', orphans: [slice.id] });
    const third = await aProcess(ground, owner, {
      machine: kept((machines[1] as Machine).moved()),
    });
    expect(third.resumed.state).toBe('live');
    expect(third.golem.key.address).toBe(asked);
    expect(third.golem.pendingKey).toBeNull();
    expect(await third.pulse.beat()).toMatchObject({ ok: true, stop: null });
  });

  it('goes on with the next key, where it was cut off between its lease and the key file', async () => {
    const machine = kept();
    const { golem, grant } = await alive(ground, owner, { machine });
    expect(await rotateStep(golem)).toEqual({ state: 'waiting' });
    const next = golem.pendingKey?.address as `0x${string}`;
    await owner.leaseTo(grant, next);
    if (!golem.keeper) throw new Error('Nobody keeps its key.');
    const saving = new Promise<void>((begun) => {
      Object.assign(golem.keeper as object, {
        save: () => {
          begun();
          return new Promise(() => undefined);
        },
      });
    });
    void rotateStep(golem);
    await saving;

    const second = await aProcess(ground, owner, { machine: kept(machine.moved()) });

    expect(second.resumed.state).toBe('live');
    expect(second.golem.key.address).toBe(next);
    expect(second.golem.pendingKey).toBeNull();
    expect(await second.pulse.beat()).toMatchObject({ ok: true, stop: null });
    expect(second.told('request:waiting')).toEqual([]);
  });

  it('waits on for the request it had signed: the same id, and the owner sees one', async () => {
    const machine = kept();
    const first = await aProcess(ground, owner, { machine });
    const ask = { ...ASK, golems: [owner.golem] };
    void first.tools.metamask_request_runway(ask).catch(() => undefined);
    const { id } = await owner.openRequest();

    const second = await aProcess(ground, owner, { machine: kept(machine.moved()) });
    expect(second.resumed.state).toBe('waiting');
    const waiting = second.tools.metamask_request_runway(ask);
    await expect.poll(() => second.told('request:waiting')).toHaveLength(1);
    const { body } = await ground.house.ask('runwayRequests', { cookie: owner.cookie });
    expect(body.requests).toHaveLength(1);
    expect(second.told('request:waiting')).toEqual([
      {
        golem: owner.golem,
        kind: 'runway',
        approval_url: `${ground.url}/request/${id}`,
        request_id: id,
        user_code: body.requests[0].code,
        expires_at: body.requests[0].deadline,
      },
    ]);
    await owner.fund(second.golem.key.address, '0.2');
    const grant = await owner.give({ request: id });
    await owner.leaseTo(grant, second.golem.key.address);
    expect(await waiting).toMatchObject({
      outcome: 'granted',
      usable: true,
      request: { request_id: id },
    });
  });

  it('with nothing left but the key, learns the rest from the control plane and the chain', async () => {
    const machine = kept();
    const { golem, tools, pulse } = await alive(ground, owner, { machine });
    const child = SessionKey.generate({ events: createEvents(), now: () => 0 });
    const expiresAt = (await owner.now()) + 86_400;
    const slice = {
      id: `${golem.id}-iris`,
      name: 'Iris',
      key: child.address,
      cap: USDC,
      expiresAt,
    };
    expect(await spawnReplicant(golem, slice)).toMatchObject({ ok: true });
    expect(await pulse.beat()).toMatchObject({ ok: true });
    const ask = { ...ASK, golems: [golem.id], replace: true };
    void tools.metamask_request_runway(ask).catch(() => undefined);
    const { id } = await owner.openRequest();
    const moved = kept(machine.moved());
    const { records: _, ...bare } = JSON.parse(readFileSync(moved.keyFile.file, 'utf8'));
    writeFileSync(moved.keyFile.file, JSON.stringify(bare));

    const second = await aProcess(ground, owner, { machine: moved });

    expect(second.told('golem:resumed')).toMatchObject([
      { state: 'live', fresh: false, sequence: 1, children: [slice.id], doubts: 0 },
    ]);
    expect(second.golem.permission).toBe(golem.permission);
    expect(await second.pulse.beat()).toMatchObject({ ok: true });
    expect(second.told('heartbeat:sent')).toMatchObject([{ sequence: 2 }]);
    // What was asked stands at the control plane as it was signed: the same is waited for.
    const waiting = second.tools.metamask_request_runway({ ...ask, timeout_seconds: 1 });
    expect(await waiting).toMatchObject({ outcome: 'timed_out', request: { request_id: id } });
    const { body } = await ground.house.ask('runwayRequests', { cookie: owner.cookie });
    expect(body.requests).toHaveLength(1);
  });

  it('finishes the death that it had begun, and is never born again', async () => {
    const machine = kept();
    const { golem, tools } = await alive(ground, owner, { machine });
    const { send } = golem.sender;
    // The report goes out; then the process is gone.
    golem.sender.send = (call) =>
      call.value === undefined ? send(call) : Promise.reject(new Error('killed'));
    const cut = await tools.metamask_revoke_permissions({ golems: [golem.id], reason: 'terminal' });
    expect(cut.unfinished).toMatchObject([{ at: 'sweep' }]);

    const second = await aProcess(ground, owner, { machine: kept(machine.moved()) });
    expect(second.resumed.state).toBe('dying');
    // However well it feels by now.
    expect(await second.pulse.beat()).toEqual({
      ok: true,
      phase: 'terminal',
      stop: { by: 'itself' },
    });
    const home = await owner.link.client.getBalance({ address: owner.owner.address });
    const ended = { golems: [golem.id], reason: 'terminal' } as const;
    expect(await second.tools.metamask_revoke_permissions(ended)).toMatchObject({ unfinished: [] });
    const back = (await owner.link.client.getBalance({ address: owner.owner.address })) - home;
    expect(second.told('death:started')).toMatchObject([{ resumed: true, reason: 'terminal' }]);
    expect(second.told('death:completed')).toMatchObject([
      { spent: '0', payments: 0, gasHome: `${back}`, permissionsEnded: 1 },
    ]);

    const third = kept((machines[1] as Machine).moved());
    expect((await aProcess(ground, owner, { machine: third })).resumed).toEqual({
      golem: null,
      state: 'dead',
    });
    expect(JSON.parse(readFileSync(third.keyFile.file, 'utf8'))).not.toHaveProperty('ciphertext');
  });
});
