// The delegation tree of one chain: who passes what on to whom, and what each holder can really do,
// which is what every link above lets through. Broken pieces are shown as such, never thrown: a
// server or a stranger may hand us anything.
import type { Address, Hex } from 'viem';
import { lower } from '../bytes/hex';
import { sameAddress } from '../chain/addresses';
import { type Delegation, hashDelegation, isOpen, isRoot } from './delegation';
import { both, type Limits, NO_LIMITS } from './limits';
import { type LimitScene, limitsOf } from './read-limits';

/** A link as far as it is known. `parent` null = given from the account itself. */
export type Link = {
  hash: Hex;
  parent: Hex | null;
  /** null when only the hash is known. */
  delegator: Address | null;
  delegate: Address | null;
  limits: Limits;
};

/** Why a link moves nothing, or nobody knows whose money. */
export type Broken =
  /** The link it hangs on is not among the known ones: more may limit it than is shown. */
  | 'missing-parent'
  /** It hangs on itself: nothing can be done with it. */
  | 'cycle'
  /** It passes on what was given to somebody else: the manager refuses it. */
  | 'wrong-delegator';

export type TreeNode = Link & {
  depth: number;
  /** Who pays in the end: the delegator of the root; null when the way up is not known. */
  account: Address | null;
  /** Of all links above. */
  held: Limits;
  /** Of this link and all above it, for the key it names. */
  effective: Limits;
  broken: Broken | null;
};

export function linkOf(delegation: Delegation, scene: LimitScene): Link {
  return {
    hash: hashDelegation(delegation),
    parent: isRoot(delegation) ? null : lower(delegation.authority),
    delegator: delegation.delegator,
    delegate: delegation.delegate,
    limits: limitsOf(delegation, scene),
  };
}

/** All links of one chain id and one manager, parents before their children. A link known by its content wins over a mere hash. */
export function treeOf(links: readonly Link[]): TreeNode[] {
  const known = new Map<Hex, Link>();
  for (const link of links) {
    const hash = lower(link.hash);
    const parent = link.parent && lower(link.parent);
    if (!known.has(hash) || link.delegate !== null) known.set(hash, { ...link, hash, parent });
  }
  const children = new Map<Hex, Link[]>();
  for (const link of known.values()) {
    if (!link.parent) continue;
    const siblings = children.get(link.parent);
    if (siblings) siblings.push(link);
    else children.set(link.parent, [link]);
  }

  const nodes = new Map<Hex, TreeNode>();
  const tops = [...known.values()].filter(({ parent }) => !parent || !known.has(parent));
  const queue: { link: Link; above: TreeNode | null }[] = tops.map((link) => ({
    link,
    above: null,
  }));
  for (const { link, above } of queue) {
    const node = nodeOf(link, above);
    nodes.set(link.hash, node);
    queue.push(...(children.get(link.hash) ?? []).map((child) => ({ link: child, above: node })));
  }
  // What no top leads to hangs on itself.
  for (const link of known.values()) {
    if (!nodes.has(link.hash)) nodes.set(link.hash, nodeOf(link, null, true));
  }
  return [...nodes.values()];
}

function nodeOf(link: Link, above: TreeNode | null, inCycle = false): TreeNode {
  const held = above?.effective ?? NO_LIMITS;
  return {
    ...link,
    depth: above ? above.depth + 1 : 0,
    account: above ? above.account : link.parent ? null : link.delegator,
    held,
    effective: both(held, link.limits),
    broken: brokenAt(link, above, inCycle),
  };
}

/** The key that redeems; null = any, the Golem's included: an open link, or one known by its hash only. */
export function redeemerOf({ delegate }: Pick<Link, 'delegate'>): Address | null {
  return delegate === null || isOpen({ delegate }) ? null : delegate;
}

function brokenAt(link: Link, above: TreeNode | null, inCycle: boolean): Broken | null {
  if (inCycle) return 'cycle';
  if (link.parent && !above) return 'missing-parent';
  if (!above?.delegate || !link.delegator) return null;
  return passesOn(above.delegate, link.delegator) ? null : 'wrong-delegator';
}

function passesOn(holder: Address, delegator: Address): boolean {
  return isOpen({ delegate: holder }) || sameAddress(holder, delegator);
}
