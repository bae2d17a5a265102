// Who passes what on to whom, from the contexts the control plane holds: grant, lease, Replicants, each with
// what it can really do. Core reads the bytes; the control plane's word is not asked.
import type { Hex } from 'viem';
import { type Cap, capsOf } from '../../src/core/delegations/attenuation';
import { decodeContext } from '../../src/core/delegations/delegation';
import { readDelegationChain } from '../../src/core/delegations/delegation-chain';
import { metersFor } from '../../src/core/delegations/limits';
import { linkOf, redeemerOf, type TreeNode, treeOf } from '../../src/core/delegations/tree';
import { type Mark, marksOf } from '../../src/core/delegations/tree-marks';
import type { Permission } from '../../src/core/protocol/status';

export type TreeLine = {
  node: TreeNode;
  role: 'grant' | 'lease' | 'replicant';
  /** What its key may spend. */
  caps: readonly Cap[];
  marks: readonly Mark[];
};

export function linesOf(chainId: number, contexts: readonly Hex[]): TreeLine[] {
  const scene = { chainId, paid: () => [] };
  const links = contexts
    .flatMap((context) => decodeContext(context))
    .map((link) => linkOf(link, scene));
  return inOrder(treeOf(links)).map((node) => ({
    node,
    role: node.depth === 0 ? 'grant' : node.depth === 1 ? 'lease' : 'replicant',
    caps: capsOf(metersFor(node.effective, redeemerOf(node))),
    marks: marksOf(node),
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

type Standing = Pick<Permission, 'delegationHashes' | 'revokedAt' | 'expiresAt' | 'lease'>;

/** Links that are over: by the owner, by time, by the end of the lease, or with the Golem's death. */
export function endedLinks(
  permissions: readonly Standing[],
  { now, dead }: { now: number; dead: boolean },
): ReadonlySet<string> {
  const [seen, alive] = [new Set<string>(), new Set<string>()];
  for (const { delegationHashes, revokedAt, expiresAt, lease } of permissions) {
    const granted = revokedAt === null && now < expiresAt;
    const leased = granted && !dead && (lease === null || now < lease.expiresAt);
    const last = delegationHashes.length - 1;
    for (const [place, hash] of delegationHashes.entries()) {
      // A Replicant's own end says nothing of the links it hangs on.
      if (place === 0 || last < 2) seen.add(hash);
      if (place === last && last < 2 ? granted : leased) alive.add(hash);
    }
  }
  return new Set([...seen].filter((hash) => !alive.has(hash)));
}

export type LeaseRules = { payees: Hex[]; replicantCap: bigint; maxAge: number };

/** What the lease on a grant says besides its cap: where a new one starts from. null for a Replicant's. */
export function leaseRules(context: Hex, chainId: number): LeaseRules | null {
  const { links, lease } = readDelegationChain(context, chainId);
  if (!lease || lease.link !== links[0]) return null;
  const { payees, replicantCap, maxAge } = lease.terms;
  return { payees, replicantCap, maxAge: Number(maxAge) };
}
