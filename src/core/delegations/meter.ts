// A meter: one counter of money on one link, with the arithmetic of its enforcer. Every link of a
// chain is asked, so what may leave is the least of all its meters. Amounts are base units; times are
// unix seconds of the block that pays.
import type { Address } from 'viem';
import { DAY } from '../chain/time';

/** Money that has already left through a meter. */
export type Payment = { at: number; amount: bigint };

export type Shape =
  /** MetaMask's periods: the counter starts again at `startAt + n × every`, whatever was unused is lost. */
  | { kind: 'period'; every: number }
  /** GolemPolicyEnforcer: seven buckets of 4 hours, counted in whole units, spending rounded up. */
  | { kind: 'rolling'; unit: bigint }
  /** MetaMask's streams: `initial` at the start, then more each second, at most the cap. */
  | { kind: 'stream'; initial: bigint; perSecond: bigint }
  /** Once, in total. */
  | { kind: 'total' };

export type Meter = {
  /** Meters with the same key are one counter on chain, though each link sets its own cap on it. */
  key: string;
  /** null = the chain's native currency. */
  token: Address | null;
  cap: bigint;
  /** First second at which it lets anything through. */
  startAt: number;
  shape: Shape;
  /** Only what still counts is looked at; leaving payments out can only raise a worst case. */
  paid: readonly Payment[];
};

export const BUCKET = 4 * 3600;
const LANES = 7;

/** First second whose payments still count against the meter at `at`. */
export function windowStart({ shape, startAt }: Meter, at: number): number {
  switch (shape.kind) {
    case 'period':
      return at < startAt ? 0 : at - ((at - startAt) % shape.every);
    case 'rolling':
      return (Math.floor(at / BUCKET) - (LANES - 1)) * BUCKET;
    case 'stream':
    case 'total':
      return 0;
  }
}

/** What the window around `at` holds in total, spent or not. */
export function sizeAt({ shape, startAt, cap }: Meter, at: number): bigint {
  if (at < startAt) return 0n;
  switch (shape.kind) {
    case 'rolling':
      return cap - (cap % shape.unit);
    case 'stream':
      return least(cap, shape.initial + shape.perSecond * BigInt(at - startAt));
    case 'period':
    case 'total':
      return cap;
  }
}

/** What was paid from `start` on, as the meter counts it. */
export function paidSince({ shape, paid }: Meter, start: number): bigint {
  const unit = shape.kind === 'rolling' ? shape.unit : 1n;
  return paid
    .filter(({ at }) => at >= start)
    .reduce((sum, { amount }) => sum + ((amount + unit - 1n) / unit) * unit, 0n);
}

/** What one payment at `at` could take with nothing else spent meanwhile. */
export function leftAt(meter: Meter, at: number): bigint {
  const left = sizeAt(meter, at) - paidSince(meter, windowStart(meter, at));
  return left > 0n ? left : 0n;
}

/** Distance between the moments at which spent money stops counting; null = it never does. */
export function turnOf({ shape, startAt }: Meter): { every: number; phase: number } | null {
  switch (shape.kind) {
    case 'period':
      return { every: shape.every, phase: startAt };
    case 'rolling':
      return { every: BUCKET, phase: 0 };
    case 'stream':
    case 'total':
      return null;
  }
}

/**
 * The most this meter alone lets through within any 24 hours of [from, to). A period of one day gives
 * twice its cap: once before its reset and once after.
 */
export function mostInAnyDay(meter: Meter, from: number, to: number): bigint {
  const start = Math.max(from, meter.startAt);
  const seconds = Math.min(DAY, to - start);
  if (seconds <= 0) return 0n;
  switch (meter.shape.kind) {
    case 'period':
      // n consecutive seconds touch at most ceil((n - 1) / every) + 1 periods.
      return meter.cap * BigInt(Math.ceil((seconds - 1) / meter.shape.every) + 1);
    case 'rolling':
      return sizeAt(meter, start);
    case 'stream':
    case 'total':
      return leftAt(meter, Math.min(to - 1, Number.MAX_SAFE_INTEGER));
  }
}

/** The most this meter alone lets through in [from, to), from above: no counting of single steps. */
export function mostBetween(meter: Meter, from: number, to: number): bigint {
  const start = Math.max(from, meter.startAt);
  if (start >= to) return 0n;
  switch (meter.shape.kind) {
    case 'period': {
      const { every } = meter.shape;
      const periods = Math.floor((to - 1 - meter.startAt) / every) - periodAt(meter, start, every);
      return leftAt(meter, start) + meter.cap * BigInt(periods);
    }
    case 'rolling': {
      const buckets = Math.floor((to - 1) / BUCKET) - Math.floor(start / BUCKET) + 1;
      return sizeAt(meter, start) * BigInt(Math.ceil(buckets / LANES));
    }
    case 'stream':
    case 'total':
      return leftAt(meter, to - 1);
  }
}

function periodAt({ startAt }: Meter, at: number, every: number): number {
  return Math.floor((at - startAt) / every);
}

export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function most(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
