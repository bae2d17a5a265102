// What a status document claims about permissions, as links and routes. A claim may only raise a worst
// case: what the server says was already spent, or is dead, is left out of it.
import type { Address, Hex } from 'viem';
import type { Golem, Permission } from '../protocol/status';
import { CONTAINED } from './calls';
import type { Route } from './drain';
import { both, type Limits, NO_LIMITS } from './limits';
import type { Meter } from './meter';
import { leaseKey } from './meter-terms';
import type { Link } from './tree';

/** The chain of one permission by its hashes; its limits are known for the leaf only. */
export function claimedLinks(permission: Permission, guardian: Golem['guardian']): Link[] {
  const hashes = permission.delegationHashes as Hex[];
  return hashes.map((hash, index) => ({
    hash,
    parent: hashes[index + 1] ?? null,
    delegator: null,
    delegate: null,
    limits: index === 0 ? claimedLimits(permission, guardian) : NO_LIMITS,
  }));
}

/**
 * Routes of the permissions the caller believes to be alive. The grant of a Replicant is known
 * from its parent's permission, which has the same root and at most two links.
 */
export function claimedRoutes(
  permissions: readonly Permission[],
  golems: readonly Golem[],
  account: Address,
): Route[] {
  const grants = new Map(
    permissions.filter(isDirect).map((one) => [rootOf(one), grantMeter(one, rootOf(one))]),
  );
  return permissions.map((permission) => {
    const guardian = golems.find(({ id }) => id === permission.golem)?.guardian ?? null;
    const own = claimedLimits(permission, guardian);
    const grant = isDirect(permission) ? null : grants.get(rootOf(permission));
    return {
      chainId: permission.chainId,
      account,
      token: permission.token as Address | null,
      opensAt: own.opensAt,
      endsAt: own.endsAt,
      endBlock: null,
      meters: [...own.meters, ...(grant ? [grant] : [])],
    };
  });
}

function claimedLimits(permission: Permission, guardian: Golem['guardian']): Limits {
  const { lease, chainId, token } = permission;
  const leaf = permission.delegationHashes[0] ?? permission.id;
  const key = isDirect(permission) ? rootOf(permission) : `${chainId} ${leaf.toLowerCase()}`;
  const grant: Limits = {
    ...NO_LIMITS,
    meters: [grantMeter(permission, key)],
    calls: CONTAINED,
    endsAt: permission.expiresAt,
    noTokens: token === null,
    noNative: token !== null,
  };
  if (!lease) return grant;
  const ledger: Meter = {
    key: leaseKey({ chainId, guardian: guardian ?? leaf, budgetId: lease.budgetId }),
    token: token as Address | null,
    cap: BigInt(lease.cap),
    startAt: 0,
    shape: { kind: 'rolling', unit: 1n },
    paid: [],
  };
  return both(grant, { ...NO_LIMITS, meters: [ledger], endsAt: lease.expiresAt });
}

function grantMeter(permission: Permission, key: string): Meter {
  return {
    key,
    token: permission.token as Address | null,
    cap: BigInt(permission.cap),
    startAt: permission.startAt,
    shape: { kind: 'period', every: permission.periodSeconds },
    paid: [],
  };
}

/** Grant and lease at most: its cap is the grant's own. */
function isDirect({ delegationHashes }: Permission): boolean {
  return delegationHashes.length <= 2;
}

function rootOf({ chainId, delegationHashes }: Permission): string {
  return `${chainId} ${delegationHashes.at(-1)?.toLowerCase()}`;
}
