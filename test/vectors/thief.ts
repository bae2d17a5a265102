// A thief who really spends: the counters of the enforcers written down from their Solidity, moved hour
// by hour. It shares nothing with `core/delegations/drain.ts`, whose figures it must not exceed.
import type { Meter, Payment } from '../../src/core/delegations/meter';

const HOUR = 3600;

export type Counter = {
  /** Base units that a payment at `at` may take. */
  available: (at: number) => bigint;
  charge: (at: number, amount: bigint) => void;
  payments: Payment[];
};

export type Way = { opensAt: number; endsAt: number; counters: readonly Counter[] };

export function counterOf(meter: Omit<Meter, 'paid'>): Counter {
  const { shape } = meter;
  switch (shape.kind) {
    case 'period':
      return periodCounter(meter, shape.every);
    case 'rolling':
      return rollingCounter(meter, shape.unit);
    case 'stream':
      return totalCounter(meter, (at) => {
        return smaller(meter.cap, shape.initial + shape.perSecond * BigInt(at - meter.startAt));
      });
    case 'total':
      return totalCounter(meter, () => meter.cap);
  }
}

/** ERC20PeriodTransferEnforcer: the number of the last period and what was transferred in it. */
function periodCounter({ cap, startAt }: Omit<Meter, 'paid'>, every: number): Counter {
  let last = 0;
  let transferred = 0n;
  const periodAt = (at: number) => Math.floor((at - startAt) / every) + 1;
  return withPayments({
    available: (at) => {
      if (at < startAt) return 0n;
      return cap - (periodAt(at) === last ? transferred : 0n);
    },
    charge: (at, amount) => {
      transferred = periodAt(at) === last ? transferred + amount : amount;
      last = periodAt(at);
    },
  });
}

/** RollingWindow.sol: seven lanes of 4 hours, newest first. */
function rollingCounter({ cap }: Omit<Meter, 'paid'>, unit: bigint): Counter {
  let lanes: bigint[] = Array(7).fill(0n);
  let index = 0;
  const advance = (at: number) => {
    const now = Math.floor(at / (4 * HOUR));
    for (; index < now; index += 1) {
      if (now - index > 7) index = now - 7;
      lanes = [0n, ...lanes.slice(0, 6)];
    }
  };
  return withPayments({
    available: (at) => {
      advance(at);
      const spent = lanes.reduce((sum, lane) => sum + lane, 0n);
      return spent < cap / unit ? (cap / unit - spent) * unit : 0n;
    },
    charge: (at, amount) => {
      advance(at);
      lanes[0] = (lanes[0] ?? 0n) + (amount + unit - 1n) / unit;
    },
  });
}

function totalCounter({ startAt }: Omit<Meter, 'paid'>, unlocked: (at: number) => bigint): Counter {
  let spent = 0n;
  return withPayments({
    available: (at) => {
      const left = at < startAt ? 0n : unlocked(at) - spent;
      return left > 0n ? left : 0n;
    },
    charge: (_, amount) => {
      spent += amount;
    },
  });
}

function withPayments({ available, charge }: Omit<Counter, 'payments'>): Counter {
  const payments: Payment[] = [];
  return {
    available,
    payments,
    charge: (at, amount) => {
      if (amount === 0n) return;
      if (amount > available(at)) throw new Error('the enforcer refuses');
      charge(at, amount);
      payments.push({ at, amount });
    },
  };
}

/** Pays along a way as much as `wish` says of what all its counters allow; answers what was paid. */
export function pay(way: Way, at: number, wish: (most: bigint) => bigint): bigint {
  if (at < way.opensAt || at >= way.endsAt) return 0n;
  const all = way.counters.map((counter) => counter.available(at));
  const amount = wish(all.reduce(smaller));
  for (const counter of way.counters) counter.charge(at, amount);
  return amount;
}

/** From the first to the last second of every hour in [from, to), by every way in turn. */
export function steal(
  ways: readonly Way[],
  { from, to }: { from: number; to: number },
  wish: (most: bigint) => bigint = (most) => most,
): bigint {
  let stolen = 0n;
  for (let hour = from; hour < to; hour += HOUR) {
    for (const at of [hour, hour + HOUR - 1]) {
      for (const way of ways) stolen += pay(way, at, wish);
    }
  }
  return stolen;
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
