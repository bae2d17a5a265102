import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../../src/core/chain/time';
import { drainOf, drainOfAnyDay } from '../../../src/core/delegations/drain';
import type { Route } from '../../../src/core/delegations/drain-moments';
import type { Meter, Shape } from '../../../src/core/delegations/meter';
import { BASE, OWNER, USDC_ON_BASE } from '../../vectors/builders';
import { type Counter, counterOf, pay, steal } from '../../vectors/thief';
import { workMs } from '../../vectors/work';

/** A midnight, so that days, buckets and hours line up unless a test shifts them. */
const MIDNIGHT = 20_000 * DAY;
const NOON = MIDNIGHT + 12 * HOUR;

const aMeter = (shape: Shape, over: Partial<Meter> = {}): Meter => ({
  key: 'grant',
  token: USDC_ON_BASE,
  cap: 10n,
  startAt: MIDNIGHT - 5 * DAY,
  shape,
  paid: [],
  ...over,
});
const daily = (over: Partial<Meter> = {}) => aMeter({ kind: 'period', every: DAY }, over);
const lease = (over: Partial<Meter> = {}) =>
  aMeter({ kind: 'rolling', unit: 1n }, { key: 'lease', startAt: 0, ...over });
const aRoute = (meters: Meter[], over: Partial<Route> = {}): Route => ({
  chainId: BASE,
  account: OWNER,
  token: USDC_ON_BASE,
  opensAt: 0,
  endsAt: null,
  endBlock: null,
  meters,
  ...over,
});
const drain = (meters: Meter[], from: number, to: number) =>
  drainOf([aRoute(meters)], { from, to });

describe('a daily grant', () => {
  it('pays its cap before the reset and again after it', () => {
    expect(drain([daily()], NOON, NOON + DAY)).toBe(20n);
    expect(drain([daily()], MIDNIGHT - 1, MIDNIGHT + 1)).toBe(20n);
  });

  it('pays its cap once in 24 hours that begin with its period, and twice one second later', () => {
    expect(drain([daily()], MIDNIGHT, MIDNIGHT + DAY)).toBe(10n);
    expect(drain([daily()], MIDNIGHT, MIDNIGHT + DAY + 1)).toBe(20n);
  });

  it('has only the rest of a period that is partly used', () => {
    const paid = [
      { at: MIDNIGHT - 1, amount: 10n },
      { at: MIDNIGHT, amount: 7n },
    ];

    expect(drain([daily({ paid })], NOON, MIDNIGHT + DAY)).toBe(3n);
    expect(drain([daily({ paid })], NOON, NOON + DAY)).toBe(13n);
  });

  it('pays nothing before it starts and until the last second before it ends', () => {
    const later = daily({ startAt: MIDNIGHT + DAY });

    expect(drain([later], NOON, MIDNIGHT + DAY)).toBe(0n);
    expect(drain([later], NOON, MIDNIGHT + DAY + 1)).toBe(10n);
    expect(drainOf([aRoute([daily()], { endsAt: NOON })], { from: NOON, to: NOON + DAY })).toBe(0n);
    expect(drainOf([aRoute([daily()], { endsAt: NOON + 1 })], { from: NOON, to: NOON + DAY })).toBe(
      10n,
    );
  });

  it('with a period longer than the time left pays once', () => {
    const yearly = aMeter({ kind: 'period', every: 365 * DAY });

    expect(drain([yearly], NOON, NOON + 30 * DAY)).toBe(10n);
  });
});

