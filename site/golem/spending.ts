// What Golems spent by day, from the sums of the control plane: one money at a time, because a dollar and an ether
// make no sum.
import { amountWords } from '../../src/core/chain/money';
import type { ResponseOf } from '../../src/core/protocol/api';
import { type Golem, nameOf, type Permission } from '../../src/core/protocol/status';
import type { Bar } from './chart';

type Answer = ResponseOf<'spending'>;
type Known = { golems: readonly Golem[]; permissions: readonly Permission[] };

export type Series = { golem: string; name: string; total: bigint; payments: number };

export type Spending = {
  chainId: number;
  token: string | null;
  /** The most spent first. */
  series: Series[];
  bars: Bar[];
  total: bigint;
  payments: number;
};

export type Spent = { amount: bigint; atLeast: boolean };

/**
 * Since the grant's period began, as far as the history is loaded: a month is longer than its seven days, and of many
 * payments only the newest are listed. null = nothing is loaded.
 */
export function spentSince(
  told: ResponseOf<'history'> | null,
  { id, startAt, periodSeconds }: Permission,
  now: number,
): Spent | null {
  if (!told) return null;
  const begun = startAt + Math.floor((now - startAt) / periodSeconds) * periodSeconds;
  const amount = told.history
    .filter((one) => one.kind === 'redeemed' && one.at >= begun && one.permission === id)
    .reduce((sum, one) => sum + BigInt(one.amount ?? 0), 0n);
  const { truncated, unread, from, next } = told;
  const isOlder = begun < from && (next ?? null) !== null;
  return { amount, atLeast: truncated || unread.length > 0 || isOlder };
}

/** One for each money that was spent, the most used first; `golems`: only these. */
export function spendingsOf(
  { bounds, spent }: Answer,
  { golems, permissions }: Known,
  only: readonly string[] | null = null,
): Spending[] {
  const about = spent.flatMap((one) => {
    const permission = permissions.find(({ id }) => id === one.permission);
    if (!permission || (only && !only.includes(one.golem))) return [];
    const { chainId, token } = permission;
    return [{ ...one, amount: BigInt(one.spent), chainId, token, money: `${chainId} ${token}` }];
  });
  const moneys = [...new Set(about.map(({ money }) => money))];
  return moneys
    .map((money) => {
      const own = about.filter((one) => one.money === money);
      const series = seriesOf(own, golems);
      const { chainId, token } = own[0] ?? { chainId: 0, token: null };
      return { chainId, token, series, bars: barsOf(bounds, own, series), ...sumOf(own) };
    })
    .sort((a, b) => b.payments - a.payments);
}

type Sum = { slot: number; golem: string; amount: bigint; payments: number };

function sumOf(sums: readonly Sum[]) {
  return {
    total: sums.reduce((sum, { amount }) => sum + amount, 0n),
    payments: sums.reduce((sum, { payments }) => sum + payments, 0),
  };
}

function seriesOf(sums: readonly Sum[], golems: readonly Golem[]): Series[] {
  const ids = [...new Set(sums.map(({ golem }) => golem))];
  return ids
    .map((id) => {
      const golem = golems.find((one) => one.id === id);
      const own = sums.filter((one) => one.golem === id);
      return { golem: id, name: golem ? nameOf(golem) : id, ...sumOf(own) };
    })
    .sort((a, b) => (a.total === b.total ? 0 : a.total < b.total ? 1 : -1));
}

function barsOf(bounds: readonly number[], sums: readonly Sum[], series: readonly Series[]): Bar[] {
  return bounds.slice(0, -1).map((startAt, slot) => ({
    startAt,
    parts: series.map(({ golem }) => {
      const own = sums.filter((one) => one.slot === slot && one.golem === golem);
      return { key: golem, amount: sumOf(own).total };
    }),
  }));
}

/** What was spent is rounded up. */
export function spentWords(
  { chainId, token }: Pick<Spending, 'chainId' | 'token'>,
  amount: bigint,
) {
  return amountWords({ chainId, token }, amount, 'up');
}
