// By what a permission or its lease is over, as one block of the chain shows it.

import type { GrantedChain } from '../delegations/delegation-chain';
import type { Permission } from '../protocol/status';
import { endedBy, endedWords } from '../runway/ended';
import type { Facts } from './facts';
import type { Target } from './questions';

/** Words for the end, null while it lives, `unknown` when the chain did not answer. */
export type End = string | null | 'unknown';

/** The owner's own end of the grant, or the giver's of a Replicant's slice. Time is not an end here. */
export function endOf(
  permission: Permission,
  held: GrantedChain | null,
  owner: string,
  facts: Facts,
): End {
  const lease =
    held?.lease?.hash ??
    permission.delegationHashes[permission.delegationHashes.length === 2 ? 0 : 1];
  const hashes = permission.delegationHashes.filter(
    (hash) => hash !== lease || permission.delegationHashes.length === 1,
  );
  const disabled = hashes.map(facts.disabled);
  if (disabled.includes(true)) return endedWords('disabled');
  if (disabled.includes(null)) return 'unknown';
  const signed = held?.grant.nonce ?? null;
  if (signed === null) return null;
  const current = facts.nonce(owner);
  if (current === null) return 'unknown';
  return current === signed ? null : endedWords('nonce');
}

/** The guardian's or the owner's end of the lease, a later generation included. */
export function leaseEndOf(
  permission: Permission,
  held: GrantedChain | null,
  target: Target,
  facts: Facts,
): End {
  const lease = held?.lease;
  if (!lease) return claimedLeaseEnd(permission, target, facts);
  const disabled = facts.disabled(lease.hash);
  const epoch = facts.epoch(lease.terms.owner.toLowerCase());
  const budget = facts.budget(lease.guardian, lease.terms.budgetId);
  if (disabled === null || epoch === null || budget === null) return 'unknown';
  if (!disabled && epoch < lease.terms.epoch) return NOT_YET;
  const by = endedBy({
    at: facts.time,
    disabled,
    endsAt: null,
    lease: {
      epoch: { current: epoch, signed: lease.terms.epoch },
      floor: budget.floor,
      generation: lease.terms.generation,
      terminal: false,
    },
  });
  return by && endedWords(by);
}

/** The endpoint that was asked before it was signed made an epoch up, or this one lags. */
const NOT_YET =
  'not in force: it was signed for a later epoch than the chain has. To end all leases would bring it to life; revoke its grant instead';

/** Without the signed bytes only the generation can be compared, under the guardian the server names. */
function claimedLeaseEnd({ lease }: Permission, { golem }: Target, facts: Facts): End {
  const budget = lease && golem?.guardian ? facts.budget(golem.guardian, lease.budgetId) : null;
  if (!lease || !budget) return 'unknown';
  return budget.floor > BigInt(lease.generation) ? endedWords('superseded') : null;
}
