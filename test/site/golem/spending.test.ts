// Sums by day put together: one money at a time, each Golem with its own part.
import { describe, expect, it } from 'vitest';
import { spendingsOf, spentSince } from '../../../site/golem/spending';
import type { Golem, HistoryEntry, Permission } from '../../../src/core/protocol/status';

const USDC = '0x036cbd53842c5426634e7929541ec2318f3dcf7e';
const permission = (id: string, token: string | null) =>
  ({ id, chainId: 84_532, token }) as Permission;
const golem = (id: string, name: string) => ({ id, name }) as Golem;
const KNOWN = {
  golems: [golem('atlas', 'Atlas'), golem('bo', 'Bo')],
  permissions: [permission('p-1', USDC), permission('p-2', USDC), permission('p-gas', null)],
};
const sum = (slot: number, id: string, of: string, spent: string, payments = 1) => ({
  slot,
  golem: id,
  permission: of,
  spent,
  payments,
});
const answer = (...spent: ReturnType<typeof sum>[]) => ({
  bounds: [100, 200, 300],
  spent,
  truncated: false,
});

describe('spending by day', () => {
  it('has a bar for each day and a part for each Golem, the greatest first', () => {
    const [found] = spendingsOf(
      answer(sum(0, 'bo', 'p-2', '1'), sum(1, 'atlas', 'p-1', '5', 2), sum(1, 'bo', 'p-2', '2')),
      KNOWN,
    );

    expect(found).toMatchObject({ total: 8n, payments: 4 });
    expect(found?.series.map(({ name, total }) => [name, total])).toEqual([
      ['Atlas', 5n],
      ['Bo', 3n],
    ]);
    expect(found?.bars).toEqual([
      {
        startAt: 100,
        parts: [
          { key: 'atlas', amount: 0n },
          { key: 'bo', amount: 1n },
        ],
      },
      {
        startAt: 200,
        parts: [
          { key: 'atlas', amount: 5n },
          { key: 'bo', amount: 2n },
        ],
      },
    ]);
  });

  it('never adds ether to dollars', () => {
    const found = spendingsOf(
      answer(sum(0, 'atlas', 'p-1', '5', 2), sum(0, 'atlas', 'p-gas', '7')),
      KNOWN,
    );

    expect(found.map(({ token, total }) => [token, total])).toEqual([
      [USDC, 5n],
      [null, 7n],
    ]);
  });

  it('shows those that were chosen', () => {
    const told = answer(sum(0, 'atlas', 'p-1', '5'), sum(0, 'bo', 'p-2', '1'));

    expect(spendingsOf(told, KNOWN, ['bo']).map(({ total }) => total)).toEqual([1n]);
    expect(spendingsOf(told, KNOWN, [])).toEqual([]);
  });

  it('leaves out what no known permission gives a meaning to', () => {
    expect(spendingsOf(answer(sum(0, 'atlas', 'p-9', '5')), KNOWN)).toEqual([]);
  });
});

describe('what was spent since the last reset', () => {
  const DAY = 86_400;
  const now = 1_800_000_000;
  const month = { id: 'p-1', startAt: now - 20 * DAY, periodSeconds: 30 * DAY } as Permission;
  const paid = {
    ...{ at: now - DAY, kind: 'redeemed', golem: 'atlas', permission: 'p-1', amount: '5' },
    transaction: null,
  } as HistoryEntry;
  const told = {
    ...{ history: [paid], from: now - 7 * DAY, days: [], truncated: false, unread: [] },
    next: null as string | null,
  };

  it('is not known before the history is', () => {
    expect(spentSince(null, month, now)).toBeNull();
  });

  it('is a floor where older payments of the same period are not loaded', () => {
    expect(spentSince(told, month, now)).toEqual({ amount: 5n, atLeast: false });
    expect(spentSince({ ...told, next: '1-0' }, month, now)).toEqual({ amount: 5n, atLeast: true });
    expect(spentSince({ ...told, truncated: true }, month, now)?.atLeast).toBe(true);
    expect(spentSince({ ...told, unread: [{ from: 1, to: 2 }] }, month, now)?.atLeast).toBe(true);
    const day = { ...month, periodSeconds: DAY };
    expect(spentSince({ ...told, next: '1-0' }, day, now)?.atLeast).toBe(false);
  });
});
