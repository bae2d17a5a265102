// The guardian's own memory within the state: leases that are out, and orders on their way.
import type { State } from './state';

export type LeaseRecord = State['leases'][number];
export type Order = State['orders'][number];

/** Of one Golem and chain, the newest are enough: a newer lease ends the older ones. */
const MOST_PER_GOLEM = 8;
const MOST = 2000;

/** The newest last. The same context is kept once. */
export function withLease(state: State, lease: LeaseRecord): State {
  const same = ({ golem, chainId }: LeaseRecord) =>
    golem === lease.golem && chainId === lease.chainId;
  const kept = state.leases.filter(({ context }) => context !== lease.context);
  const own = kept.filter(same).slice(-(MOST_PER_GOLEM - 1));
  const others = kept.filter((one) => !same(one));
  return { ...state, leases: [...others, ...own, lease].slice(-MOST) };
}

/** Orders a heartbeat hands on again: a few at a time, taking turns, so that none keeps others waiting. */
export function dueOrders({ orders }: State, now: number, most: number): Order[] {
  const open = orders.filter(({ deliveredAt }) => deliveredAt === null);
  const start = open.length === 0 ? 0 : Math.floor(now / 60) % open.length;
  return [...open.slice(start), ...open.slice(0, start)].slice(0, most);
}

/** The same order signed again is the same bytes: it is handed over once more, and kept once. */
export function withOrders(state: State, orders: readonly Order[]): State {
  const fresh = new Set(orders.map(({ body }) => body.signature));
  const others = state.orders.filter(({ body }) => !fresh.has(body.signature));
  return { ...state, orders: [...others, ...orders].slice(-MOST) };
}

export function withDelivered(state: State, delivered: readonly Order[], now: number): State {
  if (delivered.length === 0) return state;
  const signatures = new Set(delivered.map(({ body }) => body.signature));
  const orders = state.orders.map((order) =>
    signatures.has(order.body.signature) ? { ...order, deliveredAt: now } : order,
  );
  return { ...state, orders };
}
