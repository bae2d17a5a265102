// The walk of a heal: Snap, control plane, relay and the real oracle.
import { describe, expect, it } from 'vitest';
import { type HealEnv, heal } from '../../../site/grant/heal';
import { healWords } from '../../../site/grant/heal.words';
import { runSteps } from '../../../site/grant/run-steps';
import { walletWords } from '../../../site/wallet/wallet.words';
import { healingOf } from '../../../src/core/runway/heal';
import { decline, guardianHeals, phaseOnChain } from '../healing';
import { chain, fresh, golem, house, owner, stage } from './granting';

/** Leased, and declining by its own word on chain. */
async function declined() {
  await runSteps(fresh({ gasPulls: 0 }), stage.house);
  await house.round();
  await decline(stage);
  await house.round();
  const { golem: known, permissions } = await golem();
  const healing = healingOf(known, permissions, house.plane.now());
  if (!healing) throw new Error('nothing to heal');
  return {
    ask: {
      ...{ golem: stage.golem, name: 'Atlas', owner: owner() },
      chainId: chain.chainId,
      healing,
    },
    left: permissions[0]?.left,
  };
}

const env = (over: Partial<HealEnv> = {}): HealEnv => ({
  ...stage.house,
  pollMs: 50,
  patienceMs: 5000,
  ...over,
});

/** The relay works while the page waits. */
async function withRelay<T>(work: Promise<T>): Promise<T> {
  let over = false;
  const settled = work.finally(() => {
    over = true;
  });
  settled.catch(() => undefined);
  while (!over) await house.round();
  return settled;
}

describe('a heal', () => {
  it('ends with what the chain shows, and the cap is whole again', async () => {
    const { ask, left } = await declined();
    const { asked } = guardianHeals(stage);
    expect(left).toBe('1000000');

    const words = await withRelay(heal(ask, env()));

    expect(asked).toMatchObject([{ act: 'heal', phase: 1, score: 6000, golem: stage.golem }]);
    expect(words).toMatch(
      /^Atlas is stable again: your wallet read it from the chain at block \d+/,
    );
    expect(await phaseOnChain(stage)).toBe(1);
    await house.round();
    const { golem: known, permissions } = await golem();
    expect(known).toMatchObject({ phase: 'stable', vitality: 60 });
    expect(permissions[0]?.left).toBe('10000000');
    expect(healingOf(known, permissions, house.plane.now())).toBeNull();
  });

  it.each([
    ['says no', { approved: false }, healWords.refused],
    ['is told why Bardo will not', { approved: false, reason: 'Refused: x.' }, 'Refused: x.'],
    ['gets nonsense', { approved: true }, walletWords.healUnread],
  ])('leaves everything as it was where its owner %s', async (_, answer, words) => {
    const { ask } = await declined();
    guardianHeals(stage, answer);
    stage.wallet.asked.length = 0;

    await expect(heal(ask, env())).rejects.toThrow(words);

    expect(stage.wallet.asked).not.toContain('eth_sendTransaction');
    expect(await phaseOnChain(stage)).toBe(3);
    expect((await golem()).orders.some(({ act }) => act === 'heal')).toBe(false);
  });

  it('takes no other order for the one it asked for', async () => {
    const { ask } = await declined();
    guardianHeals(stage);
    const snap = stage.wallet.script.wallet_invokeSnap as (call: unknown) => Promise<object>;
    stage.wallet.script.wallet_invokeSnap = (async (call: unknown) => {
      const said = (await snap(call)) as { order?: object };
      return said.order ? { ...said, order: { ...said.order, phase: 0 } } : said;
    }) as never;

    await expect(heal(ask, env())).rejects.toThrow(walletWords.healUnread);
    expect(await phaseOnChain(stage)).toBe(3);
  });

  it('is sent by its owner where the relay does not pay', async () => {
    const { ask } = await declined();
    guardianHeals(stage);
    const { plane } = stage.house;
    const unpaid = { kind: 'refused', code: 'not_relayed', words: 'not relayed' } as const;
    const stingy: typeof plane = {
      ask: (name, asking) =>
        name === 'oracle'
          ? Promise.resolve({ ok: false, failure: unpaid } as never)
          : plane.ask(name, asking),
    };

    const words = await heal(ask, env({ plane: stingy }));

    expect(words).toContain('your wallet read it from the chain');
    expect(stage.wallet.asked).toContain('eth_sendTransaction');
    expect(await phaseOnChain(stage)).toBe(1);
  });

  it('says that the order waits where the relay is slow, and why one failed', async () => {
    const { ask } = await declined();
    guardianHeals(stage);
    const { plane } = stage.house;
    const relaying = (state: 'queued' | 'failed', reason: string | null): typeof plane => ({
      ask: (name, asking) =>
        name === 'oracle' || name === 'relay'
          ? (Promise.resolve({
              ok: true,
              value: { id: 'r-1', state, transaction: null, reason },
            }) as never)
          : plane.ask(name, asking),
    });

    await expect(
      heal(ask, env({ plane: relaying('queued', null), patienceMs: 100 })),
    ).rejects.toThrow(healWords.late);
    await expect(heal(ask, env({ plane: relaying('failed', 'no gas') }))).rejects.toThrow(
      healWords.failed('no gas'),
    );
    expect(await phaseOnChain(stage)).toBe(3);
  });
});
