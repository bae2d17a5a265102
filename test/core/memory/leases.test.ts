import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import {
  dueOrders,
  leasedHere,
  type Order,
  withDelivered,
  withLease,
  withOrders,
  withShown,
} from '../../../src/core/memory/leases';
import { emptyState } from '../../../src/core/memory/state';
import { BASE, GUARDIAN, NOW } from '../../vectors/builders';
import { aContext } from '../../vectors/ledger';

const aLease = (context: Hex, golem = 'atlas') => ({
  ...{ golem, chainId: BASE, context, signedAt: NOW, by: 'signed' as const },
});

const anOrder = (mark: string, golem = 'atlas'): Order => ({
  golem,
  kind: 'stop',
  chainId: BASE,
  body: {
    ...{ golem, chainId: BASE, guardian: GUARDIAN, issuedAt: NOW, reason: 'ended by the owner' },
    signature: `0x${mark}`,
  },
  at: NOW,
  deliveredAt: null,
});

describe('Remembered leases', () => {
  it('are the newest eight of a Golem, each once, the newest last', () => {
    let state = withLease(emptyState(), aLease('0xff', 'boreas'));
    for (let index = 0; index < 12; index += 1) state = withLease(state, aLease(`0x${index}`));
    state = withLease(state, aLease('0x11'));

    expect(state.leases.map(({ context }) => context)).toEqual([
      ...['0xff', '0x4', '0x5', '0x6', '0x7', '0x8', '0x9', '0x10', '0x11'],
    ]);
  });
});

describe('Shown bytes', () => {
  const shown = (n: number, golem = 'atlas') => ({
    ...aLease(`0x${n}`, golem),
    by: 'shown' as const,
  });

  it('stand before our own, and push none of them out, in any number and of any size', () => {
    let state = withLease(emptyState(), aLease('0xfe'));
    for (let n = 0; n < 900; n += 1) state = withShown(state, [shown(n, `g-${n % 300}`)]);
    const large = { ...shown(0), context: `0x${'0'.repeat(5_000_000)}` as const };
    state = withShown(state, [large]);

    expect(state.leases.length).toBeLessThanOrEqual(2000);
    expect(state.leases.at(-1)?.context).toBe('0xfe');
    expect(JSON.stringify(state.leases).length).toBeLessThan(4_500_000);
  });

  it('become our own when our key has proven them', () => {
    const state = withShown(emptyState(), [shown(1)]);
    const proven = withLease(state, { ...shown(1), by: 'restored' as const });

    expect([...leasedHere(state)]).toEqual([]);
    expect([...leasedHere(proven)]).toEqual(['atlas']);
    expect(proven.leases).toHaveLength(1);
  });
});

describe('An old lease that is restored late', () => {
  it('replaces no newer one', () => {
    const at = (generation: bigint) => aLease(aContext({ generation }));
    let state = emptyState();
    for (let n = 20n; n > 0n; n -= 1n) state = withLease(state, at(n));

    expect(state.leases).toHaveLength(8);
    expect(state.leases.at(-1)?.context).toBe(aContext({ generation: 20n }));
  });
});

describe('Signed orders', () => {
  it('stay due until they are taken, and are kept once', () => {
    const orders = [anOrder('aa'), anOrder('bb')];
    const state = withOrders(withOrders(emptyState(), orders), [anOrder('bb')]);
    const after = withDelivered(state, [anOrder('aa')], NOW);

    expect(state.orders).toHaveLength(2);
    expect(dueOrders(after, NOW, 4).map(({ body }) => body.signature)).toEqual(['0xbb']);
  });

  it('take turns, so that one nobody takes keeps no other waiting', () => {
    const orders = ['aa', 'bb', 'cc'].map((mark) => anOrder(mark));
    const state = withOrders(emptyState(), orders);
    const first = [0, 60, 120].map((later) => dueOrders(state, NOW + later, 1)[0]?.body.signature);

    expect(new Set(first).size).toBe(3);
  });
});
