// What one link of a delegation chain limits. A rule Bardo cannot read may well limit something on chain; it is
// counted as no limit, so that nothing shown here is too low. `read-limits.ts` reads them from caveats.
import type { Address } from 'viem';
import type { Loss } from '../caveats/caveat';
import { sameAddress } from '../chain/addresses';
import { ANY_CALLS, type Calls, narrowed } from './calls';
import { FOREVER, type Life, shorter } from './life';
import type { Meter } from './meter';

export type Limits = Life & {
  meters: readonly Meter[];
  calls: Calls;
  /** How often it can be used, by the counter's name; none = without end. */
  uses: readonly { key: string; count: bigint }[];
  /** Native currency that one use may move; null = any. */
  perUse: bigint | null;
  /** What an account may lose in one use, by its balance. */
  losses: readonly Loss[];
  /** Who may be paid; null = anyone. */
  payees: readonly Address[] | null;
  /** No token can leave, whatever the meters say: a native lease, plain transfers, revocations. */
  noTokens: boolean;
  /** A rule limits what tokens may be lost, by a measure that Bardo cannot put into a figure. */
  weighed: boolean;
  /** No native currency can leave. */
  noNative: boolean;
  /** Rules that Bardo cannot read or does not know. */
  unread: number;
  /** Of each entry one alternative holds, by the redeemer's choice. */
  or: readonly (readonly Limits[])[];
  /** Meters of a lease that bind whoever redeems with another key than the Golem's. */
  replicants: readonly { sessionKey: Address; meter: Meter }[];
};

export const NO_LIMITS: Limits = {
  ...FOREVER,
  meters: [],
  calls: ANY_CALLS,
  uses: [],
  perUse: null,
  losses: [],
  payees: null,
  noTokens: false,
  weighed: false,
  noNative: false,
  unread: 0,
  or: [],
  replicants: [],
};

/** The limits of two rules, or of two links, that must both pass. */
export function both(a: Limits, b: Limits): Limits {
  return {
    ...shorter(a, b),
    meters: [...a.meters, ...b.meters],
    calls: narrowed(a.calls, b.calls),
    uses: [...a.uses, ...b.uses],
    perUse: smaller(a.perUse, b.perUse),
    losses: [...a.losses, ...b.losses],
    payees: common(a.payees, b.payees),
    noTokens: a.noTokens || b.noTokens,
    weighed: a.weighed || b.weighed,
    noNative: a.noNative || b.noNative,
    unread: a.unread + b.unread,
    or: [...a.or, ...b.or],
    replicants: [...a.replicants, ...b.replicants],
  };
}

/** The meters that a redemption by this key must pass. */
export function metersFor({ meters, replicants }: Limits, redeemer: Address | null): Meter[] {
  const others = replicants.filter(({ sessionKey }) => !sameAddress(sessionKey, redeemer));
  return [...meters, ...(redeemer === null ? [] : others.map(({ meter }) => meter))];
}

function smaller(a: bigint | null, b: bigint | null): bigint | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

function common(a: Limits['payees'], b: Limits['payees']): Limits['payees'] {
  if (a === null || b === null) return a ?? b;
  return a.filter((one) => b.some((other) => sameAddress(one, other)));
}
