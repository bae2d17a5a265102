// Ending Golems from the Snap: for each, a Stop its agent obeys and a Raise that ends its budgets for ever.
// Budgets are those of remembered leases and those the status lists; guardians are checked against the key.
import type { Address } from 'viem';
import { ENDED_GENERATION } from '../caveats/golem-policy';
import { sameAddress } from '../chain/addresses';
import type { Golem, Permission } from '../protocol/status';
import type { GuardianMessage } from './guardian-message';
import { raiseMessage } from './lease';
import { type LeaseRecord, readLease } from './lease-memory';

export type Known = {
  leases: readonly LeaseRecord[];
  permissions: readonly Permission[];
};

export type EndMessage = GuardianMessage & { kind: 'Stop' | 'Raise' };

/** The reason travels in the order and is shown by the agent: ours, never a site's. */
const REASON = 'ended by the owner';

/** A guardian of ours may stand over it: there is something to sign. */
export function hasGuardian(golem: Golem, { leases }: Pick<Known, 'leases'>): boolean {
  return golem.guardian !== null || leases.some((lease) => lease.golem === golem.id);
}

/** Empty when neither memory nor the status knows this guardian over the Golem. */
export function endMessages(
  golem: Golem,
  guardian: Address,
  known: Known & { now: number },
): EndMessage[] {
  const own = known.leases
    .filter((lease) => lease.golem === golem.id)
    .flatMap((lease) => readLease(lease) ?? [])
    .filter((lease) => sameAddress(lease.guardian, guardian));
  const listed = sameAddress(golem.guardian, guardian);
  if (own.length === 0 && !listed) return [];
  const claimed = known.permissions.filter((one) => one.golem === golem.id && one.lease !== null);
  const budgets = new Map(
    [
      ...own.map(({ chainId, terms }) => ({ chainId, budgetId: terms.budgetId })),
      ...claimed.map((one) => ({
        chainId: one.chainId,
        budgetId: BigInt(one.lease?.budgetId ?? 1),
      })),
      // The budget a lease would have: a Golem without one must not get one later from a stale order.
      { chainId: golem.chainId, budgetId: 1n },
    ].map((budget) => [`${budget.chainId} ${budget.budgetId}`, budget]),
  );
  const issuedAt = BigInt(known.now);
  const stop = { golem: golem.id, guardian, issuedAt, reason: REASON };
  return [
    { kind: 'Stop', chainId: golem.chainId, message: stop },
    ...[...budgets.values()].map((budget) =>
      raiseMessage({ ...budget, guardian, generation: ENDED_GENERATION }),
    ),
  ];
}
