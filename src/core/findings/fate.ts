// Who stops and who goes on. A call that ends something is told by name: a Golem that nobody mentions would
// be taken for stopped.
import { chainName } from '../chain/addresses';
import type { Permission } from '../protocol/status';
import { spendable } from './aftermath';
import { type Scene, shortName, type WatchedPermission } from './scene';

/** More than this are counted. */
const NAMED = 5;

export type Fate = {
  /** Nothing that they could spend is left, on any chain. */
  stopped: string[];
  /** They lost something and can still spend, or lost nothing at all. */
  goOn: { name: string; left: WatchedPermission[] }[];
};

/** Of every Golem that can spend now, once these permissions (and all the transaction ends) are over. */
export function fateOf(over: readonly Permission[], scene: Scene): Fate {
  const gone = new Set(over.map(({ id }) => id));
  const isGone = ({ permission: { id } }: WatchedPermission) =>
    gone.has(id) || scene.after?.ended.has(id) || scene.after?.unleased.has(id);
  const byGolem = new Map<string, Fate['goOn'][number]>();
  for (const one of spendable(scene)) {
    const fate = byGolem.get(one.permission.golem) ?? { name: nameOfAny(one), left: [] };
    if (!isGone(one)) fate.left.push(one);
    byGolem.set(one.permission.golem, fate);
  }
  const fates = [...byGolem.values()];
  return {
    stopped: fates.filter(({ left }) => left.length === 0).map(({ name }) => name),
    goOn: fates.filter(({ left }) => left.length > 0),
  };
}

/** "Atlas, Vesper can no longer spend." and one sentence for each that goes on. */
export function fateLines({ stopped, goOn }: Fate, scene: Scene): string[] {
  const more = goOn.length - NAMED;
  return [
    ...(stopped.length > 0 ? [`${listOf(stopped)} can no longer spend.`] : []),
    ...goOn.slice(0, NAMED).map(({ name, left }) => `${name} goes on: ${leftWords(left, scene)}.`),
    ...(more > 0 ? [`${more} more of your Golems go on.`] : []),
  ];
}

export function listOf(names: readonly string[]): string {
  const shown = names.slice(0, NAMED);
  const rest = names.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ');
}

/** "1 permission without a lease on Base, 2 permissions on Ethereum". */
function leftWords(left: readonly WatchedPermission[], scene: Scene): string {
  const groups = new Map<string, number>();
  for (const { permission } of left) {
    const place = placeOf(permission, scene);
    groups.set(place, (groups.get(place) ?? 0) + 1);
  }
  return [...groups]
    .map(([place, count]) => `${count} ${count === 1 ? 'permission' : 'permissions'} ${place}`)
    .join(', ');
}

function placeOf({ chainId, lease }: Permission, scene: Scene): string {
  const where = `on ${chainName(chainId)}`;
  if (chainId !== scene.chainId) return where;
  return lease === null ? `without a lease ${where}` : `by a lease ${where}`;
}

function nameOfAny({ golem }: WatchedPermission): string {
  return golem ? shortName(golem) : 'A Golem that is not listed';
}
