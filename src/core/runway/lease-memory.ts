// Leases this Snap signed or read back, decoded from their bytes. What is remembered is the context itself:
// terms kept beside it could come apart from it.
import type { Address, Hex } from 'viem';
import { Unreadable } from '../bytes/abi';
import { sameAddress } from '../chain/addresses';
import type { Delegation } from '../delegations/delegation';
import { type LeaseLink, readDelegationChain } from '../delegations/delegation-chain';

export type RememberedLease = LeaseLink & { golem: string; chainId: number; root: Delegation };

export type LeaseRecord = { golem: string; chainId: number; context: Hex };

/** null = not a lease on a grant, or not readable. */
export function readLease({ golem, chainId, context }: LeaseRecord): RememberedLease | null {
  try {
    const { links, lease } = readDelegationChain(context, chainId);
    const [link, root, ...more] = links;
    if (!link || !root || more.length > 0) return null;
    if (!lease || lease.link !== link || link.caveats.length !== 1) return null;
    return sameAddress(lease.terms.sessionKey, link.delegate)
      ? { ...lease, golem, chainId, root }
      : null;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return null;
  }
}

/** A budget is its guardian's: the same number under another one is another budget. */
export type BudgetOf = { golem: string; chainId: number; guardian: Address; budgetId: bigint };

/** Of one budget, the newest generation first. */
export function leasesOf(records: readonly LeaseRecord[], budget: BudgetOf): RememberedLease[] {
  return records
    .filter(({ golem, chainId }) => golem === budget.golem && chainId === budget.chainId)
    .flatMap((record) => readLease(record) ?? [])
    .filter((lease) => sameAddress(lease.guardian, budget.guardian))
    .filter(({ terms }) => terms.budgetId === budget.budgetId)
    .sort((a, b) => Number(b.terms.generation - a.terms.generation));
}
