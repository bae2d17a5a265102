// What one link of a delegation chain limits, read from its caveats. A rule Bardo cannot read may well
// limit something on chain; it is counted as no limit, so that nothing shown here is too low.
import type { Address, Hex } from 'viem';
import { allowedCalldata } from '../caveats/allowed-calldata';
import { allowedTargets } from '../caveats/allowed-targets';
import { approvalRevocation } from '../caveats/approval-revocation';
import { NEVER } from '../caveats/budget-words';
import { exactCalldata } from '../caveats/exact-calldata';
import { exactExecution } from '../caveats/exact-execution';
import { exactExecutionBatch } from '../caveats/exact-execution-batch';
import { golemPolicy } from '../caveats/golem-policy';
import { type Rule, readCaveat } from '../caveats/list';
import { mortalityTimeWindow } from '../caveats/mortality-time-window';
import { timestamp } from '../caveats/timestamp';
import { sameAddress } from '../chain/addresses';
import { type CaveatData, type Delegation, hashDelegation } from './delegation';
import type { Meter, Payment } from './meter';
import { leaseMeters, meterOf } from './meter-terms';

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
  /** What has left through a meter, by its key; nothing known = the whole cap is still there. */
  paid: (key: string) => readonly Payment[];
};

export function limitsOf(delegation: Delegation, scene: LimitScene): Limits {
  const hash = hashDelegation(delegation);
  const sends = delegation.caveats.some(isPlainSend);
  return delegation.caveats
    .map((caveat, index) => {
      const rule = readCaveat(caveat.enforcer, caveat.terms, { chainId: scene.chainId, now: 0 });
      if (rule.terms === null) return { ...NO_LIMITS, unread: 1 };
      const place = { chainId: scene.chainId, delegator: delegation.delegator, hash, index };
      return sameAddress(caveat.enforcer, golemPolicy.address)
        ? leaseLimits(caveat.terms, delegation.delegator, scene)
        : caveatLimits(caveat, rule, { meter: metered(meterOf(caveat, place), scene), sends });
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

function leaseLimits(terms: Hex, guardian: Address, scene: LimitScene): Limits {
  const lease = golemPolicy.decode(terms);
  const { own, replicants } = leaseMeters(lease, guardian, scene.chainId);
  return {
    ...NO_LIMITS,
    meters: [metered(own, scene)],
    endsAt: Number(lease.expiry),
    payees: lease.payees.map(lower),
    // A lease lets exactly one kind of payment through and nothing else.
    noTokens: lease.token === null,
    noNative: lease.token !== null,
    replicants: [{ sessionKey: lower(lease.sessionKey), meter: metered(replicants, scene) }],
  };
}

/** Rules that let no token leave when they bound tokens at all; others bound how much. */
const TOKENLESS = [exactCalldata, approvalRevocation, exactExecution, exactExecutionBatch].map(
  ({ address }) => address,
);

/** `sends`: the link lets plain sends through, nothing else. */
function caveatLimits(
  caveat: CaveatData,
  rule: Rule,
  { meter, sends }: { meter: Meter | null; sends: boolean },
): Limits {
  const { enforcer, terms } = caveat;
  // Without a meter of native currency, a bound on value is a value of zero.
  const noNative = rule.bounds.value === true && (!meter || meter.token !== null);
  if (meter) return { ...NO_LIMITS, meters: [meter], noNative };
  return {
    ...NO_LIMITS,
    ...timeLimits(enforcer, terms),
    payees: sends ? targetsOf(caveat) : payeesOf(caveat),
    noTokens: rule.bounds.tokens === true && TOKENLESS.includes(lower(enforcer)),
    noNative,
  };
}

function metered<T extends Omit<Meter, 'paid'> | null>(
  meter: T,
  scene: LimitScene,
): T extends null ? null : Meter;
function metered(meter: Omit<Meter, 'paid'> | null, scene: LimitScene): Meter | null {
  return meter && { ...meter, paid: scene.paid(meter.key) };
}

/** TimestampEnforcer is strict on both sides: the first good second is `after + 1`. */
function timeLimits(enforcer: Address, terms: Hex): Pick<Limits, 'opensAt' | 'endsAt'> {
  if (sameAddress(enforcer, mortalityTimeWindow.address)) {
    const { start, end } = mortalityTimeWindow.decode(terms);
    return { opensAt: Number(start), endsAt: Number(end) };
  }
  if (!sameAddress(enforcer, timestamp.address)) return { opensAt: 0, endsAt: null };
  const { after, before } = timestamp.decode(terms);
  return {
    opensAt: after === 0n ? 0 : Number(after >= NEVER ? NEVER : after + 1n),
    endsAt: before === 0n || before > NEVER ? null : Number(before),
  };
}

function isPlainSend({ enforcer, terms }: CaveatData): boolean {
  return sameAddress(enforcer, exactCalldata.address) && terms === '0x';
}

/** Whoever is sent to is paid: so MetaMask writes the payees of a native grant. */
function targetsOf({ enforcer, terms }: CaveatData): Limits['payees'] {
  if (!sameAddress(enforcer, allowedTargets.address)) return null;
  return allowedTargets.decode(terms).targets.map(lower);
}

/** MetaMask pins the first argument of `transfer` to the payee. */
function payeesOf({ enforcer, terms }: CaveatData): Limits['payees'] {
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

function lower(address: Address): Address {
  return address.toLowerCase() as Address;
}
