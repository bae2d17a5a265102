// Who passes what on to whom, from the contexts the control plane holds: grant, lease, Replicants, each with
// what it can really do. Core reads the bytes; the control plane's word is not asked.
import type { Hex } from 'viem';
import { golemPolicy } from '../../src/core/caveats/golem-policy';
import { sameAddress } from '../../src/core/chain/addresses';
import { decodeContext } from '../../src/core/delegations/delegation';
import { linkOf, type Mark, type TreeNode, treeOf } from '../../src/core/delegations/tree';

export type TreeLine = {
  node: TreeNode;
  role: 'grant' | 'lease' | 'replicant';
  marks: readonly Mark[];
};

export function linesOf(chainId: number, contexts: readonly Hex[]): TreeLine[] {
  const scene = { chainId, paid: () => [] };
  const links = contexts
    .flatMap((context) => decodeContext(context))
    .map((link) => linkOf(link, scene));
  const { nodes } = treeOf(links);
  return inOrder(nodes).map((node) => ({
    node,
    role: node.depth === 0 ? 'grant' : node.depth === 1 ? 'lease' : 'replicant',
    marks: node.marks,
  }));
}

/** Every node right before its children. */
function inOrder(nodes: readonly TreeNode[]): TreeNode[] {
  const below = (parent: Hex | null): TreeNode[] =>
    nodes
      .filter((node) => (node.depth === 0 ? parent === null : node.parent === parent))
      .flatMap((node) => [node, ...below(node.hash)]);
  return below(null);
}

export type LeaseRules = { payees: string[]; replicantCap: bigint; maxAge: number };

/** What the lease on a grant says besides its cap: where a new one starts from. */
export function leaseRules(context: Hex): LeaseRules | null {
  const [leaf, ...above] = decodeContext(context);
  const caveat =
    above.length > 0
      ? leaf?.caveats.find(({ enforcer }) => sameAddress(enforcer, golemPolicy.address))
      : undefined;
  if (!caveat) return null;
  const { payees, replicantCap, maxAge } = golemPolicy.decode(caveat.terms);
  return { payees, replicantCap, maxAge: Number(maxAge) };
}
