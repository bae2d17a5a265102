// What happened, grouped by the days of the reader, newest day first.
import type { HistoryEntry } from '../../src/core/protocol/status';
import { midnightOf } from '../words/time';

export type HistoryDay = { startAt: number; entries: HistoryEntry[] };

export function historyDays(entries: readonly HistoryEntry[]): HistoryDay[] {
  const days = new Map<number, HistoryEntry[]>();
  for (const entry of [...entries].sort((a, b) => b.at - a.at)) {
    const startAt = midnightOf(entry.at);
    days.set(startAt, [...(days.get(startAt) ?? []), entry]);
  }
  return [...days].map(([startAt, of]) => ({ startAt, entries: of }));
}

/** The midnights around the last `count` days, today included: one more than there are days. */
export function dayBounds(now: number, count: number): number[] {
  return Array.from({ length: count + 1 }, (_, index) => midnightOf(now, index - count + 1));
}
