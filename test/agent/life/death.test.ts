// Replicants and death on the real chain, with every step asked back from it.
import { encodeFunctionData } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { managerAbi } from '../../../src/agent/chain/framework';
import type { SessionKey } from '../../../src/agent/key/session-key';
import { DEATH_STEPS, die } from '../../../src/agent/life/death';
import { createGolem } from '../../../src/agent/life/golem';
import { endReplicant } from '../../../src/agent/life/replicant';
import { rotateStep } from '../../../src/agent/life/rotation';
import { plainSender } from '../../../src/agent/payments/sender';
import { redeem } from '../../../src/agent/runway/redeem';
import { readRunway } from '../../../src/agent/runway/runway';
import { isDisabled, readRunwayState } from '../../../src/agent/runway/runway-state';
import { memoryStore } from '../../../src/agent/store/store';
import { vitalityOracleAbi } from '../../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import { hashDelegation } from '../../../src/core/delegations/delegation';
import type { RequestOf } from '../../../src/core/protocol/api';
import { endingSigner } from '../../../src/core/protocol/last-words';
import { golemIdOf } from '../../../src/core/protocol/messages';
import { type Newborn, newborn, spawn } from '../newborn';
import { PAYEE, USDC } from '../stage';

let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain?.stop());

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
    expect(events.at(-3)).toMatchObject({ name: 'key:revoked', payload: { cause: 'terminal' } });
    expect(events.at(-1)).toMatchObject({
      name: 'death:completed',
      payload: { payments: 0, spent: '0', permissionsEnded: 2, gasHome: `${after - before}` },
    });
    expect(await die(golem, { reason: 'again' })).toMatchObject({ dead: true, steps: [] });
  });

  it('leaves last words that its key signed, and says which transactions sent its gas home', async () => {
    const { golem, stage, plane } = await newborn(chain);
    const key = golem.key.address.toLowerCase();
    const reason = `terminal: it was\nenough ${'😀'.repeat(300)}`;

    expect(await die(golem, { reason, knowledgeRecord: 'grimoire-7' })).toMatchObject({
      dead: true,
    });

    const said = plane.heard.find(({ route }) => route === 'end')?.body as RequestOf<'end'>;
    const { at = 0, sweeps: [sweep] = [] } = said;
    const whose = { owner: golem.owner, golem: golem.id, chainId: chain.chainId };
    expect(endingSigner(whose, { ...said, at })).toBe(key);
    expect([...said.reason]).toHaveLength(280);
    expect(said).toMatchObject({ knowledgeRecord: 'grimoire-7' });
    const paid = await stage.link.client.getTransaction({ hash: sweep ?? '0x' });
    expect(paid.from.toLowerCase()).toBe(key);
    expect(paid.to?.toLowerCase()).toBe(stage.owner.address.toLowerCase());
  });

  it('says the words that it began with, when another process finishes it', async () => {
    const store = memoryStore();
    const { golem, stage, plane } = await newborn(chain, {}, store);
    golem.sender.send = () => Promise.reject(new Error('killed'));
    const begun = { reason: 'out_of_funds: all is paid', knowledgeRecord: 'grimoire-7' };
    expect(await die(golem, begun)).toMatchObject({ dead: false });

    const { id, name, owner, key, runway, vitals } = golem;
    const kept = { id, name, owner, key, vitals, plane: golem.plane, store: { ...store } };
    const next = createGolem({ ...kept, chain: stage.link });
    next.runway = runway;
    expect(await die(next, { reason: 'stopped by itself' })).toMatchObject({ dead: true });

    const said = plane.heard.find(({ route }) => route === 'end')?.body;
    expect(said).toMatchObject(begun);
  });

  it('refuses a record that nobody could name, before anything has ended', async () => {
    const { golem, plane } = await newborn(chain);

    await expect(
      die(golem, { reason: 'terminal', knowledgeRecord: 'https://evil.example' }),
    ).rejects.toThrow('knowledgeRecord');

    expect(golem.key.destroyed).toBe(false);
    expect(plane.heard).toEqual([]);
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
