// The limits of a delegation, read from its caveats. All of them must pass; of the sets in a LogicalOrWrapper one,
// and of the budgets of a MultiTokenPeriod one, as the redeemer likes in each use.
import type { Address, Hex } from 'viem';
import { lower } from '../bytes/hex';
import { allowedCalldata } from '../caveats/allowed-calldata';
import { allowedTargets } from '../caveats/allowed-targets';
import type { Rule, SignedCaveat } from '../caveats/caveat';
import { exactCalldata } from '../caveats/exact-calldata';
import { golemPolicy } from '../caveats/golem-policy';
import { logicalOrWrapper, readCaveats } from '../caveats/list';
import { multiTokenPeriod } from '../caveats/multi-token-period';
import { valueLte } from '../caveats/value-lte';
import { sameAddress } from '../chain/addresses';
import { callsOf } from './call-rules';
import { CONTAINED } from './calls';
import { type Delegation, hashDelegation } from './delegation';
import { lifeOf } from './life';
import { both, type Limits, NO_LIMITS } from './limits';
import type { Meter, Payment } from './meter';
import { leaseMeters, meterOf, periodMeters, type Unpaid } from './meter-terms';

export type LimitScene = {
  chainId: number;
  /** What has left through a meter, by its key; nothing known = the whole cap is still there. */
  paid: (key: string) => readonly Payment[];
};

/** Rules that are asked together. */
type Place = {
  scene: LimitScene;
  delegator: Address;
  hash: Hex;
  /** In a wrapper enforcers have another caller, and keep their records for it apart. */
  wrapped: boolean;
  /** Every rule that may have written the record of an enforcer here. */
  peers: readonly SignedCaveat[];
};

/** `hash`: of the delegation, where the caller has it already. */
export function limitsOf(
  delegation: Omit<Delegation, 'signature'>,
  scene: LimitScene,
  hash: Hex = hashDelegation(delegation),
): Limits {
  const { caveats, delegator } = delegation;
  return limitsAt(caveats, { scene, delegator, hash, wrapped: false, peers: caveats });
}

function limitsAt(caveats: readonly SignedCaveat[], place: Place): Limits {
  const { chainId } = place.scene;
  const scene = { chainId, now: 0, ...(place.wrapped ? { inWrapper: true as const } : {}) };
  const sends = caveats.some(isPlainSend);
  return readCaveats(caveats, scene)
    .map((rule, index) => ruleLimits(caveats[index] as SignedCaveat, rule, { ...place, sends }))
    .reduce(both, NO_LIMITS);
}

const NOTHING: Limits = { ...NO_LIMITS, payees: [] };

function ruleLimits(caveat: SignedCaveat, rule: Rule, place: Place & { sends: boolean }): Limits {
  if (rule.terms === null) return { ...NO_LIMITS, unread: 1 };
  if (rule.bounds.nothing) return NOTHING;
  switch (caveat.enforcer.toLowerCase()) {
    case golemPolicy.address:
      return leaseLimits(caveat.terms, place);
    case logicalOrWrapper.address:
      return { ...NO_LIMITS, or: [setsOf(caveat, place)] };
    case multiTokenPeriod.address:
      return { ...NO_LIMITS, calls: CONTAINED, or: [budgetsOf(caveat, place)] };
    default:
      return caveatLimits(caveat, rule, place);
  }
}

function leaseLimits(terms: Hex, { delegator, scene, wrapped }: Place): Limits {
  const lease = golemPolicy.decode(terms);
  const { own, replicants } = leaseMeters(lease, delegator, { ...scene, wrapped });
  return {
    ...NO_LIMITS,
    meters: [metered(own, scene)],
    calls: CONTAINED,
    endsAt: Number(lease.expiry),
    payees: lease.payees.map(lower),
    // A lease lets exactly one kind of payment through and nothing else.
    noTokens: lease.token === null,
    noNative: lease.token !== null,
    replicants: [{ sessionKey: lower(lease.sessionKey), meter: metered(replicants, scene) }],
  };
}

