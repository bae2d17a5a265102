// Disabling and enabling a delegation: what ends or comes back, for which Golem. Only the delegator
// may do either, directly at the manager or through their own smart account.
import { chainName, FRAMEWORK, FRAMEWORK_CHAINS, sameAddress } from '../chain/addresses';
import { type Delegation, hashDelegation } from '../delegations/delegation';
import { accountName, delegationFacts, rulesOf } from '../findings/delegation';
import { dangersOf, hasEnded } from '../findings/delegation-dangers';
import type { Fact, Finding } from '../findings/finding';
import {
  isLive,
  keyHolder,
  permissionsAnywhere,
  permissionsOn,
  type Scene,
  shortName,
  type WatchedPermission,
} from '../findings/scene';
import type { Permission } from '../protocol/status';
import { isLive as isInForce } from '../runway/health';
import type { Call } from './decoder';

export type Switch = (delegation: Delegation, call: Call, scene: Scene) => Finding[];

export const explainDisable: Switch = (delegation, call, scene) => {
  const hash = hashDelegation(delegation);
  const facts = factsOf(delegation, scene);
  const obstacle = obstacleTo(delegation, call);
  if (obstacle) return [{ level: 'warning', title: 'Ends nothing', lines: [obstacle], facts }];
  const ended = permissionsOn(scene, hash).sort((a, b) => weight(a, scene) - weight(b, scene));
  const [first] = ended;
  if (first) {
    const lines = endLines(first, ended, hash, scene);
    return [{ level: 'info', title: endTitle(first, ended, scene), lines, facts }];
  }
  const [elsewhere] = permissionsAnywhere(scene, hash);
  if (elsewhere) return [{ ...otherChain(elsewhere, scene), facts }];
  return [{ level: 'info', title: unknownTitle(delegation, scene), lines: [], facts }];
};

export const explainEnable: Switch = (delegation, call, scene) => {
  const facts = factsOf(delegation, scene);
  const obstacle = obstacleTo(delegation, call);
  if (obstacle) return [{ level: 'warning', title: 'Re-opens nothing', lines: [obstacle], facts }];
  const known = permissionsOn(scene, hashDelegation(delegation));
  const golem = known[0]?.golem ?? keyHolder(scene, delegation.delegate)?.golem ?? null;
  const whose = golem ? shortName(golem) : accountName(scene, delegation.delegator);
  const rules = rulesOf(delegation, scene);
  const dangers = dangersOf(delegation, rules, scene);
  if (hasEnded(rules, scene)) {
    const title = `Re-opens a permission of ${whose} that has expired`;
    return [{ level: 'warning', title, lines: [], facts }, ...dangers];
  }
  return [
    {
      level: golem ? 'critical' : 'warning',
      title: `Re-opens a revoked permission of ${whose}`,
      lines: [
        'It can be used again. What it had spent stays counted; its rules are the old ones.',
        ...(known.some(({ permission }) => isLive(permission, scene)) ? [NOT_REVOKED] : []),
      ],
      facts,
    },
    ...dangers,
  ];
};

const NOT_REVOKED =
  'Bardo knows it as not revoked: the contract refuses to re-open what was never ended.';

/** Live ones first, then the one nearest to the account that pays: that is who loses most. */
function weight({ permission }: WatchedPermission, scene: Scene): number {
  return (isLive(permission, scene) ? 0 : 100) + permission.delegationHashes.length;
}

/** The same delegation is watched, but on another chain, where this call changes nothing. */
function otherChain({ permission, golem }: WatchedPermission, scene: Scene) {
  const whose = golem ? `${shortName(golem)}'s ${kindOf(permission)}` : 'a watched permission';
  const [here, there] = [chainName(scene.chainId), chainName(permission.chainId)];
  return {
    level: 'warning' as const,
    title: `Leaves ${whose} as it is: wrong chain`,
    lines: [`This call is for ${here}; the permission is on ${there}.`],
  };
}

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
  const what = `${shortName(first.golem)}'s ${kindOf(first.permission)}`;
  if (!isLive(first.permission, scene)) return `Ends ${what}, which was already over`;
  return othersOf(first.permission, ended, scene).length === 0
    ? `Ends ${what}, its last live permission`
    : `Ends ${what}, not its other permissions`;
}

function endLines(
  first: WatchedPermission,
  ended: WatchedPermission[],
  hash: string,
  scene: Scene,
): string[] {
  const { permission, golem } = first;
  const name = golem ? shortName(golem) : 'This Golem';
  const others = othersOf(permission, ended, scene);
  const root = permission.delegationHashes.at(-1)?.toLowerCase() === hash;
  const fellows = [
    ...new Set(ended.flatMap((one) => (one.golem && one.golem !== golem ? [one.golem] : []))),
  ];
  return [
    keptLine(name, others, scene),
    ...(fellows.length > 0
      ? [`Also ends what ${fellows.map(shortName).join(', ')} got from it.`]
      : []),
    ...(root ? [] : ['Only this link and what hangs on it ends: the grant above it stays open.']),
  ];
}

function keptLine(name: string, others: readonly Permission[], scene: Scene): string {
  if (others.length === 0) return `Bardo knows no other. What ${name} already holds stays with it.`;
  const chains = [...new Set(others.map(({ chainId }) => chainName(chainId)))].slice(0, 3);
  const where = others.every((one) => isLive(one, scene)) ? 'this chain' : chains.join(', ');
  const count = others.length === 1 ? '1 live permission' : `${others.length} live permissions`;
  return `${name} keeps ${count} on ${where}.`;
}

/** Live permissions of the same Golem that stay, on whatever chain. */
function othersOf(permission: Permission, ended: WatchedPermission[], scene: Scene): Permission[] {
  return (scene.watched?.permissions ?? []).filter(
    (one) =>
      one.golem === permission.golem &&
      isInForce(one, scene.now) &&
      !ended.some((gone) => gone.permission.id === one.id),
  );
}

function kindOf(permission: Permission): string {
  return permission.token === null ? 'gas money' : 'runway';
}

function factsOf(delegation: Delegation, scene: Scene): Fact[] {
  return delegationFacts(delegation, rulesOf(delegation, scene), scene);
}
