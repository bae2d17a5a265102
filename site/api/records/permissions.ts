// Permissions as the status protocol shows them. What is left is counted by core's own meters from what
// the chain showed was spent: the least over all links and the balance.
import type { Hex } from 'viem';
import { sameAddress } from '../../../src/core/chain/addresses';
import { least, leftAt, type Meter } from '../../../src/core/delegations/meter';
import type { Permission, Phase } from '../../../src/core/protocol/status';
import { effectiveCap } from '../../../src/core/runway/phase';
import { disabledAt, endOfGrant, endOfLease, leaseOn } from './endings';
import type { Estate } from './estate';
import { lifeOf, phaseName } from './golems';
import { metersOf, paymentsOf } from './meters';
import type { GrantRow, LeaseRow, SliceRow } from './rows';

export function permissionDocuments(estate: Estate): Permission[] {
  const own = new Set(estate.golems.map(({ id }) => id));
  return [
    ...estate.grants
      .filter(({ golem }) => own.has(golem))
      .map((grant) => grantDocument(estate, grant)),
    ...estate.slices.flatMap((slice) => sliceDocument(estate, slice) ?? []),
  ];
}

export function grantDocument(estate: Estate, grant: GrantRow): Permission {
  const lease = leaseOn(estate, grant.id);
  const end = endOfGrant(estate, grant);
  return {
    id: grant.id,
    golem: grant.golem,
    chainId: grant.chain_id,
    manager: grant.manager,
    token: grant.token,
    cap: grant.cap,
    periodSeconds: grant.period_seconds,
    left: end ? '0' : leftOf(estate, grant, contextOf(grant, lease)),
    startAt: grant.start_at,
    expiresAt: grant.expires_at,
    delegationHashes: lease ? [lease.hash, grant.root_hash] : [grant.root_hash],
    revokedAt: end?.at ?? null,
    lease: lease && leaseDocument(estate, lease, lease.cap),
  };
}

/** A Replicant's slice: it ends with the lease and the grant it hangs on. */
function sliceDocument(estate: Estate, slice: SliceRow): Permission | null {
  const grant = estate.grants.find(({ id }) => id === slice.permission);
  if (!grant) return null;
  const lease = estate.leases.find(({ hash }) => hash === slice.lease_hash) ?? null;
  const disabled = disabledAt(estate, slice.chain_id, slice.hash);
  const end = disabled ?? endOfGrant(estate, grant)?.at ?? null;
  return {
    ...grantDocument(estate, grant),
    id: sliceId(slice),
    golem: slice.golem,
    cap: slice.cap,
    left: end === null ? leftOf(estate, grant, slice.context) : '0',
    startAt: slice.start_at,
    expiresAt: Math.min(slice.expires_at, grant.expires_at),
    delegationHashes: [slice.hash, ...(lease ? [lease.hash] : []), grant.root_hash],
    revokedAt: end,
    lease: lease && {
      ...leaseDocument(estate, lease, lease.replicant_cap),
      sessionKey: slice.session_key,
    },
  };
}

export function sliceId({ chain_id, hash }: Pick<SliceRow, 'chain_id' | 'hash'>): string {
  return `s-${chain_id}-${hash.slice(2, 34)}`;
}

/** The chain of links as it can be redeemed today, leaf first. */
export function contextOf(grant: GrantRow, lease: LeaseRow | null): Hex {
  return lease?.context ?? grant.context;
}

/** A lease that has ended says so by its end: it is over from then on. */
function leaseDocument(
  estate: Estate,
  lease: LeaseRow,
  cap: string,
): NonNullable<Permission['lease']> {
  return {
    generation: lease.generation,
    budgetId: lease.budget_id,
    sessionKey: lease.session_key,
    cap,
    expiresAt: Math.min(lease.expires_at, endOfLease(estate, lease) ?? lease.expires_at),
  };
}

function leftOf(estate: Estate, grant: GrantRow, context: Hex): string {
  const lease = leaseOn(estate, grant.id);
  if (lease && endOfLease(estate, lease) !== null) return '0';
  const golem = [...estate.golems, ...estate.parents].find(({ id }) => id === grant.golem);
  const phase = golem ? phaseName(lifeOf(estate, golem).phase) : 'thriving';
  const paid = paymentsOf(estate, grant.chain_id);
  const lefts = metersOf(grant.chain_id, context)
    .filter(({ token }) => token === grant.token || sameAddress(token, grant.token))
    .map((meter) => leftAt({ ...inPhase(meter, phase), paid: paid(meter.key) }, estate.now));
  const held = estate.balances.find(
    (one) =>
      one.chain_id === grant.chain_id &&
      one.account === grant.owner &&
      one.token === (grant.token ?? ''),
  );
  const all = held ? [...lefts, BigInt(held.amount)] : lefts;
  return `${all.reduce(least, BigInt(grant.cap))}`;
}

/** Only our enforcer knows phases; MetaMask's caps stay as they are. */
function inPhase(meter: Meter, phase: Phase): Meter {
  return meter.shape.kind === 'rolling' ? { ...meter, cap: effectiveCap(meter.cap, phase) } : meter;
}
