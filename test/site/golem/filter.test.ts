import { describe, expect, it } from 'vitest';
import { dayBounds, historyDays } from '../../../site/golem/days';
import { EVERYTHING, type Filter, filtered } from '../../../site/golem/filter';
import { midnightOf, timeWords } from '../../../site/words/time';
import type { HistoryEntry } from '../../../src/core/protocol/status';

const SHOP: `0x${string}` = `0x${'5b'.repeat(20)}`;
const entry = (over: Partial<HistoryEntry>): HistoryEntry => ({
  at: 1_763_510_400,
  kind: 'redeemed',
  golem: 'atlas',
  permission: 'p-1',
  amount: '1',
  transaction: null,
  ...over,
});
const ALL = [
  entry({ payee: SHOP, purpose: 'Inference' }),
  entry({ permission: 'p-2' }),
  entry({ kind: 'leased' }),
  entry({ kind: 'died' }),
  entry({ kind: 'teleported' }),
  entry({ kind: 'constructor' }),
];
const kept = (over: Partial<Filter>) =>
  filtered(ALL, { ...EVERYTHING, ...over }, (one) => (one === SHOP ? 'Kiosk' : null)).map((one) =>
    ALL.indexOf(one),
  );

describe('the filter', () => {
  it.each<[Partial<Filter>, number[]]>([
    [{}, [0, 1, 2, 3, 4, 5]],
    [{ group: 'payments' }, [0, 1]],
    [{ group: 'permissions' }, [2]],
    [{ group: 'life' }, [3]],
    [{ permission: 'p-2' }, [1]],
    [{ text: ' inference ' }, [0]],
    [{ text: 'kiosk' }, [0]],
    [{ text: SHOP.toUpperCase() }, [0]],
    [{ group: 'life', text: 'kiosk' }, []],
  ])('%j keeps %j', (over, places) => {
    expect(kept(over)).toEqual(places);
  });
});

describe('days', () => {
  it('are the reader’s own, newest first, with the newest entry first', () => {
    const noon = midnightOf(1_763_510_400) + 12 * 3600;
    const days = historyDays([
      entry({ at: noon }),
      entry({ at: noon + 60 }),
      entry({ at: midnightOf(noon, 1) }),
      entry({ at: midnightOf(noon) - 1 }),
    ]);

    expect(days.map(({ startAt, entries }) => [startAt, entries.length])).toEqual([
      [midnightOf(noon, 1), 1],
      [midnightOf(noon), 2],
      [midnightOf(noon, -1), 1],
    ]);
    expect(days[1]?.entries[0]?.at).toBe(noon + 60);
  });

  it.each([7, 30])('are %d with today, bounded by midnights', (count) => {
    const now = 1_763_530_000;
    const bounds = dayBounds(now, count);

    expect(bounds).toHaveLength(count + 1);
    expect(bounds.at(-2)).toBe(midnightOf(now));
    expect(bounds.at(-1)).toBe(midnightOf(now, 1));
    expect(bounds).toEqual([...bounds].sort((a, b) => a - b));
  });
});

it('says a moment in the zone of the reader, and names the zone', () => {
  expect(timeWords(1_763_510_400, 'full', 'Europe/Berlin')).toMatch(
    /^19 Nov 2025, 01:00 (CET|GMT\+1)$/,
  );
  expect(timeWords(1_763_510_400, 'full', 'UTC')).toBe('19 Nov 2025, 00:00 UTC');
  expect(timeWords(1_763_510_400, 'day', 'America/New_York')).toBe('Tue, 18 Nov 2025');
});
