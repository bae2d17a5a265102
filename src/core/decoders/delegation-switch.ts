// Disabling and enabling a delegation: what ends or comes back, for which Golem. Only the delegator
// may do either, directly at the manager or through their own smart account.
import { chainName, FRAMEWORK, hasFramework, sameAddress } from '../chain/addresses';
import type { Call } from '../chain/call';
import { isCommand } from '../chain/user-operation';
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

export type Switch = (delegation: Delegation, call: Call, scene: Scene) => Finding[];

export const explainDisable: Switch = (delegation, call, scene) => {
  const hash = hashDelegation(delegation);
  const facts = factsOf(delegation, scene);
  const obstacle = obstacleTo(delegation, call);
  if (obstacle) return [{ level: 'warning', title: 'Ends nothing', lines: [obstacle], facts }];
  if (scene.after?.fails) return [{ ...WILL_FAIL, title: 'Will fail, ends nothing', facts }];
  if (scene.after?.switched.get(hash) === 'enables') {
    const title = 'Ends nothing: a later call in it re-opens the permission';
    return [{ level: 'warning', title, lines: ['It can be used after this.'], facts }];
  }
  const ended = permissionsOn(scene, hash).sort((a, b) => weight(a, scene) - weight(b, scene));
  const [first] = ended;
  if (first) {
    const lines = endLines(first, ended, hash, scene);
    return [{ level: 'info', title: endTitle(first, ended, scene), lines, facts }];
  }
  const [elsewhere] = permissionsAnywhere(scene, hash);
  if (elsewhere) return [{ ...otherChain(elsewhere, scene), facts }];
  return [
    { level: 'info', title: unknownTitle(delegation, scene), lines: untouched(scene), facts },
  ];
};

export const explainEnable: Switch = (delegation, call, scene) => {
  const facts = factsOf(delegation, scene);
  const obstacle = obstacleTo(delegation, call);
  if (obstacle) return [{ level: 'warning', title: 'Re-opens nothing', lines: [obstacle], facts }];
  if (scene.after?.fails) return [{ ...WILL_FAIL, title: 'Will fail, re-opens nothing', facts }];
  const hash = hashDelegation(delegation);
  const known = permissionsOn(scene, hash);
  const golem = known[0]?.golem ?? keyHolder(scene, delegation.delegate)?.golem ?? null;
  const whose = golem ? shortName(golem) : accountName(scene, delegation.delegator);
  if (scene.after?.switched.get(hash) === 'disables') {
    const title = `Re-opens a permission of ${whose} and ends it again`;
    return [{ level: 'info', title, lines: ['It cannot be used after this.'], facts }];
  }
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
        'It can be used again. What it had spent stays counted; its rules stay the same.',
        ...(known.some(({ permission }) => isLive(permission, scene)) ? [NOT_REVOKED] : []),
      ],
      facts,
    },
    ...dangers,
  ];
};

const WILL_FAIL = {
  level: 'warning' as const,
  lines: [
    'It switches one permission the same way twice: the contract refuses, and nothing of it happens.',
  ],
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
export function obstacleTo({ delegator }: Delegation, call: Call): string | null {
  const { chainId, to, from } = call;
  const atManager = sameAddress(to, FRAMEWORK.delegationManager) && hasFramework(chainId);
  if (!atManager && !sameAddress(to, delegator)) {
    return "It is sent neither to MetaMask's DelegationManager nor to the account that gave it.";
  }
  const isAsked = sameAddress(from, delegator) || (sameAddress(to, delegator) && isCommand(call));
  return isAsked
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
  if (othersOf(first.permission, ended, scene).length > 0) {
    return `Ends ${what}, not its other permissions`;
  }
  return endsMore(first.permission, ended, scene)
    ? `Ends all live permissions of ${shortName(first.golem)}`
    : `Ends ${what}, its last live permission`;
}

/** Other calls of the same transaction end further permissions of this Golem. */
function endsMore({ golem }: Permission, ended: WatchedPermission[], { after, watched }: Scene) {
  const here = new Set(ended.map(({ permission }) => permission.id));
  return (watched?.permissions ?? []).some(
    (one) => one.golem === golem && after?.ended.has(one.id) && !here.has(one.id),
  );
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
    ...(root ? [] : ['Only this link and everything below it end. The grant above it stays open.']),
  ];
}

function keptLine(name: string, others: readonly Permission[], scene: Scene): string {
  if (others.length === 0) return `Bardo knows no other. What ${name} already holds stays with it.`;
  const idle = others.filter(({ id }) => scene.after?.unleased.has(id));
  if (idle.length === others.length) {
    const open = others.length === 1 ? 'a grant' : `${others.length} grants`;
    return `${name} keeps ${open}, which it cannot spend without a new lease.`;
  }
  const live = others.filter((one) => !idle.includes(one));
  const chains = [...new Set(live.map(({ chainId }) => chainName(chainId)))].slice(0, 3);
  const where = live.every((one) => isLive(one, scene)) ? 'this chain' : chains.join(', ');
  const count = live.length === 1 ? '1 live permission' : `${live.length} live permissions`;
  return `${name} keeps ${count} on ${where}.`;
}

/** Live permissions of the same Golem that the whole transaction leaves, on whatever chain. */
function othersOf(permission: Permission, ended: WatchedPermission[], scene: Scene): Permission[] {
  return (scene.watched?.permissions ?? []).filter(
    (one) =>
      one.golem === permission.golem &&
      isInForce(one, scene.now) &&
      !scene.after?.ended.has(one.id) &&
      !ended.some((gone) => gone.permission.id === one.id),
  );
}

/** It is no permission of theirs that ends. */
function untouched(scene: Scene): string[] {
  return scene.watched?.permissions.some((one) => isLive(one, scene))
    ? ['Every permission that Bardo watches stays as it is.']
    : [];
}

function kindOf(permission: Permission): string {
  return permission.token === null ? 'gas money' : 'runway';
}

function factsOf(delegation: Delegation, scene: Scene): Fact[] {
  return delegationFacts(delegation, rulesOf(delegation, scene), scene);
}
