import { describe, expect, it } from 'vitest';
import {
  dueOrders,
  type Order,
  withDelivered,
  withLease,
  withOrders,
} from '../../../src/core/memory/leases';
import { emptyState } from '../../../src/core/memory/state';
import { BASE, GUARDIAN, NOW } from '../../vectors/builders';

const aLease = (context: string, golem = 'atlas') => ({
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
    let state = withLease(emptyState(), aLease('other', 'boreas'));
    for (let index = 0; index < 12; index += 1) state = withLease(state, aLease(`${index}`));
    state = withLease(state, aLease('11'));

    expect(state.leases.map(({ context }) => context)).toEqual([
      ...['other', '4', '5', '6', '7', '8', '9', '10', '11'],
    ]);
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
