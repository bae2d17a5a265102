// What the chain shows about the end of a grant or a lease. Nothing here takes a client's word.
import type { Estate } from './estate';
import type { ChainEvent, GrantRow, LeaseRow } from './rows';

export const ENDED = 0xffff_ffff;

export type Ending = { at: number; by: 'disabled' | 'nonce' | 'ended' };

/** The owner's own end of a grant: disabled (and not enabled again), or the account's counter moved on. */
export function endOfGrant({ events }: Pick<Estate, 'events'>, grant: GrantRow): Ending | null {
  const disabled = disabledAt({ events }, grant.chain_id, grant.root_hash);
  if (disabled !== null) return { at: disabled, by: 'disabled' };
  const { nonce } = grant;
  if (nonce === null) return null;
  const used = events.find(
    ({ chain_id, event, owner, number }) =>
      event === 'nonce' &&
      chain_id === grant.chain_id &&
      owner === grant.owner &&
      BigInt(number ?? 0) >= BigInt(nonce),
  );
  return used ? { at: used.at, by: 'nonce' } : null;
}

/** When a link was switched off by who gave it, unless it was switched on again. */
export function disabledAt(
  { events }: Pick<Estate, 'events'>,
  chainId: number,
  hash: string,
): number | null {
  const switches = events.filter(
    (one) =>
      (one.event === 'disabled' || one.event === 'enabled') &&
      one.chain_id === chainId &&
      one.delegation_hash === hash,
  );
  const last = switches.at(-1);
  return last?.event === 'disabled' ? last.at : null;
}

/** When a lease ended by its guardian's switch, a raised floor, a later lease in use, or the owner's epoch; null while it lives. */
export function endOfLease(estate: Estate, lease: LeaseRow): number | null {
  const { events, leases, grants } = estate;
  const disabled = disabledAt(estate, lease.chain_id, lease.hash);
  const owner = grants.find(({ id }) => id === lease.permission)?.owner;
  const moments = events
    .filter(
      (event) => event.chain_id === lease.chain_id && endsLease(event, lease, { leases, owner }),
    )
    .map(({ at }) => at);
  const ends = disabled === null ? moments : [...moments, disabled];
  return ends.length > 0 ? Math.min(...ends) : null;
}

type Around = { leases: readonly LeaseRow[]; owner: string | undefined };

function endsLease(event: ChainEvent, lease: LeaseRow, { leases, owner }: Around): boolean {
  switch (event.event) {
    case 'raised':
      return (
        event.guardian === lease.guardian &&
        event.budget_id === lease.budget_id &&
        Number(event.number) > lease.generation
      );
    case 'epoch':
      return Number(event.number) > lease.epoch && event.owner === owner;
    case 'spent':
      return leases.some(
        (later) =>
          later.hash === event.delegation_hash &&
          later.guardian === lease.guardian &&
          later.budget_id === lease.budget_id &&
          later.generation > lease.generation,
      );
    default:
      return false;
  }
}

/** The lease in force on a grant: the newest generation. */
export function leaseOn({ leases }: Estate, permission: string): LeaseRow | null {
  return leases.find((lease) => lease.permission === permission) ?? null;
}
