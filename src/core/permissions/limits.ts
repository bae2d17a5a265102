// What one link of a delegation chain limits, read from its caveats. A rule Bardo cannot read may well
// limit something on chain; it is counted as no limit, so that nothing shown here is too low.
import type { Address, Hex } from 'viem';
import { allowedCalldata } from '../caveats/allowed-calldata';
import { NEVER } from '../caveats/budget-words';
import { readCaveat } from '../caveats/list';
import { timestamp } from '../caveats/timestamp';
import { sameAddress } from '../chain/addresses';
import { type CaveatData, type Delegation, hashDelegation } from './delegation';
import { type LeaseTerms, ledgerKey, replicantKey } from './lease';
import type { Meter, Payment } from './meter';
import { meterOf } from './meter-terms';

export type Limits = {
  meters: readonly Meter[];
  /** First second at which the link works, and the first at which it no longer does (null = no end). */
  opensAt: number;
  endsAt: number | null;
  /** Who may be paid; null = anyone. */
  payees: readonly Address[] | null;
  /** No token can leave, whatever the meters say: a native lease, plain transfers, revocations. */
  noTokens: boolean;
  /** No native currency can leave. */
  noNative: boolean;
  /** Rules that Bardo cannot read or does not know. */
  unread: number;
  /** Meters of a lease that bind whoever redeems with another key than the Golem's. */
  replicants: readonly { sessionKey: Address; meter: Meter }[];
};

export const NO_LIMITS: Limits = {
  meters: [],
  opensAt: 0,
  endsAt: null,
  payees: null,
  noTokens: false,
  noNative: false,
  unread: 0,
  replicants: [],
};

export type LimitScene = {
  chainId: number;
  /** Reads our lease caveat; null for any other caveat. */
  leaseOf: (caveat: CaveatData) => LeaseTerms | null;
  /** What has left through a meter, by its key; nothing known = the whole cap is still there. */
  paid: (key: string) => readonly Payment[];
};

export function limitsOf(delegation: Delegation, scene: LimitScene): Limits {
  const hash = hashDelegation(delegation);
  return delegation.caveats
    .map((caveat, index) => {
      const lease = scene.leaseOf(caveat);
      return lease
        ? leaseLimits(lease, delegation.delegator, scene)
        : caveatLimits(caveat, `${hash} ${index}`, scene);
    })
    .reduce(both, NO_LIMITS);
}

/** The limits of two rules, or of two links, that must both pass. */
export function both(a: Limits, b: Limits): Limits {
  return {
    meters: [...a.meters, ...b.meters],
    opensAt: Math.max(a.opensAt, b.opensAt),
    endsAt: earlier(a.endsAt, b.endsAt),
    payees: common(a.payees, b.payees),
    noTokens: a.noTokens || b.noTokens,
    noNative: a.noNative || b.noNative,
    unread: a.unread + b.unread,
    replicants: [...a.replicants, ...b.replicants],
  };
}

/** The meters that a redemption by this key must pass. */
export function metersFor({ meters, replicants }: Limits, redeemer: Address | null): Meter[] {
  const others = replicants.filter(({ sessionKey }) => !sameAddress(sessionKey, redeemer));
  return [...meters, ...(redeemer === null ? [] : others.map(({ meter }) => meter))];
}

function leaseLimits(lease: LeaseTerms, guardian: Address, scene: LimitScene): Limits {
  return {
    ...NO_LIMITS,
    meters: [rolling(lease, ledgerKey(guardian, lease), lease.cap, scene)],
    endsAt: lease.expiresAt,
    payees: lease.payees,
    // A lease lets exactly one kind of payment through and nothing else.
    noTokens: lease.token === null,
    noNative: lease.token !== null,
    replicants: [
      {
        sessionKey: lease.sessionKey,
        meter: rolling(lease, replicantKey(guardian, lease), lease.replicantCap, scene),
      },
    ],
  };
}

function rolling(lease: LeaseTerms, key: string, cap: bigint, scene: LimitScene): Meter {
  const unit = 10n ** BigInt(lease.unitExponent);
  const shape = { kind: 'rolling', unit } as const;
  const place = `${scene.chainId} ${key}`;
  return { key: place, token: lease.token, cap, startAt: 0, shape, paid: scene.paid(place) };
}

function caveatLimits(caveat: CaveatData, name: string, scene: LimitScene): Limits {
  const { enforcer, terms } = caveat;
  const rule = readCaveat(enforcer, terms, { chainId: scene.chainId, now: 0 });
  if (rule.terms === null) return { ...NO_LIMITS, unread: 1 };
  const key = `${scene.chainId} ${name}`;
  const meter = meterOf(caveat, key, scene.paid(key));
  if (meter) return { ...NO_LIMITS, meters: [meter] };
  return {
    ...NO_LIMITS,
    ...timeLimits(enforcer, terms),
    payees: payeesOf(enforcer, terms),
    noTokens: rule.bounds.tokens === true,
    noNative: rule.bounds.value === true,
  };
}

/** TimestampEnforcer is strict on both sides: the first good second is `after + 1`. */
function timeLimits(enforcer: Address, terms: Hex): Pick<Limits, 'opensAt' | 'endsAt'> {
  if (!sameAddress(enforcer, timestamp.address)) return { opensAt: 0, endsAt: null };
  const { after, before } = timestamp.decode(terms);
  return {
    opensAt: after === 0n ? 0 : Number(after >= NEVER ? NEVER : after + 1n),
    endsAt: before === 0n || before > NEVER ? null : Number(before),
  };
}

/** MetaMask pins the first argument of `transfer` to the payee. */
function payeesOf(enforcer: Address, terms: Hex): Limits['payees'] {
  if (!sameAddress(enforcer, allowedCalldata.address)) return null;
  const { start, value } = allowedCalldata.decode(terms);
  if (start !== 4n || !/^0x0{24}[0-9a-f]{40}$/.test(value)) return null;
  return [`0x${value.slice(26)}`];
}

function earlier(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}

function common(a: Limits['payees'], b: Limits['payees']): Limits['payees'] {
  if (a === null || b === null) return a ?? b;
  return a.filter((one) => b.some((other) => sameAddress(one, other)));
}
