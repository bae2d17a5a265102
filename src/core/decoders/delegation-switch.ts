// Disabling and enabling a delegation: what ends or comes back, for which Golem. Only the delegator
// may do either, directly at the manager or through their own smart account.
import { FRAMEWORK, FRAMEWORK_CHAINS, sameAddress } from '../chain/addresses';
import {
  delegationFacts,
  isLive,
  permissionsOn,
  rulesOf,
  type WatchedPermission,
} from '../insight/delegation';
import { dangersOf } from '../insight/delegation-dangers';
import type { Fact, Finding } from '../insight/finding';
import type { Scene } from '../insight/scene';
import { keyHolder, shortName } from '../insight/signatures/reader';
import { type Delegation, hashDelegation } from '../permissions/delegation';
import type { Permission } from '../protocol/status';
import type { Call } from './decoder';

export type Switch = (delegation: Delegation, call: Call, scene: Scene) => Finding[];

export const explainDisable: Switch = (delegation, call, scene) => {
  const hash = hashDelegation(delegation);
  const ended = permissionsOn(scene, hash);
  const facts = factsOf(delegation, scene);
  const obstacle = obstacleTo(delegation, call);
  if (obstacle) return [{ level: 'warning', title: 'Ends nothing', lines: [obstacle], facts }];
  const [first] = ended;
  if (!first) return [{ level: 'info', title: unknownTitle(delegation, scene), lines: [], facts }];
  return [
    {
      level: 'info',
      title: endTitle(first, ended, scene),
      lines: [...endLines(first, ended, hash, scene)],
      facts,
    },
  ];
};

export const explainEnable: Switch = (delegation, call, scene) => {
  const facts = factsOf(delegation, scene);
  const obstacle = obstacleTo(delegation, call);
  if (obstacle) return [{ level: 'warning', title: 'Re-opens nothing', lines: [obstacle], facts }];
  const [found] = permissionsOn(scene, hashDelegation(delegation));
  const golem = found?.golem ?? keyHolder(scene, delegation.delegate)?.golem ?? null;
  const whose = golem ? `of ${shortName(golem)}` : 'of your account';
  return [
    {
      level: golem ? 'critical' : 'warning',
      title: `Re-opens a revoked permission ${whose}`,
      lines: ['It can be used again. What it had spent stays counted; its rules are the old ones.'],
      facts,
    },
    ...dangersOf(delegation, rulesOf(delegation, scene), scene),
  ];
};

/** Why the call cannot switch this delegation; null when it can. */
function obstacleTo({ delegator }: Delegation, { chainId, to, from }: Call): string | null {
  const atManager =
    sameAddress(to, FRAMEWORK.delegationManager) && FRAMEWORK_CHAINS.includes(chainId);
  if (!atManager && !sameAddress(to, delegator)) {
    return "It is sent neither to MetaMask's DelegationManager nor to the account that gave it.";
  }
  return sameAddress(from, delegator)
    ? null
    : 'Only the account that gave the permission can do this: the call will fail.';
}

function unknownTitle(delegation: Delegation, scene: Scene): string {
  const holder = keyHolder(scene, delegation.delegate);
  if (holder) return `Ends an unwatched permission of ${shortName(holder.golem)}`;
  return scene.watched
    ? 'Ends a permission that none of your watched Golems uses'
    : 'Ends a permission this account has given';
}

function endTitle(first: WatchedPermission, ended: WatchedPermission[], scene: Scene): string {
  if (!first.golem) return 'Ends a permission Bardo watches';
  const name = shortName(first.golem);
  if (ended.every(({ permission }) => !isLive(permission, scene))) {
    return `Ends ${name}'s ${kindOf(first.permission)}, which was already over`;
  }
  return othersOf(first.permission, ended, scene).length === 0
    ? `Ends ${name}'s ${kindOf(first.permission)}: it can no longer spend`
    : `Ends ${name}'s ${kindOf(first.permission)}, not its other permissions`;
}

function endLines(
  first: WatchedPermission,
  ended: WatchedPermission[],
  hash: string,
  scene: Scene,
): string[] {
  const { permission, golem } = first;
  const name = golem ? shortName(golem) : 'This Golem';
  const others = othersOf(permission, ended, scene).length;
  const root = permission.delegationHashes.at(-1)?.toLowerCase() === hash;
  const fellows = [
    ...new Set(ended.flatMap((one) => (one.golem && one.golem !== golem ? [one.golem] : []))),
  ];
  return [
    others === 0
      ? `It is the last live permission of ${name} that Bardo knows on this chain.`
      : `${name} keeps ${others} live permission${others === 1 ? '' : 's'} on this chain.`,
    ...(fellows.length > 0
      ? [`Also ends what ${fellows.map(shortName).join(', ')} got from it.`]
      : []),
    ...(root ? [] : ['Only this link and what hangs on it ends: the grant above it stays open.']),
  ];
}

/** Live permissions of the same Golem that stay. */
function othersOf(permission: Permission, ended: WatchedPermission[], scene: Scene): Permission[] {
  return (scene.watched?.permissions ?? []).filter(
    (one) =>
      one.golem === permission.golem &&
      isLive(one, scene) &&
      !ended.some((gone) => gone.permission.id === one.id),
  );
}

function kindOf(permission: Permission): string {
  return permission.token === null ? 'gas money' : 'runway';
}

function factsOf(delegation: Delegation, scene: Scene): Fact[] {
  return delegationFacts(delegation, rulesOf(delegation, scene), scene);
}
