// The pulse: what it tells, whom it obeys, and how it lives through outages.

import { encodeFunctionData } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { Heartbeat } from '../../../src/agent/life/heartbeat-loop';
import { connectPlane } from '../../../src/agent/life/plane';
import { judgeStop, type StopProof } from '../../../src/agent/life/stop';
import { readRunwayState } from '../../../src/agent/runway/runway-state';
import { golemPolicyEnforcerAbi } from '../../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import type { HeartbeatBody } from '../../../src/core/protocol/agent-shapes';
import { stopTypedData } from '../../../src/core/protocol/messages';
import { type Newborn, newborn } from '../newborn';

let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain?.stop());

async function stopOrder({ golem, stage }: Newborn, signer: PrivateKeyAccount, over: object = {}) {
  const issuedAt = golem.now() + 1;
  const guardian = stage.guardian.address;
  const order = {
    golem: golem.id,
    chainId: chain.chainId,
    guardian,
    issuedAt,
    reason: 'enough',
    ...over,
  };
  const message = {
    golem: order.golem,
    guardian,
    issuedAt: BigInt(order.issuedAt),
    reason: order.reason,
  };
  const typed = stopTypedData(order.chainId, message);
  return { ...order, signature: await signer.signTypedData(typed) };
}

const beats = ({ plane }: Newborn) =>
  plane.heard.filter(({ route }) => route === 'heartbeat').map(({ body }) => body as HeartbeatBody);

describe('a heartbeat', () => {
  it('carries block, phase and a number that was saved before it was used', async () => {
    const born = await newborn(chain);
    const { golem, saved, stage } = born;
    const pulse = new Heartbeat(golem, { intervalSeconds: 300, onStop: () => undefined });

    expect(await pulse.beat()).toEqual({ ok: true, phase: 'thriving', stop: null });
    const [one, two] = await Promise.all([pulse.beat(), pulse.beat()]);

    expect(one).toBe(two);
    expect(saved).toEqual([1, 2]);
    expect(beats(born).map(({ sequence }) => sequence)).toEqual([1, 2]);
    const head = await stage.link.client.getBlock();
    expect(beats(born)[1]).toMatchObject({
      blockNumber: Number(head.number),
      blockHash: head.hash,
      phase: 0,
      guardian: stage.guardian.address.toLowerCase(),
      intervalSeconds: 300,
    });
  });

  it('reports a worse phase to the oracle once, and never a better one', async () => {
    const born = await newborn(chain);
    const { golem, vitals, events } = born;
    const pulse = new Heartbeat(golem, { intervalSeconds: 300, onStop: () => undefined });
    vitals.phase = 'conservation';
    await pulse.beat();
    await pulse.beat();
    vitals.phase = 'thriving';
    await pulse.beat();

    const reports = events.filter(({ name }) => name === 'oracle:reported');
    expect(reports).toHaveLength(1);
    const runway = golem.runway;
    const state = runway && (await readRunwayState(golem.chain, runway));
    expect(state?.vitality?.phase).toBe('conservation');
    // What the guardian has not healed is still told as it is.
    expect(beats(born).map(({ phase }) => phase)).toEqual([2, 2, 2]);
  });

  it('renews its word before the lease finds it too old', async () => {
    const born = await newborn(chain, { maxAge: 1n });
    await chain.cheat('evm_increaseTime', [2]);
    await chain.cheat('evm_mine', []);
    const pulse = new Heartbeat(born.golem, { intervalSeconds: 300, onStop: () => undefined });

    await pulse.beat();

    expect(born.events.map(({ name }) => name)).toContain('oracle:reported');
  });

  it('catches up with the plane when it lost its number', async () => {
    const born = await newborn(chain);
    born.plane.said.lastSequence = 41;
    const pulse = new Heartbeat(born.golem, { intervalSeconds: 300, onStop: () => undefined });

    expect(await pulse.beat()).toMatchObject({ ok: false });
    expect(await pulse.beat()).toMatchObject({ ok: true });
    expect(born.saved).toEqual([1, 42]);
  });

  it('does not let a lying plane use its numbers up', async () => {
    const born = await newborn(chain);
    const pulse = new Heartbeat(born.golem, { intervalSeconds: 300, onStop: () => undefined });
    born.plane.said.lastSequence = Number.MAX_SAFE_INTEGER;
    expect(await pulse.beat()).toMatchObject({ ok: false });

    born.plane.said.lastSequence = null;

    expect(await pulse.beat()).toMatchObject({ ok: true });
    expect(born.saved).toEqual([1, 2]);
  });
});

