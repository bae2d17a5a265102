import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  agoWords,
  clockWords,
  dateWords,
  durationWords,
  periodWords,
  whenWords,
} from '../../../src/core/chain/time';

const NOW = 1_790_000_000;
const LATEST = 253_402_300_799;

/** The same words from the platform's calendar. */
function byDate(at: number): string {
  const date = new Date(at * 1000);
  const month = date.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' });
  const time = date.toISOString().slice(11, 16);
  return `${date.getUTCDate()} ${month} ${date.getUTCFullYear()} ${time} UTC`;
}

describe('Dates', () => {
  it.each([0, 59, 951_782_399, 951_782_400, 951_868_800, 4_107_542_399, NOW, LATEST])(
    'at %i are those of the calendar',
    (at) => {
      expect(dateWords(at)).toBe(byDate(at));
    },
  );

  it('are those of the calendar at any time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: LATEST }), (at) => {
        expect(dateWords(at)).toBe(byDate(at));
        expect(dateWords(BigInt(at))).toBe(byDate(at));
        expect(clockWords(at)).toBe(byDate(at).split(' ').slice(-2).join(' '));
      }),
      { numRuns: 2000 },
    );
  });

  it('turn every leap day and century right', () => {
    for (let year = 1970; year <= 2400; year += 1) {
      for (const day of ['02-28', '03-01', '12-31', '01-01']) {
        const at = Date.parse(`${year}-${day}T00:00:00Z`) / 1000;
        expect(dateWords(at)).toBe(byDate(at));
      }
    }
  });

  it('nobody can check are said to be none', () => {
    expect(dateWords(LATEST + 1)).toBe('a time beyond the year 9999');
    expect(dateWords(2n ** 256n - 1n)).toBe('a time beyond the year 9999');
  });
});

describe('Ages', () => {
  it.each([
    [0, 'just now'],
    [4, 'just now'],
    [5, '5 s ago'],
    [59, '59 s ago'],
    [60, '1 min ago'],
    [3599, '59 min ago'],
    [3600, '1 h ago'],
    [86_399, '23 h ago'],
    [86_400, '1 day ago'],
    [172_800, '2 days ago'],
    [-60, 'just now'],
    [-61, '1 min in the future'],
    [-7200, '2 h in the future'],
  ])('of %i seconds are "%s"', (age, words) => {
    expect(agoWords(NOW - age, NOW)).toBe(words);
  });

  it('are never rounded up', () => {
    const size: Record<string, number> = { s: 1, min: 60, h: 3600, day: 86_400, days: 86_400 };
    fc.assert(
      fc.property(fc.nat(10 ** 9), (seconds) => {
        const [count, unit] = durationWords(seconds).split(' ');
        const said = Number(count) * (size[unit ?? ''] ?? Number.NaN);
        expect(said).toBeLessThanOrEqual(seconds);
        expect(said).toBeGreaterThan(seconds / 2 - 1);
      }),
    );
  });

  it('below nothing are nothing', () => {
    expect(durationWords(-5)).toBe('0 s');
  });
});

describe('Periods', () => {
  it.each([
    [86_400n, 'day'],
    [604_800n, '7 days'],
    [3600n, 'hour'],
    [5400n, '90 minutes'],
    [90n, '90 seconds'],
    [1n, 'second'],
    [0n, '0 seconds'],
    [86_401n, '86401 seconds'],
  ])('of %i seconds are every "%s"', (seconds, words) => {
    expect(periodWords(seconds)).toBe(words);
  });

  it('are exact', () => {
    const size: Record<string, bigint> = { second: 1n, minute: 60n, hour: 3600n, day: 86_400n };
    fc.assert(
      fc.property(fc.bigInt(1n, 2n ** 64n), (seconds) => {
        const [, count, unit] =
          /^(?:(\d+) )?(second|minute|hour|day)s?$/.exec(periodWords(seconds)) ?? [];
        expect(BigInt(count ?? 1) * (size[unit ?? ''] ?? 0n)).toBe(seconds);
      }),
    );
  });
});

it('a moment that stays on a screen is a time of that day, or a date', () => {
  expect(whenWords(NOW, NOW + 60)).toBe('at 14:13 UTC');
  expect(whenWords(NOW, NOW + 86_400)).toBe('on 21 Sep 2026 14:13 UTC');
  expect(whenWords(NOW + 86_400, NOW)).toBe('on 22 Sep 2026 14:13 UTC');
});
