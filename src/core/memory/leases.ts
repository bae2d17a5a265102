// The guardian's own memory within the state: leases that are out, bytes that were shown, orders on their way. A
// control plane can show any number of signed bytes and list any number of old leases; none of it displaces what this
// Snap signed itself.
import { readLease } from '../runway/lease-memory';
import type { LeaseRecord, State } from './state';

export type Order = State['orders'][number];

/** Of one Golem, chain and budget, the newest are enough: a newer lease ends the older ones. */
const MAX_PER_BUDGET = 8;
const MAX_OWN = 1500;
const MAX_SHOWN = 500;
const MAX_SHOWN_PER_GOLEM = 6;
/** Characters of all shown bytes together: they are read and written with every check. */
const MAX_SHOWN_TEXT = 4_000_000;
const MAX_ORDERS = 2000;

/** Only our own key can have made it. */
export function isOwn({ by }: LeaseRecord): boolean {
  return by !== 'shown';
}

/** Golems with a lease of this Snap. */
export function leasedHere({ leases }: Pick<State, 'leases'>): ReadonlySet<string> {
  return new Set(leases.filter(isOwn).map(({ golem }) => golem));
}

/** The newest last. The same context is kept once. */
export function withLease(state: State, lease: LeaseRecord): State {
  const kept = state.leases.filter(({ context }) => context !== lease.context);
  const own = kept.filter(isOwn);
  const rivals = new Set(own.filter((one) => isOfBudget(one, lease)));
  // By generation and not by arrival: an old lease that is restored late replaces no newer one.
  const newest = [...rivals, lease]
    .map((one) => ({ one, generation: readLease(one)?.terms.generation ?? 0n }))
    .sort((a, b) => Number(a.generation - b.generation))
    .slice(-MAX_PER_BUDGET)
    .map(({ one }) => one);
  const others = own.filter((one) => !rivals.has(one));
  const ours = [...others, ...newest].slice(-MAX_OWN);
  return { ...state, leases: [...kept.filter((one) => !isOwn(one)), ...ours] };
}

function isOfBudget(one: LeaseRecord, { golem, chainId, ...lease }: LeaseRecord): boolean {
  if (one.golem !== golem || one.chainId !== chainId) return false;
  const id = (record: LeaseRecord) => {
    const read = readLease(record);
    return read && `${read.guardian} ${read.terms.budgetId}`;
  };
  return id(one) === id({ golem, chainId, ...lease });
}

/** Bytes the control plane showed, before those of our own: the newest of a Golem stands last. */
export function withShown(state: State, shown: readonly LeaseRecord[]): State {
  if (shown.length === 0) return state;
  const known = new Set(state.leases.map(({ context }) => context));
  const fresh = shown.filter(({ context }) => !known.has(context));
  const own = state.leases.filter(isOwn);
  const counts = new Map<string, number>();
  let room = MAX_SHOWN_TEXT;
  const kept = [...state.leases.filter((one) => !isOwn(one)), ...fresh]
    .reverse()
    .filter(({ golem, context }) => {
      const count = (counts.get(golem) ?? 0) + 1;
      counts.set(golem, count);
      room -= context.length;
      return count <= MAX_SHOWN_PER_GOLEM && room >= 0;
    })
    .slice(0, MAX_SHOWN)
    .reverse();
  return { ...state, leases: [...kept, ...own] };
}

/** Orders a check hands on again: a few at a time, taking turns, so that none keeps others waiting. */
export function dueOrders({ orders }: State, now: number, most: number): Order[] {
  const open = orders.filter(({ deliveredAt }) => deliveredAt === null);
  const start = open.length === 0 ? 0 : Math.floor(now / 60) % open.length;
  return [...open.slice(start), ...open.slice(0, start)].slice(0, most);
}

/** The same order signed again is the same bytes: it is handed over once more, and kept once. */
export function withOrders(state: State, orders: readonly Order[]): State {
  const fresh = new Set(orders.map(({ body }) => body.signature));
  const others = state.orders.filter(({ body }) => !fresh.has(body.signature));
  const all = [...others, ...orders];
  // Those that were taken go first: an order nobody took yet must not be forgotten.
  const gone = new Set(
    [...all]
      .sort((a, b) => Number(a.deliveredAt === null) - Number(b.deliveredAt === null))
      .slice(0, Math.max(0, all.length - MAX_ORDERS)),
  );
  return { ...state, orders: all.filter((order) => !gone.has(order)) };
}

export function withDelivered(state: State, delivered: readonly Order[], now: number): State {
  if (delivered.length === 0) return state;
  const signatures = new Set(delivered.map(({ body }) => body.signature));
  const orders = state.orders.map((order) =>
    signatures.has(order.body.signature) ? { ...order, deliveredAt: now } : order,
  );
  return { ...state, orders };
}
