// A new key for an old one on the real chain: whatever fails on the way leaves a Golem that can still act.

import { encodeFunctionData } from 'viem';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { signEndOrder } from '../../../site/world/people/end-order';
import { managerAbi } from '../../../src/agent/chain/framework';
import type { SessionKey } from '../../../src/agent/key/session-key';
import { adoptRunway } from '../../../src/agent/life/adoption';
import { createGolem } from '../../../src/agent/life/golem';
import { Heartbeat } from '../../../src/agent/life/heartbeat-loop';
import { connectPlane } from '../../../src/agent/life/plane';
import { rotateKey, rotateStep } from '../../../src/agent/life/rotation';
import { plainSender } from '../../../src/agent/payments/sender';
import { redeem } from '../../../src/agent/runway/redeem';
import { createEvents } from '../../../src/agent/store/events';
import { memoryStore } from '../../../src/agent/store/store';
import { golemPolicyEnforcerAbi } from '../../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import { type Newborn, newborn, spawn } from '../newborn';
import { PAYEE, USDC } from '../stage';

let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain?.stop());

describe('a rotation', () => {
  /** The guardian ends every lease below this generation at once. */
  async function raise({ stage }: Newborn, generation: number): Promise<void> {
    const { manager, guardian, budgetId, signature } = await signEndOrder(stage.guardian, {
      generation,
    });
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
    expect(await pulse.beat()).toMatchObject({ ok: false });
    await chain.cheat('anvil_mine', ['0x3']);
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

  describe('after which the blocks of the old key’s payment and of its gas were dropped', () => {
    const RENT = { payee: PAYEE, amount: USDC };

    /** Blocks come when the test says so. */
    async function aDroppedRent(born: Newborn) {
      const { golem, stage, plane, grant, events } = born;
      await rotateStep(golem);
      const next = golem.pendingKey as SessionKey;
      const context = await stage.lease(grant, next.address, { generation: 2n });
      plane.said.keys = [next.address.toLowerCase()];
      plane.said.contexts = [{ permission: 'atlas-runway', chainId: chain.chainId, context }];
      const pay = (waitMs: number) => {
        const sender = plainSender(stage.link, golem.key, waitMs, golem.journal);
        return redeem(stage.link, sender, golem.runway as never, RENT, { key: 'rent' });
      };
      const before = await stage.usdcOf(PAYEE);
      expect(await pay(60_000)).toMatchObject({ ok: true, earlier: false });
      expect(await rotateStep(golem)).toMatchObject({ state: 'done' });
      await chain.cheat('evm_setAutomine', [false]);
      await chain.cheat('anvil_reorg', [2, []]);
      const paid = async () => (await stage.usdcOf(PAYEE)) - before;
      expect(await paid()).toBe(0n);
      const told = () =>
        events.map(({ name }) => name).filter((name) => name.startsWith('payment:'));
      return { pay, paid, told };
    }
    afterEach(() => chain.cheat('evm_setAutomine', [true]));

    it('is looked after by the beats of the new key', async () => {
      const born = await newborn(chain);
      const { paid, told } = await aDroppedRent(born);
      const pulse = new Heartbeat(born.golem, { intervalSeconds: 60, onStop: () => undefined });

      await pulse.beat();
      expect(told()).toEqual(['payment:dropped']);
      await chain.cheat('evm_mine', []);
      expect(await paid()).toBe(USDC);
      await pulse.beat();

      expect(told()).toEqual(['payment:dropped', 'payment:remade']);
      expect(await paid()).toBe(USDC);
    });

    it('is looked after in a process that was started after the rotation, too', async () => {
      const store = memoryStore();
      const born = await newborn(chain, {}, store);
      const { golem, plane } = born;
      const { paid } = await aDroppedRent(born);
      // What another process would read: the same records, and nothing of the memory of this one.
      const { id, name, owner, vitals, now, sequence, key } = golem;
      const told: string[] = [];
      const events = createEvents();
      events.onAny((event) => told.push(event.name));
      const later = createGolem({
        ...{ id, name, owner, vitals, now, sequence, key, events },
        chain: golem.chain,
        plane: connectPlane({ url: plane.url, deadlineMs: 20_000 }),
        store: { ...store },
      });
      expect(await adoptRunway(later, golem.runway?.context as never)).toBeNull();
      const pulse = new Heartbeat(later, { intervalSeconds: 60, onStop: () => undefined });

      await pulse.beat();
      await chain.cheat('evm_mine', []);
      await pulse.beat();

      expect(await paid()).toBe(USDC);
      expect(told.filter((name) => name.startsWith('payment:'))).toEqual([
        'payment:dropped',
        'payment:remade',
      ]);
    });

    it('is not looked after by another Golem of the same store', async () => {
      const store = memoryStore();
      const born = await newborn(chain, {}, store);
      const { paid, told } = await aDroppedRent(born);
      const { name, owner, vitals, now, sequence, plane } = born.golem;
      const sibling = createGolem({
        ...{ id: 'sibling', name, owner, vitals, now, sequence, plane, store },
        chain: born.golem.chain,
      });

      expect(await sibling.journal.formerKeys('sibling', sibling.key.address)).toEqual([]);
      await sibling.sender.tend?.([]);
      await chain.cheat('evm_mine', []);

      expect(told()).toEqual([]);
      expect(await paid()).toBe(0n);
    });

    it('is not told as paid by the new key before it is again', async () => {
      const { pay, paid } = await aDroppedRent(await newborn(chain));

      expect(await pay(300)).toMatchObject({ ok: false, code: 'unconfirmed', earlier: true });
      await chain.cheat('evm_mine', []);

      expect(await pay(60_000)).toMatchObject({ ok: true, earlier: true });
      expect(await paid()).toBe(USDC);
    });
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
