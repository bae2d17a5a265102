// Replicants, rotation and death on the real chain, with every step asked back from it.
import { encodeFunctionData } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEATH_STEPS, die } from '../../src/agent/death';
import { createEvents } from '../../src/agent/events';
import { managerAbi } from '../../src/agent/framework';
import { adoptRunway } from '../../src/agent/golem';
import { Heartbeat } from '../../src/agent/heartbeat';
import { redeem } from '../../src/agent/redeem';
import { endReplicant, spawnReplicant } from '../../src/agent/replicant';
import { rotateKey, rotateStep } from '../../src/agent/rotation';
import { readRunway } from '../../src/agent/runway';
import { isDisabled, readRunwayState } from '../../src/agent/runway-state';
import { plainSender } from '../../src/agent/sender';
import { SessionKey } from '../../src/agent/session-key';
import {
  golemPolicyEnforcerAbi,
  vitalityOracleAbi,
} from '../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../src/core/chain/bardo-addresses.generated';
import { hashDelegation } from '../../src/core/permissions/delegation';
import { golemIdOf } from '../../src/core/protocol/messages';
import { aRaise } from '../api/signing';
import { type Chain, startChain } from '../world/chain';
import { type Newborn, newborn } from './newborn';
import { PAYEE, USDC } from './stage';

let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
}, 240_000);
afterAll(() => chain?.stop());

async function spawn({ golem, stage }: Newborn, over: object = {}) {
  const key = SessionKey.generate({ events: createEvents(), now: () => 0 });
  await stage.fund(key.address, '0.1');
  const expiresAt = (await stage.now()) + 2 * 86_400;
  const slice = { id: 'echo', name: 'Echo', key: key.address, cap: USDC, expiresAt, ...over };
  return { key, spawned: await spawnReplicant(golem, slice) };
}

describe('a Replicant', () => {
  it('spends its slice from the same owner, and its parent’s budget with it', async () => {
    const born = await newborn(chain);
    const { golem, stage, plane } = born;
    const { key, spawned } = await spawn(born);
    if (!spawned.ok) throw new Error(spawned.reason);
    const runway = readRunway(spawned.child.context, chain.chainId);
    const sender = plainSender(stage.link, key);
    const pull = (amount: bigint) => redeem(stage.link, sender, runway, { payee: PAYEE, amount });

    expect(spawned.registered).toBe(true);
    expect(plane.heard.at(-1)).toMatchObject({ route: 'replicant', body: { id: 'echo' } });
    expect(runway.links).toHaveLength(3);
    expect((await readRunwayState(stage.link, runway)).available).toBe(USDC);
    expect(await pull(USDC)).toMatchObject({ ok: true });
    expect(await pull(1n)).toMatchObject({ reason: 'the grant’s cap for this period is used up' });
    const parent = golem.runway;
    expect(parent && (await readRunwayState(stage.link, parent)).available).toBe(4n * USDC);

    expect(await endReplicant(golem, 'echo')).toBe(true);
    expect((await readRunwayState(stage.link, runway)).ended).toBe('disabled');
    expect(parent && (await readRunwayState(stage.link, parent)).ended).toBeNull();
  });

  it('gets fewer days and less money, and only from a thriving parent', async () => {
    const born = await newborn(chain);
    const refused = async (over: object) => {
      const { spawned } = await spawn(born, over);
      return spawned.ok ? null : spawned.reason;
    };

    expect(await refused({ cap: 5n * USDC })).toContain(
      'A Replicant must get less than its parent.',
    );
    expect(await refused({ cap: 3n * USDC })).toBe(
      'The lease allows less than that for all Replicants together.',
    );
    const parentEnd = born.golem.runway?.expiresAt;
    expect(await refused({ expiresAt: parentEnd })).toBe('A Replicant must end before its parent.');
    expect(await refused({ expiresAt: 1 })).toBe('Its end has passed.');
    expect(await refused({})).toBeNull();
    expect(await refused({ id: 'iris', cap: (3n * USDC) / 2n })).toBe(
      'Its siblings have been promised too much of it already.',
    );
    born.vitals.phase = 'stable';
    expect(await refused({})).toBe('only a thriving Golem may replicate');
  });
});

