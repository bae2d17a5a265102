// Seven days of redemptions as bars, and the same in words.
import { DAY } from '../../src/core/chain/time';
import type { HistoryEntry } from '../../src/core/protocol/status';

export type DayBar = { startAt: number; amount: bigint; count: number };

/** The last bar is the 24 hours that end now, with what came since: a node's clock may be ahead of ours. */
export function barsOf(
  history: readonly HistoryEntry[],
  permissions: readonly string[],
  now: number,
): DayBar[] {
  return Array.from({ length: 7 }, (_, index) => {
    const startAt = now - (7 - index) * DAY;
    const own = history.filter(
      ({ kind, at, permission }) =>
        kind === 'redeemed' &&
        at > startAt &&
        (at <= startAt + DAY || index === 6) &&
        permission !== null &&
        permissions.includes(permission),
    );
    const amount = own.reduce((sum, entry) => sum + BigInt(entry.amount ?? 0), 0n);
    return { startAt, amount, count: own.length };
  });
}

/** 0 to 100 of the largest bar; something that was spent is never drawn as nothing. */
export function heightOf(bar: DayBar, bars: readonly DayBar[]): number {
  const most = bars.map(({ amount }) => amount).sort((a, b) => (a < b ? 1 : -1))[0] ?? 0n;
  if (most === 0n || bar.amount === 0n) return 0;
  return Math.max(4, Number((bar.amount * 100n) / most));
}
