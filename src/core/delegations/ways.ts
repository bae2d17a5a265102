// The ways money can leave under given limits: one for each asset and each alternative that the redeemer may
// choose. What no rule limits has no meter.
import type { Address } from 'viem';
import { sameAddress } from '../chain/addresses';
import { escalates, isEmpty } from './calls';
import type { Route } from './drain';
import { both, type Limits, metersFor } from './limits';
import { least, type Meter } from './meter';
import { etherOf, type Move, movesOf } from './moves';

export type Way = Omit<Route, 'chainId' | 'account'>;

/** More alternatives than any real delegation has; beyond them none is believed to limit anything. */
const MAX_ALTERNATIVES = 64;

/** `redeemer` null = any key. */
export function waysOut(
  limits: Limits,
  { account, redeemer }: { account: Address; redeemer: Address | null },
): Way[] {
  return alternativesOf(limits).flatMap((one): Way[] => {
    if (one.payees?.length === 0 || isEmpty(one.calls)) return [];
    const { opensAt, endsAt, endBlock } = one;
    const life = { opensAt, endsAt, endBlock };
    if (escalates(one.calls, account)) {
      const all = { ...life, meters: [], power: 'all' as const };
      return [
        { ...all, token: 'any' },
        { ...all, token: null },
      ];
    }
    const meters = metersFor(one, redeemer);
    const power = one.calls.steps ? 'fixed' : 'payments';
    return [...tokenWays(one, meters), ...nativeWays(one, meters, account)].map((way) => ({
      ...life,
      ...way,
      power,
    }));
  });
}

/** One set of limits for each choice of the redeemer. */
function alternativesOf(limits: Limits): Limits[] {
  const { or, ...rest } = limits;
  const count = or.reduce((product, options) => product * options.length, 1);
  if (count > MAX_ALTERNATIVES) return [{ ...rest, or: [] }];
  return or.reduce<Limits[]>(
    (known, options) => known.flatMap((one) => options.flatMap((option) => joined(one, option))),
    [{ ...rest, or: [] }],
  );
}

/** An alternative may hold alternatives itself. */
function joined(one: Limits, option: Limits): Limits[] {
  return alternativesOf(option).map((each) => both(one, each));
}

type Metered = Pick<Way, 'token' | 'meters' | 'weighed'>;

/** A token meter passes its own token only: two of different tokens pass nothing. */
function tokenWays(limits: Limits, meters: readonly Meter[]): Metered[] {
  if (limits.noTokens) return [];
  const own = meters.filter(({ token }) => token !== null);
  const moves = movesOf(limits.calls);
  const [first] = own;
  if (!first && moves) return fixedWays(limits, moves);
  if (!first) return [{ token: 'any', meters: [], weighed: limits.weighed }];
  if (!own.every(({ token }) => sameAddress(token, first.token))) return [];
  const each = moves && sumOf(moves.filter(({ token }) => isOf(token, first.token)));
  return each === 0n ? [] : [{ token: first.token, meters: [...own, ...usesOf(limits, each)] }];
}

/** Of every token that the fixed calls move, so much with each use. */
function fixedWays(limits: Limits, moves: readonly Move[]): Metered[] {
  const tokens = new Set(moves.map(({ token }) => token.toLowerCase() as Move['token']));
  return [...tokens].map((token) => {
    const each = sumOf(moves.filter((move) => isOf(move.token, token)));
    return { token, meters: usesOf(limits, each, token === 'any' ? null : token) };
  });
}

function nativeWays(limits: Limits, meters: readonly Meter[], account: Address): Metered[] {
  const weighed = limits.losses.filter(
    (loss) => loss.token === null && sameAddress(loss.account, account),
  );
  const bounds = [limits.perUse, etherOf(limits.calls), ...weighed.map(({ amount }) => amount)];
  const [first, ...rest] = bounds.filter((one) => one !== null);
  const each = first === undefined ? null : rest.reduce(least, first);
  if (limits.noNative || each === 0n) return [];
  const own = meters.filter(({ token }) => token === null);
  return [{ token: null, meters: [...own, ...usesOf(limits, each)] }];
}

/** So much with each use, so many uses: a total. Unknown of either limits nothing. */
function usesOf({ uses }: Limits, each: bigint | null, token: Address | null = null): Meter[] {
  if (each === null) return [];
  return uses.map(({ key, count }) => ({
    key,
    token,
    cap: each * count,
    startAt: 0,
    shape: { kind: 'total' },
    paid: [],
  }));
}

function isOf(token: Move['token'], other: string | null): boolean {
  return token === 'any' || sameAddress(token, other);
}

function sumOf(moves: readonly Move[]): bigint {
  return moves.reduce((sum, { amount }) => sum + amount, 0n);
}