describe('a lease', () => {
  it('pays its cap once in any 24 hours, again 28 hours after its bucket began', () => {
    expect(drain([lease()], NOON, NOON + DAY)).toBe(10n);
    expect(drain([lease()], NOON, NOON + 28 * HOUR)).toBe(10n);
    expect(drain([lease()], NOON, NOON + 28 * HOUR + 1)).toBe(20n);
    expect(drain([lease()], NOON + 3 * HOUR, NOON + 28 * HOUR + 1)).toBe(20n);
  });

  it('gets back what was spent as its bucket leaves the window', () => {
    const paid = [
      { at: NOON - 24 * HOUR, amount: 4n },
      { at: NOON - 4 * HOUR, amount: 3n },
    ];

    expect(drain([lease({ paid })], NOON, NOON + 1)).toBe(3n);
    expect(drain([lease({ paid })], NOON, NOON + 4 * HOUR)).toBe(3n);
    expect(drain([lease({ paid })], NOON, NOON + 4 * HOUR + 1)).toBe(7n);
    expect(drain([lease({ paid })], NOON, NOON + DAY + 1)).toBe(10n);
  });

  it('counts whole units: the cap is rounded down, what was spent is rounded up', () => {
    const units = { shape: { kind: 'rolling', unit: 4n }, cap: 11n } as const;

    expect(drain([lease(units)], NOON, NOON + 1)).toBe(8n);
    expect(drain([lease({ ...units, paid: [{ at: NOON, amount: 1n }] })], NOON, NOON + 1)).toBe(4n);
  });

  it('whose past spending is above a lowered cap pays nothing until enough has aged', () => {
    const paid = [{ at: NOON - 4 * HOUR, amount: 15n }];

    expect(drain([lease({ paid })], NOON, NOON + DAY)).toBe(0n);
    expect(drain([lease({ paid })], NOON, NOON + DAY + 1)).toBe(10n);
  });

  it('holds back the grant above it, and the grant holds back the lease', () => {
    expect(drain([daily(), lease({ cap: 15n })], NOON, NOON + DAY)).toBe(15n);
    expect(drain([daily(), lease({ cap: 5n })], NOON, NOON + DAY)).toBe(5n);
    expect(drain([daily(), lease({ cap: 100n })], NOON, NOON + DAY)).toBe(20n);
  });

  it('shares its budget with an older lease: the wider is used while it lives, then the other', () => {
    const old = aRoute([lease({ cap: 10n })], { endsAt: NOON + DAY });
    const tight = aRoute([lease({ cap: 4n })], { endsAt: NOON + 56 * HOUR });

    expect(drainOf([old], { from: NOON, to: NOON + 7 * DAY })).toBe(10n);
    expect(drainOf([tight], { from: NOON, to: NOON + 7 * DAY })).toBe(8n);
    expect(drainOf([old, tight], { from: NOON, to: NOON + 7 * DAY })).toBe(14n);
  });
});

describe('streams and totals', () => {
  const stream = aMeter(
    { kind: 'stream', initial: 5n, perSecond: 1n },
    { cap: 1000n, startAt: NOON },
  );

  it('give what has grown by the last second, at most the total', () => {
    expect(drain([stream], NOON, NOON + 1)).toBe(5n);
    expect(drain([stream], NOON, NOON + 101)).toBe(105n);
    expect(drain([stream], NOON, NOON + DAY)).toBe(1000n);
    expect(
      drain([aMeter({ kind: 'total' }, { paid: [{ at: 1, amount: 4n }] })], NOON, NOON + 1),
    ).toBe(6n);
  });

  it('grow until the moment a lease has room again', () => {
    // 60 at once and 40 in the same window; what grows meanwhile waits for the next one.
    const slow = { ...stream, shape: { kind: 'stream', initial: 60n, perSecond: 1n } as const };
    const tight = lease({ cap: 100n });

    expect(drain([{ ...slow, cap: 10_000n }, tight], NOON, NOON + 28 * HOUR)).toBe(100n);
    expect(drain([{ ...slow, cap: 10_000n }, tight], NOON, NOON + 28 * HOUR + 1)).toBe(200n);
  });
});

describe('a route', () => {
  it('without an end is bounded by a total only', () => {
    const total = aMeter({ kind: 'total' }, { key: 'total', cap: 77n });

    expect(drain([daily()], NOON, Number.POSITIVE_INFINITY)).toBeGreaterThan(2n ** 200n);
    expect(drain([daily(), total], NOON, Number.POSITIVE_INFINITY)).toBe(77n);
    expect(drain([daily({ cap: 0n })], NOON, Number.POSITIVE_INFINITY)).toBe(0n);
  });

  it('with a hostile number of periods is answered at once, and never too low', () => {
    const everySecond = aMeter({ kind: 'period', every: 1 });
    const started = workMs();

    expect(drain([everySecond], NOON, NOON + 9000 * 365 * DAY)).toBe(
      10n * BigInt(9000 * 365 * DAY),
    );
    expect(drain([everySecond, lease()], NOON, NOON + 70 * 28 * HOUR)).toBe(10n * 70n);
    expect(workMs() - started).toBeLessThan(1000);
  });

  it('over ten years of days and buckets is still counted step by step, quickly', () => {
    const started = workMs();

    expect(drain([daily(), lease()], NOON, NOON + 3640 * DAY)).toBe(10n * 3120n);
    expect(workMs() - started).toBeLessThan(3000);
  });
});

