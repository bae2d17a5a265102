// What is left standing once a whole transaction has run. A batch that ends both grants of a Golem leaves
// it nothing, though each of its calls alone would leave the other.
import { ENDED_GENERATION } from '../caveats/golem-policy';
import { FRAMEWORK, sameAddress } from '../chain/addresses';
import type { Permission } from '../protocol/status';
import type { Effect, Ending, Raise } from './effect';
import { type Aftermath, golemWithId, isLive, type Scene, type WatchedPermission } from './scene';

export function aftermathOf(effects: readonly Effect[], scene: Scene): Aftermath {
  const endings = effects.filter((one): one is Ending => !isMoney(one));
  const switched = new Map(
    endings.flatMap((one) => ('hash' in one ? [[one.hash.toLowerCase(), one.kind] as const] : [])),
  );
  const isDisabled = ({ delegationHashes }: Permission) =>
    delegationHashes.some((hash) => switched.get(hash.toLowerCase()) === 'disables');
  const panic = endings.some((one) => one.kind === 'ends grants' && isOwner(one.account, scene));
  const here = (scene.watched?.permissions ?? []).filter((one) => isLive(one, scene));
  return {
    ended: idsOf(here.filter((one) => isDisabled(one) || (panic && isMetaMasks(one)))),
    unleased: idsOf(endings.flatMap((one) => leasesEndedBy(one, scene))),
    switched,
  };
}

/** Watched permissions on this chain whose lease an ending takes. */
export function leasesEndedBy(ending: Ending, scene: Scene): Permission[] {
  if (ending.kind === 'ends leases') {
    return isOwner(ending.account, scene) ? leasedHere(scene) : [];
  }
  if (ending.kind !== 'raises') return [];
  return leasesUnder(ending, scene).filter(
    ({ lease }) => ending.generation === ENDED_GENERATION || below(lease, ending.generation),
  );
}

/** Leases of the budget a raise is about, and what Replicants hold of them. */
export function leasesUnder(raise: Raise, scene: Scene): Permission[] {
  if (!sameAddress(raise.manager, FRAMEWORK.delegationManager)) return [];
  const own = leasedHere(scene).filter(
    ({ golem, lease }) =>
      lease !== null &&
      BigInt(lease.budgetId) === raise.budgetId &&
      sameAddress(golemWithId(scene, golem)?.guardian, raise.guardian),
  );
  return withSlices(own, scene);
}

/** These leases and everything that hangs on their link: what Replicants hold of them. */
export function withSlices(leases: readonly Permission[], scene: Scene): Permission[] {
  const links = new Set(leases.map(({ delegationHashes: [leaf] }) => leaf?.toLowerCase()));
  // The last hash is the grant itself, which other leases may hang on.
  return leasedHere(scene).filter(
    (one) =>
      leases.includes(one) ||
      one.delegationHashes.slice(0, -1).some((hash) => links.has(hash.toLowerCase())),
  );
}

/** Permissions on this chain that a Golem spends by a lease of today. */
export function leasedHere(scene: Scene): Permission[] {
  return (scene.watched?.permissions ?? []).filter(
    (one) => isLive(one, scene) && one.lease !== null && scene.now < one.lease.expiresAt,
  );
}

/** Everything of the owner that can be spent now, on whatever chain. */
export function spendable(scene: Scene): WatchedPermission[] {
  return (scene.watched?.permissions ?? [])
    .filter((one) => isLive(one, { ...scene, chainId: one.chainId }))
    .filter(({ lease }) => lease === null || scene.now < lease.expiresAt)
    .map((permission) => ({ permission, golem: golemWithId(scene, permission.golem) }));
}

export function isOwner(account: string, scene: Scene): boolean {
  return sameAddress(account, scene.watched?.owner);
}

/** Under MetaMask's manager, whose grants all carry the account's counter. */
export function isMetaMasks({ manager }: Permission): boolean {
  return sameAddress(manager, FRAMEWORK.delegationManager);
}

function below(lease: Permission['lease'], generation: bigint): boolean {
  return lease !== null && BigInt(lease.generation) < generation;
}

function isMoney({ kind }: Effect): boolean {
  return kind === 'pays' || kind === 'allows';
}

function idsOf(permissions: readonly Permission[]): Set<string> {
  return new Set(permissions.map(({ id }) => id));
}
