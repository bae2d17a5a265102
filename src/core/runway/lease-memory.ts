// Leases this Snap signed or read back, decoded from their bytes. What is remembered is the context itself:
// terms kept beside it could come apart from it.
import type { Address, Hex } from 'viem';
import { Unreadable } from '../bytes/abi';
import { type GolemPolicyTerms, golemPolicy } from '../caveats/golem-policy';
import { sameAddress } from '../chain/addresses';
import {
  brokenLink,
  type Delegation,
  decodeContext,
  hashDelegation,
} from '../delegations/delegation';

export type RememberedLease = {
  golem: string;
  chainId: number;
  guardian: Address;
  hash: Hex;
  link: Delegation;
  root: Delegation;
  terms: GolemPolicyTerms;
};

export type LeaseRecord = { golem: string; chainId: number; context: string };

/** null = not a lease on a grant, or not readable. */
export function readLease({ golem, chainId, context }: LeaseRecord): RememberedLease | null {
  try {
    const [link, root, ...more] = decodeContext(context as Hex);
    const [policy, ...rules] = link?.caveats ?? [];
    if (!link || !root || !policy || more.length > 0 || rules.length > 0) return null;
    if (brokenLink([link, root]) || !sameAddress(policy.enforcer, golemPolicy.address)) return null;
    const terms = lowered(golemPolicy.decode(policy.terms));
    if (!sameAddress(terms.sessionKey, link.delegate)) return null;
    const guardian = link.delegator.toLowerCase() as Address;
    return { golem, chainId, guardian, hash: hashDelegation(link), link, root, terms };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return null;
  }
}

/** As everywhere in Bardo's words: one address, one text. */
function lowered(terms: GolemPolicyTerms): GolemPolicyTerms {
  const lower = (address: Address) => address.toLowerCase() as Address;
  return {
    ...terms,
    owner: lower(terms.owner),
    sessionKey: lower(terms.sessionKey),
    payees: terms.payees.map(lower),
  };
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