describe('the loop', () => {
  it('lives through a plane that is down, slow, huge or lying, and stops when told', async () => {
    const born = await newborn(chain);
    const { golem, plane, events } = born;
    golem.plane.ask = connectPlane({ url: plane.url, deadlineMs: 1000 }).ask;
    const pulse = new Heartbeat(golem, { intervalSeconds: 0.2, onStop: () => undefined });
    pulse.start();
    for (const mode of ['down', 'slow', 'huge', 'lying'] as const) {
      plane.said.mode = mode;
      const failures = () => events.filter(({ name }) => name === 'heartbeat:failed').length;
      const before = failures();
      await expect.poll(failures).toBeGreaterThan(before);
    }
    plane.said.mode = 'up';
    const count = beats(born).length;
    await expect.poll(() => beats(born).length).toBeGreaterThan(count + 1);

    await pulse.stop();
    const ended = beats(born).length;
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(beats(born)).toHaveLength(ended);
    const numbers = beats(born).map(({ sequence }) => sequence);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  });

  it('goes on beating while work takes long, and tells work that fails', async () => {
    const born = await newborn(chain);
    let started = 0;
    let finish: (error: Error) => void = () => undefined;
    const onBeat = () => {
      started += 1;
      return new Promise<void>((_, reject) => {
        finish = reject;
      });
    };
    const options = { intervalSeconds: 0.1, onStop: () => undefined, onBeat };
    const pulse = new Heartbeat(born.golem, options);
    pulse.start();
    await expect.poll(() => beats(born).length).toBeGreaterThan(2);
    expect(started).toBe(1);

    finish(new Error('no idea'));
    await expect.poll(() => started).toBe(2);
    await pulse.stop();
    const failed = born.events.find(({ name }) => name === 'work:failed');
    expect(failed?.payload).toEqual({ golem: born.golem.id, reason: 'no idea' });
  });

  it('ends when the chain shows the end, whatever the plane says', async () => {
    const { golem, stage, plane } = await newborn(chain);
    plane.said.mode = 'down';
    const proofs: StopProof[] = [];
    const pulse = new Heartbeat(golem, {
      intervalSeconds: 0.2,
      onStop: (proof) => void proofs.push(proof),
    });
    const data = encodeFunctionData({ abi: golemPolicyEnforcerAbi, functionName: 'endAllLeases' });
    await stage.send(stage.owner, { to: BARDO.golemPolicyEnforcer, data });

    pulse.start();

    const later = async () => {
      await chain.cheat('evm_mine', []);
      return proofs;
    };
    await expect.poll(later).toEqual([{ by: 'chain', cause: 'epoch' }]);
    await pulse.stop();
  });

  it('obeys its guardian and nobody who only pretends', async () => {
    const born = await newborn(chain);
    const { golem, plane, stage, events } = born;
    const proofs: StopProof[] = [];
    plane.said.stop = await stopOrder(born, privateKeyToAccount(generatePrivateKey()));
    const pulse = new Heartbeat(golem, {
      intervalSeconds: 0.2,
      onStop: (proof) => void proofs.push(proof),
    });
    pulse.start();
    const refusals = () => events.filter(({ name }) => name === 'stop:refused').length;
    await expect.poll(refusals).toBeGreaterThan(1);
    expect(proofs).toEqual([]);

    plane.said.stop = await stopOrder(born, stage.guardian);
    await expect.poll(() => proofs).toEqual([{ by: 'guardian', reason: 'enough' }]);
    await pulse.stop();
    expect(events.map(({ name }) => name)).toContain('stop:obeyed');
  });
});

it('a stop counts from guardian or owner, for this Golem, on this chain, after this key', async () => {
  const born = await newborn(chain);
  const { golem, stage } = born;
  const judged = async (signer: PrivateKeyAccount, over: object = {}, after: object = {}) => {
    const judgement = await judgeStop(golem, {
      ...(await stopOrder(born, signer, over)),
      ...after,
    });
    return judgement.obey ? judgement.proof.by : judgement.reason;
  };

  expect(await judged(stage.owner)).toBe('owner');
  expect(await judged(stage.guardian)).toBe('guardian');
  expect(await judged(stage.guardian, { golem: 'echo' })).toBe('it is for another Golem');
  expect(await judged(stage.guardian, { chainId: 1 })).toBe('it is for another chain');
  const before = { issuedAt: golem.key.createdAt - 1 };
  expect(await judged(stage.guardian, before)).toBe('it is older than this key');
  const nobody = 'neither the guardian nor the owner signed it';
  expect(await judged(stage.guardian, {}, { reason: 'changed' })).toBe(nobody);
  expect(await judged(stage.guardian, {}, { signature: '0x1234' })).toBe(nobody);
  const foreign = { guardian: stage.owner.address };
  expect(await judged(stage.owner, {}, foreign)).toBe('it names another guardian');
});