/** All wrappers of a delegation are one caller: rules of any set may have written the record. */
function setsOf({ terms }: SignedCaveat, place: Place): Limits[] {
  const wrappers = place.peers.filter(({ enforcer }) => isWrapper(enforcer));
  const peers = wrappers.flatMap((one) => groupsOf(one.terms)).flat();
  return groupsOf(terms).map((caveats) => limitsAt(caveats, { ...place, wrapped: true, peers }));
}

/** A record for each token and place; two such rules could write each other's, so that neither counts. */
function budgetsOf({ enforcer, terms }: SignedCaveat, place: Place): Limits[] {
  const alone = place.peers.filter((one) => sameAddress(one.enforcer, enforcer)).length === 1;
  return periodMeters(terms, placeOf(place, enforcer)).map((meter) => ({
    ...NO_LIMITS,
    meters: alone ? [metered(meter, place.scene)] : [],
    calls: CONTAINED,
    noTokens: meter.token === null,
    noNative: meter.token !== null,
  }));
}

/** `sends`: the link lets plain sends through, nothing else. */
function caveatLimits(caveat: SignedCaveat, rule: Rule, place: Place & { sends: boolean }): Limits {
  const { enforcer, terms } = caveat;
  const { uses, losses = [] } = rule.bounds;
  const limits = { ...NO_LIMITS, ...lifeOf(caveat, rule), calls: callsOf(caveat, rule), losses };
  const noNative = rule.bounds.value === 'none';
  const at = placeOf(place, enforcer);
  const meter = metered(meterOf(caveat, at), place.scene);
  if (meter) return { ...limits, meters: [meter], noNative };
  return {
    ...limits,
    uses: uses === undefined ? [] : [{ key: `${at.record} uses`, count: uses }],
    perUse: sameAddress(enforcer, valueLte.address) ? valueLte.decode(terms).maxValue : null,
    payees: place.sends ? targetsOf(caveat) : payeesOf(caveat),
    noTokens: rule.bounds.tokens === 'none',
    weighed: rule.bounds.tokens === 'limited' && rule.bounds.fixed === undefined,
    noNative,
  };
}

/** Where an enforcer counts; its first rule stands for it in the name. */
function placeOf({ scene, delegator, hash, wrapped, peers }: Place, enforcer: Address) {
  const own = peers.filter((one) => sameAddress(one.enforcer, enforcer));
  const index = peers.findIndex((one) => sameAddress(one.enforcer, enforcer));
  const record = `${scene.chainId} ${hash}${wrapped ? ' or' : ''} ${index}`;
  return { chainId: scene.chainId, delegator, wrapped, record, peers: own };
}

function metered<T extends Unpaid | null>(
  meter: T,
  scene: LimitScene,
): T extends null ? null : Meter;
function metered(meter: Unpaid | null, scene: LimitScene): Meter | null {
  return meter && { ...meter, paid: scene.paid(meter.key) };
}

function groupsOf(terms: Hex): readonly (readonly SignedCaveat[])[] {
  return logicalOrWrapper.decode(terms).groups.map(({ caveats }) => caveats);
}

function isWrapper(enforcer: Address): boolean {
  return sameAddress(enforcer, logicalOrWrapper.address);
}

function isPlainSend({ enforcer, terms }: SignedCaveat): boolean {
  return sameAddress(enforcer, exactCalldata.address) && terms === '0x';
}

/** Whoever is sent to is paid: so MetaMask writes the payees of a native grant. */
function targetsOf({ enforcer, terms }: SignedCaveat): Limits['payees'] {
  if (!sameAddress(enforcer, allowedTargets.address)) return null;
  return allowedTargets.decode(terms).targets.map(lower);
}

/** MetaMask pins the first argument of `transfer` to the payee. */
function payeesOf({ enforcer, terms }: SignedCaveat): Limits['payees'] {
  if (!sameAddress(enforcer, allowedCalldata.address)) return null;
  const { start, value } = allowedCalldata.decode(terms);
  if (start !== 4n || !/^0x0{24}[0-9a-f]{40}$/.test(value)) return null;
  return [`0x${value.slice(26)}`];
}
