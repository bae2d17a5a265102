// Bounds of several rules as one: of rules that must all pass, and of sets of which the redeemer picks one. Where the
// exact answer has no short form, the wider one is given: what is claimed always holds.
import { sameAddress } from '../chain/addresses';
import type { Bounds, Budget, Extent, Loss } from './caveat';

/** Every rule holds in every use. */
export function together(all: readonly Bounds[]): Bounds {
  const value = narrower(all.map((one) => one.value));
  const tokens = narrower(all.map((one) => one.tokens));
  const fixed = all.find((one) => one.fixed)?.fixed;
  const uses = all.flatMap((one) => one.uses ?? []);
  const until = earliest(all.flatMap((one) => one.until ?? []));
  return {
    ...(all.some((one) => one.calls) ? { calls: true } : {}),
    ...(value ? { value } : {}),
    ...(tokens ? { tokens } : {}),
    ...(fixed ? { fixed } : {}),
    ...(uses.length > 0 ? { uses: uses.reduce(least) } : {}),
    ...(until === null ? {} : { until }),
    ...listed(all),
    budgets: tightest(all.map((one) => one.budgets ?? [])),
    ...(all.some((one) => one.nothing) ? { nothing: true } : {}),
  };
}

/** One of them holds in each use, whichever suits the redeemer. A set that nothing passes is never picked. */
export function widest(sets: readonly Bounds[]): Bounds {
  const open = sets.filter((one) => !one.nothing);
  const [first] = open;
  if (!first) return { nothing: true };
  const value = wider(open.map((one) => one.value));
  const tokens = wider(open.map((one) => one.tokens));
  const uses = open.flatMap((one) => one.uses ?? []);
  const until = latest(open.map((one) => one.until));
  return {
    ...(open.every((one) => one.calls) ? { calls: true } : {}),
    ...(value ? { value } : {}),
    ...(tokens ? { tokens } : {}),
    ...(open.length === 1 && first.fixed ? { fixed: first.fixed } : {}),
    // Each set may have a counter of its own.
    ...(uses.length === open.length ? { uses: uses.reduce((a, b) => a + b) } : {}),
    ...(until === null ? {} : { until }),
    budgets: open.flatMap((one) => one.budgets ?? []),
    losses: commonLosses(open),
    nfts: open.flatMap((one) => one.nfts ?? []),
    ownership: open.flatMap((one) => one.ownership ?? []),
  };
}

function listed(all: readonly Bounds[]): Pick<Bounds, 'losses' | 'ownership' | 'nfts'> {
  return {
    nfts: all.flatMap((one) => one.nfts ?? []),
    losses: all.flatMap((one) => one.losses ?? []),
    ownership: all.flatMap((one) => one.ownership ?? []),
  };
}

function narrower(extents: readonly (Extent | undefined)[]): Extent | undefined {
  return extents.find((one) => one === 'none') ?? extents.find((one) => one === 'limited');
}

function wider(extents: readonly (Extent | undefined)[]): Extent | undefined {
  if (extents.includes(undefined)) return undefined;
  return extents.find((one) => one === 'limited') ?? 'none';
}

type End = bigint | 'block';

/** A date is surer than a block number. */
function earliest(ends: readonly End[]): End | null {
  const times = ends.filter((end) => end !== 'block');
  if (times.length === 0) return ends[0] ?? null;
  return times.reduce(least);
}

function latest(ends: readonly (End | undefined)[]): End | null {
  if (ends.includes(undefined)) return null;
  const times = ends.filter((end) => typeof end === 'bigint');
  return times.length < ends.length ? 'block' : times.reduce(most);
}

/** Each rule's budgets bound each token they name: for a token that several rules name, one rule is enough. */
function tightest(rules: readonly (readonly Budget[])[]): Budget[] {
  const tokens = new Set(rules.flatMap((budgets) => budgets.map(({ token }) => nameOf(token))));
  return [...tokens].flatMap((token) => {
    const each = rules
      .map((budgets) => budgets.filter((budget) => nameOf(budget.token) === token))
      .filter((budgets) => budgets.length > 0);
    return each.reduce((a, b) => (sumOf(b) < sumOf(a) ? b : a));
  });
}

function sumOf(budgets: readonly Budget[]): bigint {
  return budgets.reduce((sum, { amount }) => sum + amount, 0n);
}

function nameOf(token: Budget['token']): string {
  return token?.toLowerCase() ?? 'native';
}

/** What an account cannot lose more of in any set. */
function commonLosses(sets: readonly Bounds[]): Loss[] {
  const [first, ...rest] = sets.map((one) => one.losses ?? []);
  return (first ?? []).flatMap((loss) => {
    const same = rest.map((losses) => losses.find((other) => isSame(other, loss)));
    if (same.includes(undefined)) return [];
    const amounts = [loss, ...same].map((one) => one?.amount ?? 0n);
    return [{ ...loss, amount: amounts.reduce(most) }];
  });
}

function isSame(a: Loss, b: Loss): boolean {
  return sameAddress(a.account, b.account) && nameOf(a.token) === nameOf(b.token);
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function most(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