describe('a rotation', () => {
  /** The guardian ends every lease below this generation at once. */
  async function raise({ stage }: Newborn, generation: number): Promise<void> {
    const { manager, guardian, budgetId, signature } = await aRaise(stage.guardian, { generation });
    const args = [manager, guardian, BigInt(budgetId), generation, signature] as const;
    const data = encodeFunctionData({ abi: golemPolicyEnforcerAbi, functionName: 'raise', args });
    await stage.send(stage.guardian, { to: BARDO.golemPolicyEnforcer, data });
  }

  it('is no death, when the old lease ends before the new key has taken over', async () => {
    const born = await newborn(chain);
    const { golem, stage, plane, grant, events } = born;
    expect((await spawn(born)).spawned.ok).toBe(true);
    const orphans = golem.children.map(({ id }) => id);
    const pulse = new Heartbeat(golem, { intervalSeconds: 60, onStop: () => undefined });
    await rotateStep(golem);
    const next = golem.pendingKey as SessionKey;
    await raise(born, 2);
    expect(await pulse.beat()).toMatchObject({ ok: false });
    expect(golem.key.destroyed).toBe(false);

    const context = await stage.lease(grant, next.address, { generation: 2n });
    plane.said.keys = [next.address.toLowerCase()];
    plane.said.contexts = [{ permission: 'atlas-runway', chainId: chain.chainId, context }];
    // The heartbeat takes the next step, and two steps at once are one.
    const [beat] = await Promise.all([pulse.beat(), rotateStep(golem)]);

    expect(beat).toMatchObject({ ok: true, stop: null });
    expect(golem.key).toBe(next);
    expect(next.destroyed).toBe(false);
    expect(events).toContainEqual({
      name: 'replicants:orphaned',
      payload: { golem: golem.id, orphans },
    });
  });

  it('is a feeding, when the newer lease names the same key, and an end when there is none', async () => {
    const born = await newborn(chain);
    const { golem, stage, plane, grant } = born;
    const pulse = new Heartbeat(golem, { intervalSeconds: 60, onStop: () => undefined });
    const context = await stage.lease(grant, golem.key.address, { generation: 2n, cap: 8n * USDC });
    await raise(born, 2);
    plane.said.contexts = [{ permission: 'atlas-runway', chainId: chain.chainId, context }];
    expect(await pulse.beat()).toMatchObject({ ok: true, stop: null });
    expect(golem.runway?.lease?.terms.cap).toBe(8n * USDC);

    await raise(born, 3);
    // A plane that is silent or confused has not said that there is none.
    plane.said.mode = 'down';
    expect(await pulse.beat()).toMatchObject({ ok: false });
    plane.said.mode = 'lying';
    expect(await pulse.beat()).toMatchObject({ ok: false });
    plane.said.mode = 'up';
    expect(await pulse.beat()).toMatchObject({ stop: { by: 'chain', cause: 'superseded' } });
  });

  it('is no death either, when the Golem took the new lease up while a beat still judged the old one', async () => {
    const born = await newborn(chain);
    const { golem, stage, plane, grant } = born;
    const pulse = new Heartbeat(golem, { intervalSeconds: 60, onStop: () => undefined });
    const context = await stage.lease(grant, golem.key.address, { generation: 2n });
    plane.said.contexts = [{ permission: 'atlas-runway', chainId: chain.chainId, context }];
    await raise(born, 2);
    const { ask } = golem.plane;
    // Its work is as far as this when the beat asks whether there is a newer lease.
    golem.plane = {
      ...golem.plane,
      ask: async (route, given) => {
        if (route === 'agentState') await adoptRunway(golem, context);
        return ask(route, given);
      },
    };

    expect(await pulse.beat()).toMatchObject({ ok: true, stop: null });
    expect(golem.runway?.context).toBe(context);
  });

  it('is no death either, when the owner replaced the grant and disabled the old one', async () => {
    const { golem, stage, plane, grant } = await newborn(chain);
    const pulse = new Heartbeat(golem, { intervalSeconds: 60, onStop: () => undefined });
    const gas = await stage.grant({ type: 'native-token-periodic' });
    const contexts = await Promise.all([
      stage.lease(gas, golem.key.address, { budgetId: 2n, token: null }),
      stage.lease(await stage.grant(), golem.key.address, { generation: 2n }),
    ]);
    for (const context of contexts) {
      plane.said.contexts.push({ permission: 'new', chainId: chain.chainId, context });
    }
    const disable = { abi: managerAbi, functionName: 'disableDelegation', args: [grant] } as const;
    const data = encodeFunctionData(disable);
    await stage.send(stage.owner, { to: stage.link.manager, data });

    expect(await pulse.beat()).toMatchObject({ ok: true, stop: null });
    expect(golem.runway?.context).toBe(contexts[1]);
  });

  it('keeps the old key until the new one is leased, then moves the gas and zeroes it', async () => {
    const { golem, stage, plane, grant } = await newborn(chain);
    const old = golem.key;
    expect(await rotateStep(golem)).toEqual({ state: 'waiting' });
    const next = golem.pendingKey as SessionKey;
    expect(plane.heard.at(-1)?.body).toEqual({ sessionKey: next.address.toLowerCase() });
    expect(await rotateKey(golem, { timeoutMs: 100, pollMs: 60 })).toEqual({ state: 'waiting' });
    expect(golem.pendingKey).toBe(next);
    expect(golem.key).toBe(old);

    const context = await stage.lease(grant, next.address, { generation: 2n });
    plane.said.keys = [next.address.toLowerCase()];
    plane.said.contexts = [{ permission: 'atlas-runway', chainId: chain.chainId, context }];
    expect(await rotateStep(golem)).toEqual({ state: 'done', orphans: [] });

    expect(golem.key).toBe(next);
    expect(old.destroyed).toBe(true);
    expect(golem.pendingKey).toBeNull();
    expect(await stage.link.client.getBalance({ address: next.address })).toBeGreaterThan(0n);
    const runway = golem.runway;
    if (!runway) throw new Error('no runway');
    const paid = await redeem(stage.link, golem.sender, runway, { payee: PAYEE, amount: USDC });
    expect(paid).toMatchObject({ ok: true });
  });

  it('does not destroy the old key while its gas has not moved', async () => {
    const { golem, stage, plane, grant } = await newborn(chain);
    await rotateStep(golem);
    const old = golem.key;
    const next = golem.pendingKey as SessionKey;
    const context = await stage.lease(grant, next.address, { generation: 2n });
    plane.said.keys = [old, next].map(({ address }) => address.toLowerCase());
    plane.said.contexts = [{ permission: 'atlas-runway', chainId: chain.chainId, context }];
    const { send } = golem.sender;
    golem.sender.send = () => Promise.reject(new Error('the node is gone'));

    expect(await rotateStep(golem)).toEqual({
      state: 'failed',
      reason: 'the gas has not moved yet: the node is gone',
    });
    expect(old.destroyed).toBe(false);
    expect(golem.key).toBe(old);
    expect(golem.runway?.redeemer.toLowerCase()).toBe(old.address.toLowerCase());

    golem.sender.send = send;
    expect(await rotateStep(golem)).toMatchObject({ state: 'done' });
    expect(old.destroyed).toBe(true);
    expect(await stage.link.client.getBalance({ address: next.address })).toBeGreaterThan(0n);
  });

  it('does not switch to a lease that is not the owner’s', async () => {
    const { golem, stage, plane, grant, events } = await newborn(chain);
    await rotateStep(golem);
    const next = golem.pendingKey as SessionKey;
    const forged = await stage.lease({ ...grant, salt: 1n }, next.address);
    plane.said.keys = [next.address.toLowerCase()];
    plane.said.contexts = [{ permission: 'x', chainId: chain.chainId, context: forged }];
    const old = golem.key;

    expect(await rotateStep(golem)).toMatchObject({ state: 'failed' });
    await new Heartbeat(golem, { intervalSeconds: 60, onStop: () => undefined }).beat();
    const reason = expect.stringMatching(/^rotation: the new lease is not good/);
    expect(events).toContainEqual({ name: 'work:failed', payload: { golem: golem.id, reason } });
    expect(golem.key).toBe(old);
    expect(old.destroyed).toBe(false);
  });
});

