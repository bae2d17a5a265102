// The ways money can leave under given limits: one for each asset and each alternative that the redeemer may
// choose. What no rule limits has no meter.
import type { Address } from 'viem';
import type { Loss } from '../caveats/caveat';
import { sameAddress } from '../chain/addresses';
import { escalates, isEmpty } from './calls';
import type { Route } from './drain-moments';
import { both, type Limits, metersFor } from './limits';
import { least, type Meter } from './meter';
import { etherOf, type Move, movesOf, onlyPays, transfersOnly } from './moves';

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
    return [...tokenWays(one, meters, account), ...nativeWays(one, meters, account)].map((way) => ({
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
function tokenWays(limits: Limits, meters: readonly Meter[], account: Address): Metered[] {
  if (limits.noTokens) return [];
  const own = meters.filter(({ token }) => token !== null);
  const token = own[0]?.token;
  if (!token) return freeWays(limits, account);
  if (!own.every((one) => sameAddress(one.token, token))) return [];
  const calls = transfersOnly(limits.calls);
  const each = eachUse({ ...limits, calls }, movesOf(calls), token, account);
  return each === 0n ? [] : [{ token, meters: [...own, ...usesOf(limits, each)] }];
}

/** Without a meter: of every token that its calls can name, so much with each use. */
function freeWays(limits: Limits, account: Address): Metered[] {
  const { calls, weighed } = limits;
  const moves = movesOf(calls);
  const tokens = moves ? moves.map(({ token }) => token) : onlyPays(calls) ? calls.targets : null;
  const names = [...new Set(tokens?.map((token) => token.toLowerCase() as Move['token']))];
  const known = names.map((token) => ({ token, each: eachUse(limits, moves, token, account) }));
  if (!tokens || known.some(({ each }) => each === null)) {
    return [{ token: 'any', meters: [], weighed }];
  }
  return known
    .filter(({ each }) => each !== 0n)
    .map(({ token, each }) => ({
      token,
      meters: usesOf(limits, each, token === 'any' ? null : token),
    }));
}

/**
 * What one use takes of a token at most; null = nothing says so. A balance tells it only where no use can approve
 * anybody, and only of the account that pays.
 */
function eachUse(
  { calls, losses }: Limits,
  moves: readonly Move[] | null,
  token: Move['token'],
  account: Address,
): bigint | null {
  const weighed = losses.filter((loss) => isSame(loss, token, account) && onlyPays(calls));
  return leastOf([
    moves && sumOf(moves.filter((move) => isOf(move.token, token))),
    ...weighed.map(({ amount }) => amount),
  ]);
}

function nativeWays(limits: Limits, meters: readonly Meter[], account: Address): Metered[] {
  const weighed = limits.losses.filter((loss) => isSame(loss, null, account));
  const each = leastOf([
    limits.perUse,
    etherOf(limits.calls),
    ...weighed.map(({ amount }) => amount),
  ]);
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

function isSame(loss: Loss, token: Move['token'] | null, account: Address): boolean {
  const same = loss.token === token || sameAddress(loss.token, token);
  return same && sameAddress(loss.account, account);
}

/** null = none of them says anything. */
function leastOf(bounds: readonly (bigint | null)[]): bigint | null {
  const [first, ...rest] = bounds.filter((one) => one !== null);
  return first === undefined ? null : rest.reduce(least, first);
}

function isOf(token: Move['token'], other: string | null): boolean {
  return token === 'any' || sameAddress(token, other);
}

function sumOf(moves: readonly Move[]): bigint {
  return moves.reduce((sum, { amount }) => sum + amount, 0n);
}