const hours = (most: number) => fc.nat({ max: most }).map((count) => count * HOUR);
const anyShape: fc.Arbitrary<Shape> = fc.oneof(
  fc.integer({ min: 1, max: 50 }).map((n): Shape => ({ kind: 'period', every: n * HOUR })),
  fc.constant<Shape>({ kind: 'rolling', unit: 1n }),
  fc
    .record({ initial: fc.bigInt(0n, 20n), perSecond: fc.bigInt(0n, 2n) })
    .map((grows): Shape => ({ kind: 'stream', ...grows })),
  fc.constant<Shape>({ kind: 'total' }),
);
const anyMeters = fc
  .array(fc.record({ shape: anyShape, cap: fc.bigInt(20n, 60n), start: hours(100) }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((list) =>
    list.map(({ shape, cap, start }, index) =>
      aMeter(shape, {
        key: `${index}`,
        cap,
        startAt: shape.kind === 'rolling' ? 0 : MIDNIGHT - 2 * DAY + start,
      }),
    ),
  );
/** Honest spending before the theft: at each hour a share of what is there, in per cent. */
const anyPast = fc.array(fc.record({ at: hours(47), share: fc.bigInt(0n, 100n) }), {
  maxLength: 6,
});

function afterPast(meters: Meter[], past: { at: number; share: bigint }[]) {
  const counters: Counter[] = meters.map(counterOf);
  const way = { opensAt: 0, endsAt: Number.POSITIVE_INFINITY, counters };
  for (const { at, share } of [...past].sort((a, b) => a.at - b.at)) {
    pay(way, MIDNIGHT - 2 * DAY + at, (most) => (most * share) / 100n);
  }
  return {
    way,
    metered: meters.map((one, n) => ({ ...one, paid: [...(counters[n]?.payments ?? [])] })),
  };
}

describe('the figure', () => {
  it('is what a thief who takes all he can gets, by the counters of the enforcers', () => {
    fc.assert(
      fc.property(
        anyMeters,
        anyPast,
        hours(200),
        hours(60),
        hours(20),
        (meters, past, length, end, start) => {
          const { way, metered } = afterPast(meters, past);
          const span = { from: MIDNIGHT, to: MIDNIGHT + length };
          const life = { opensAt: MIDNIGHT + start, endsAt: MIDNIGHT + start + 2 * end };

          const figure = drainOf([aRoute(metered, life)], span);

          expect(steal([{ ...way, ...life }], span)).toBe(figure);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is never exceeded by a thief who bides his time', () => {
    fc.assert(
      fc.property(
        anyMeters,
        anyPast,
        hours(120),
        fc.array(fc.bigInt(0n, 100n), { minLength: 3, maxLength: 40 }),
        (meters, past, length, patience) => {
          const { way, metered } = afterPast(meters, past);
          const span = { from: MIDNIGHT, to: MIDNIGHT + length };
          let turn = 0;
          const wish = (most: bigint) => {
            turn += 1;
            return (most * (patience[turn % patience.length] ?? 0n)) / 100n;
          };

          const figure = drainOf([aRoute(metered)], span);

          expect(steal([way], span, wish)).toBeLessThanOrEqual(figure);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('never falls when a cap or the time grows, and no 24 hours exceed the figure for any day', () => {
    fc.assert(
      fc.property(
        anyMeters,
        hours(150),
        hours(48),
        fc.bigInt(1n, 9n),
        (meters, length, wait, more) => {
          const to = MIDNIGHT + length;
          const wider = meters.map((one, index) =>
            index === 0 ? { ...one, cap: one.cap + more } : one,
          );
          const figure = drain(meters, MIDNIGHT, to);

          expect(drain(wider, MIDNIGHT, to)).toBeGreaterThanOrEqual(figure);
          expect(drain(meters, MIDNIGHT, to + wait)).toBeGreaterThanOrEqual(figure);
          const day = drainOfAnyDay([aRoute(meters)], { from: MIDNIGHT, to: to + 5 * DAY });
          expect(drain(meters, MIDNIGHT + wait, MIDNIGHT + wait + DAY)).toBeLessThanOrEqual(day);
        },
      ),
      { numRuns: 150 },
    );
  });
});