describe('a death', () => {
  const phaseOnChain = async ({ stage }: Newborn) => {
    const [, phase] = await stage.link.client.readContract({
      address: BARDO.vitalityOracle,
      abi: vitalityOracleAbi,
      functionName: 'getPhase',
      args: [stage.guardian.address, golemIdOf(stage.golem)],
    });
    return phase;
  };

  it('goes in order and leaves nothing that could spend', async () => {
    const born = await newborn(chain);
    const { golem, stage, plane, events } = born;
    const { spawned } = await spawn(born);
    if (!spawned.ok) throw new Error(spawned.reason);
    const before = await stage.link.client.getBalance({ address: stage.owner.address });

    const death = await die(golem, { reason: 'terminal' });

    expect(death).toMatchObject({ dead: true });
    expect(death.steps.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual(
      DEATH_STEPS.map((step) => `${step} done`),
    );
    expect(await phaseOnChain(born)).toBe(4);
    expect(await isDisabled(stage.link, hashDelegation(spawned.child.link))).toBe(true);
    const after = await stage.link.client.getBalance({ address: stage.owner.address });
    expect(after).toBeGreaterThan(before);
    expect(plane.heard.slice(-2).map(({ route }) => route)).toEqual(['end', 'heartbeat']);
    expect(golem.key.destroyed).toBe(true);
    expect(events.at(-2)).toMatchObject({ name: 'key:revoked', payload: { cause: 'terminal' } });
    expect(await die(golem, { reason: 'again' })).toMatchObject({ dead: true, steps: [] });
  });

  it('takes home the gas of a next key that never got its turn', async () => {
    const { golem, stage } = await newborn(chain);
    await rotateStep(golem);
    const next = golem.pendingKey as SessionKey;
    await stage.fund(next.address, '0.1');

    expect(await die(golem, { reason: 'terminal' })).toMatchObject({ dead: true });

    const rest = await stage.link.client.getBalance({ address: next.address });
    expect(rest).toBeLessThan(10n ** 15n);
    expect(next.destroyed).toBe(true);
  });

  it('is taken up again where the node went away, and does nothing twice', async () => {
    const born = await newborn(chain);
    const { golem, stage } = born;
    await spawn(born);
    const { send } = golem.sender;
    let calls = 0;
    golem.sender.send = (call) => {
      calls += 1;
      return calls === 2 ? Promise.reject(new Error('the node is gone')) : send(call);
    };

    const first = await die(golem, { reason: 'terminal' });
    expect(first).toMatchObject({ dead: false, at: 'disable', reason: 'the node is gone' });
    expect(golem.key.destroyed).toBe(false);
    expect(await phaseOnChain(born)).toBe(4);
    const nonce = await stage.link.client.getTransactionCount({ address: golem.key.address });

    const second = await die(golem, { reason: 'terminal' });
    expect(second.steps[0]).toMatchObject({ step: 'report', outcome: 'skipped' });
    expect(second).toMatchObject({ dead: true });
    const sent = await stage.link.client.getTransactionCount({ address: golem.key.address });
    expect(sent - nonce).toBe(2);
  });

  it('comes even without plane, gas or a record: the key is zeroed all the same', async () => {
    const { golem, stage, plane, grant } = await newborn(chain);
    plane.said.mode = 'down';
    await stage.fund(golem.key.address, '0');
    const data = encodeFunctionData({
      abi: managerAbi,
      functionName: 'disableDelegation',
      args: [grant],
    });
    await stage.send(stage.owner, { to: stage.link.manager, data });

    const death = await die(golem, { reason: 'terminal', attempts: 1 });

    expect(death).toMatchObject({ dead: true, ending: null });
    const outcomes = Object.fromEntries(death.steps.map(({ step, outcome }) => [step, outcome]));
    expect(outcomes).toEqual({
      report: 'refused',
      disable: 'skipped',
      sweep: 'skipped',
      ending: 'refused',
      heartbeat: 'refused',
      zero: 'done',
    });
    expect(golem.key.destroyed).toBe(true);
  });
});
