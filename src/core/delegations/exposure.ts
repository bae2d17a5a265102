// The ways money can leave: from a delegation tree that was read from the chain's own bytes, or from
// what a status document claims. Claims can only be checked by reading the delegations themselves.
import type { Address, Hex } from 'viem';
import { sameAddress } from '../chain/addresses';
import type { Delegation } from './delegation';
import type { Route } from './drain-moments';
import { limitsOf } from './read-limits';
import { redeemerOf, type TreeNode } from './tree';
import { waysOut } from './ways';

export type Theft = {
  chainId: number;
  /** Keys that are NOT stolen: the guardians inside the Snap. With none, leases protect nothing. */
  safe: readonly Address[];
  /** Links that are over: disabled, nonce or epoch moved on, superseded, or of a Golem that is terminal. */
  ended: readonly Hex[];
};

/** What a thief of every key could use, one route for each link and asset. */
export function routesOf(nodes: readonly TreeNode[], { chainId, safe, ended }: Theft): Route[] {
  const over = new Set(ended.map((hash) => hash.toLowerCase()));
  const routes: Route[] = [];
  for (const node of nodes) {
    // Parents come first, so whatever hangs on a link that is over is over too.
    if (node.broken !== null || over.has(node.hash) || (node.parent && over.has(node.parent))) {
      over.add(node.hash);
      continue;
    }
    if (!safe.some((key) => sameAddress(key, node.delegate))) {
      routes.push(...routesAt(node, chainId));
    }
  }
  return routes;
}

/**
 * What one delegation lets through by its own rules, nothing spent yet. Of one that passes on what it was given
 * this is more than the truth: the links above it are not seen.
 */
export function routesOfOne(delegation: Omit<Delegation, 'signature'>, chainId: number): Route[] {
  const { delegator: account } = delegation;
  const limits = limitsOf(delegation, { chainId, paid: () => [] });
  return waysOut(limits, { account, redeemer: redeemerOf(delegation) }).map((way) => ({
    ...way,
    chainId,
    account,
  }));
}

function routesAt(node: TreeNode, chainId: number): Route[] {
  const { effective, account } = node;
  if (account === null) return [];
  return waysOut(effective, { account, redeemer: redeemerOf(node) }).map((way) => ({
    ...way,
    chainId,
    account,
  }));
}
