// What a status document claims about permissions, as routes. A claim may only raise a worst case: what the server
// says was already spent, is dead, or is narrowed by a lease, is left out of it.
import type { Address } from 'viem';
import type { Permission } from '../protocol/status';
import type { Route } from './drain-moments';
import type { Meter } from './meter';

/**
 * Routes of the permissions the caller believes to be alive. The grant of a Replicant is known
 * from its parent's permission, which has the same root and at most two links.
 */
export function claimedRoutes(permissions: readonly Permission[], account: Address): Route[] {
  const grants = new Map(permissions.filter(isDirect).map((one) => [rootOf(one), meterOf(one)]));
  return permissions.map((permission) => {
    const grant = isDirect(permission) ? undefined : grants.get(rootOf(permission));
    return {
      chainId: permission.chainId,
      account,
      token: permission.token,
      opensAt: 0,
      endsAt: permission.expiresAt,
      endBlock: null,
      meters: [meterOf(permission), ...(grant ? [grant] : [])],
    };
  });
}

function meterOf(permission: Permission): Meter {
  const { chainId, delegationHashes, id } = permission;
  const leaf = `${chainId} ${(delegationHashes[0] ?? id).toLowerCase()}`;
  return {
    key: isDirect(permission) ? rootOf(permission) : leaf,
    token: permission.token,
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
