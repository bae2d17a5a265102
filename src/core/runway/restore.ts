// Leases read back from the control plane after the Snap was installed again. Its word counts for nothing:
// a lease is taken back only if our own guardian signed it, for this Golem, and it is the one the status lists.
import type { Hex } from 'viem';
import { signerOf } from '../bytes/curve';
import { lower } from '../bytes/hex';
import { sameAddress } from '../chain/addresses';
import { digestOf, hashDelegation } from '../delegations/delegation';
import { golemIdOf } from '../protocol/messages';
import type { Permission } from '../protocol/status';
import { type Judged, refuse } from './grant';
import { type Guardians, guardianAmong } from './guardians';
import { type LeaseRecord, type RememberedLease, readLease } from './lease-memory';

/** Not a lie by itself: another Bardo of the same owner signs by another key. */
export const OTHER_GUARDIAN = 'its lease is of another guardian than this Snap holds';

export type Claimed = { permission: Permission; context: Hex | undefined };

/** `guardians`: derived from our key, not as listed. `owner`: whom this Snap watches for. */
export type Keeper = { guardians: Guardians; owner: string };

export function judgeRestored(
  { permission, context }: Claimed,
  keeper: Keeper,
): Judged<LeaseRecord> {
  const { golem, chainId } = permission;
  if (context === undefined) return refuse('its lease is listed but not shown');
  const record = { golem, chainId, context: lower(context) };
  const lease = readLease(record);
  if (!lease) return refuse('what is shown as its lease is none');
  const problem = placeProblem(lease, permission, keeper);
  if (problem) return refuse(problem);
  const { link } = lease;
  const signer = signerOf(digestOf(link, chainId), link.signature);
  if (!sameAddress(signer, lease.guardian))
    return refuse('its lease is not signed by its guardian');
  return { ok: true, value: record };
}

function placeProblem(
  { guardian, hash, root, terms, golem }: RememberedLease,
  { delegationHashes }: Permission,
  { guardians, owner }: Keeper,
): string | null {
  if (!sameAddress(guardian, guardianAmong(guardians, [guardian]))) {
    return OTHER_GUARDIAN;
  }
  // A guardian by the id alone may have leased for another account of this wallet.
  if (!sameAddress(terms.owner, owner)) return 'its lease is of another owner';
  const hashes = delegationHashes.map((one) => one.toLowerCase());
  if (hashes[0] !== hash || hashes[1] !== hashDelegation(root)) {
    return 'its lease is another one than the status lists';
  }
  return terms.golemId === golemIdOf(golem) ? null : 'its lease is for another Golem';
}

/** Leased permissions whose lease is not in memory. */
export function unremembered(
  permissions: readonly Permission[],
  leases: readonly LeaseRecord[],
): Permission[] {
  const known = new Set(leases.flatMap((record) => readLease(record)?.hash ?? []));
  return permissions.filter(
    ({ lease, revokedAt, delegationHashes }) =>
      lease !== null &&
      revokedAt === null &&
      delegationHashes.length === 2 &&
      !delegationHashes.slice(0, 1).some((hash) => known.has(hash)),
  );
}
