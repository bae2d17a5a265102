// The ways money can leave: from a delegation tree that was read from the chain's own bytes, or from
// what a status document claims. Claims can only be checked by reading the delegations themselves.
import type { Address, Hex } from 'viem';
import { sameAddress } from '../chain/addresses';
import type { Route } from './drain';
import type { Meter } from './meter';
import { type Limits, metersFor } from './read-limits';
import { type Mark, redeemerOf, type Tree, type TreeNode } from './tree';

/** The manager refuses such links, or nobody knows whose money they would move. */
const DEAD_MARKS: readonly Mark[] = ['cycle', 'wrong-delegator', 'missing-parent'];

export type Theft = {
  chainId: number;
  /** Keys that are NOT stolen: the guardians inside the Snap. With none, leases protect nothing. */
  safe: readonly Address[];
  /** Links that are over: disabled, nonce or epoch moved on, superseded, or of a Golem that is terminal. */
  ended: readonly Hex[];
};

/** What a thief of every key could use, one route for each link and asset. */
export function routesOf({ nodes }: Tree, { chainId, safe, ended }: Theft): Route[] {
  const over = new Set(ended.map((hash) => hash.toLowerCase()));
  const routes: Route[] = [];
  for (const node of nodes) {
    const dead = node.marks.some((mark) => DEAD_MARKS.includes(mark));
    // Parents come first, so whatever hangs on a link that is over is over too.
    if (dead || over.has(node.hash) || (node.parent && over.has(node.parent))) {
      over.add(node.hash);
      continue;
    }
    if (!safe.some((key) => sameAddress(key, node.delegate))) {
      routes.push(...routesAt(node, chainId));
    }
  }
  return routes;
}

function routesAt(node: TreeNode, chainId: number): Route[] {
  const { effective, account } = node;
  if (account === null || effective.payees?.length === 0) return [];
  const { opensAt, endsAt } = effective;
  const meters = metersFor(effective, redeemerOf(node));
  const base = { chainId, account, opensAt, endsAt };
  return [
    ...tokenRoutes(effective, meters).map((route) => ({ ...base, ...route })),
    ...nativeRoutes(effective, meters).map((route) => ({ ...base, ...route })),
  ];
}

type Way = Pick<Route, 'token' | 'meters'>;

/** A token meter passes its own token only: two of different tokens pass nothing. */
function tokenRoutes({ noTokens }: Limits, meters: readonly Meter[]): Way[] {
  if (noTokens) return [];
  const own = meters.filter(({ token }) => token !== null);
  const [first] = own;
  if (!first) return [{ token: 'any', meters: [] }];
  const alike = own.every(({ token }) => sameAddress(token, first.token));
  return alike ? [{ token: first.token, meters: own }] : [];
}

function nativeRoutes({ noNative }: Limits, meters: readonly Meter[]): Way[] {
  return noNative ? [] : [{ token: null, meters: meters.filter(({ token }) => token === null) }];
}
