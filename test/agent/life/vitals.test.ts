// Healed by its guardian on the real oracle: its own old word does not undo it, a new and worse one does.
import { encodeFunctionData } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chain, startChain } from '../../../site/world/chain/chain';
import { Heartbeat } from '../../../src/agent/life/heartbeat-loop';
import { feltNow, healedBy, isHealed } from '../../../src/agent/life/vitals';
import { readVitality } from '../../../src/agent/runway/runway-state';
import { createTools } from '../../../src/agent/tools/tools';
import { vitalityOracleAbi } from '../../../src/core/chain/bardo-abis.generated';
import { BARDO } from '../../../src/core/chain/bardo-addresses.generated';
import { golemIdOf } from '../../../src/core/protocol/messages';
import { type Newborn, newborn } from '../newborn';

let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain?.stop());

/** By the guardian's own transaction. The oracle's times are whole seconds: the heal is of a later one. */
async function heal({ stage }: Newborn): Promise<void> {
  await chain.cheat('evm_increaseTime', [1]);
  await stage.send(stage.guardian, {
    to: BARDO.vitalityOracle,
    data: encodeFunctionData({
      abi: vitalityOracleAbi,
      functionName: 'heal',
      args: [golemIdOf(stage.golem), 1, 6000],
    }),
  });
}

async function declined() {
  const born = await newborn(chain);
  const pulse = new Heartbeat(born.golem, { intervalSeconds: 300, onStop: () => undefined });
  Object.assign(born.vitals, { phase: 'declining', vitality: 1500 });
  await pulse.beat();
  expect(await onChain(born)).toBe('declining');
  return { born, pulse };
}

const onChain = async ({ stage }: Newborn) =>
  (await readVitality(stage.link, stage.guardian.address, golemIdOf(stage.golem))).phase;

describe('A Golem that was healed', () => {
  it('spends all of its cap again, though its runtime has not measured anew', async () => {
    const { born, pulse } = await declined();
    await heal(born);

    expect(await pulse.beat()).toMatchObject({ ok: true, phase: 'stable' });
    expect(await pulse.beat()).toMatchObject({ ok: true, phase: 'stable' });

    expect(await onChain(born)).toBe('stable');
    expect(born.events.filter(({ name }) => name === 'oracle:healed')).toEqual([
      { name: 'oracle:healed', payload: { golem: born.golem.id, phase: 'stable', vitality: 6000 } },
    ]);
    expect(born.plane.heard.at(-1)).toMatchObject({ body: { phase: 1, vitality: 6000 } });
    const tools = createTools({ golems: [born.golem] });
    const paid = await tools.metamask_redeem_runway({ golem_id: born.golem.id, amount_usdc: 4 });
    expect(paid).toMatchObject({ redeemed: '4', phase: 'stable' });
  });

  it('declines again at once when it measures worse than before', async () => {
    const { born, pulse } = await declined();
    await heal(born);
    await pulse.beat();

    born.vitals.vitality = 1400;
    expect(await pulse.beat()).toMatchObject({ phase: 'declining' });
    expect(await onChain(born)).toBe('declining');
  });

  it('goes by its own better word, as far as the oracle goes', async () => {
    const { born, pulse } = await declined();
    await heal(born);
    Object.assign(born.vitals, { phase: 'thriving', vitality: 9000 });

    expect(await pulse.beat()).toMatchObject({ phase: 'stable' });
    expect(born.plane.heard.at(-1)).toMatchObject({ body: { phase: 1, vitality: 9000 } });
  });

  it('dies all the same when its time has come', async () => {
    const { born, pulse } = await declined();
    await heal(born);
    await pulse.beat();
    born.vitals.phase = 'terminal';

    expect(await pulse.beat()).toMatchObject({ stop: { by: 'itself' } });
  });
});

describe('A heal', () => {
  const word = (phase: 'stable' | 'declining', reportedAt: number) => ({
    phase,
    score: 6000,
    reportedAt,
  });

  it('is a better word that is newer: a dropped block shows an older one', () => {
    expect(isHealed(word('declining', 5), word('stable', 6))).toBe(true);
    expect(isHealed(word('declining', 5), word('stable', 5))).toBe(false);
    expect(isHealed(word('declining', 5), word('stable', 4))).toBe(false);
    expect(isHealed(word('stable', 5), word('declining', 6))).toBe(false);
    expect(isHealed(null, word('stable', 6))).toBe(false);
  });

  it('holds an old measure back for a quarter of an hour, and no longer', () => {
    const before = { phase: 'declining', vitality: 1500 } as const;
    const healed = healedBy(word('stable', 6), before, 1000);

    expect(feltNow(before, healed, 1899)).toEqual({ phase: 'stable', vitality: 6000 });
    expect(feltNow(before, healed, 1900)).toEqual(before);
  });
});
