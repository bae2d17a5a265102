// What ends or comes back with a delegation, in words.
import { chainName } from '../chain/addresses';
import type { Delegation } from '../delegations/delegation';
import { delegationFacts, rulesOf } from '../findings/delegation';
import type { Fact } from '../findings/finding';
import {
  isLive,
  keyHolder,
  type Scene,
  shortName,
  type WatchedPermission,
} from '../findings/scene';
import type { Permission } from '../protocol/status';
import { isLive as isInForce } from '../runway/health';

export function unknownTitle(delegation: Delegation, scene: Scene): string {
  const holder = keyHolder(scene, delegation.delegate);
  if (holder) return `Ends an unwatched permission of ${shortName(holder.golem)}`;
  return scene.watched
    ? 'Ends a permission that none of your watched Golems uses'
    : 'Ends a permission this account has given';
}

export function endTitle(
  first: WatchedPermission,
  ended: WatchedPermission[],
  scene: Scene,
): string {
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

export function endLines(
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
export function untouched(scene: Scene): string[] {
  return scene.watched?.permissions.some((one) => isLive(one, scene))
    ? ['Every permission that Bardo watches stays as it is.']
    : [];
}

export function kindOf(permission: Permission): string {
  return permission.token === null ? 'gas money' : 'runway';
}

export function factsOf(delegation: Delegation, scene: Scene): Fact[] {
  return delegationFacts(delegation, rulesOf(delegation, scene), scene);
}
