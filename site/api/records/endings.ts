// What the chain shows about the end of a grant or a lease. Nothing here takes a client's word. The events
// of an estate are sorted once; with hundreds of Golems each question must be a lookup.
import type { EndedBy } from '../../../src/core/runway/ended';
import type { Estate } from './estate';
import type { ChainEvent, GrantRow, LeaseRow } from './rows';

export const ENDED = 0xffff_ffff;

/** By the owner's own act, as the chain shows it. */
export type Ending = { at: number; by: Extract<EndedBy, 'disabled' | 'nonce'> };

/** The owner's own end of a grant: disabled (and not enabled again), or the account's counter moved on. */
export function endOfGrant(estate: Estate, grant: GrantRow): Ending | null {
  const disabled = disabledAt(estate, grant.chain_id, grant.root_hash);
  if (disabled !== null) return { at: disabled, by: 'disabled' };
  const { nonce } = grant;
  if (nonce === null) return null;
  const counted = sorted(estate).get(`nonce ${grant.chain_id} ${grant.owner}`) ?? [];
  const used = counted.find(({ number }) => BigInt(number ?? 0) >= BigInt(nonce));
  return used ? { at: used.at, by: 'nonce' } : null;
}

/** When a link was switched off by who gave it, unless it was switched on again. */
export function disabledAt(estate: Estate, chainId: number, hash: string): number | null {
  const last = sorted(estate).get(`switch ${chainId} ${hash}`)?.at(-1);
  return last?.event === 'disabled' ? last.at : null;
}

/**
 * When a lease ended by its guardian's switch, a raised floor, a later lease in use, or the owner's epoch;
 * null while it lives.
 */
export function endOfLease(estate: Estate, lease: LeaseRow): number | null {
  const owner = estate.grants.find(({ id }) => id === lease.permission)?.owner;
  const events = sorted(estate);
  const floors = events.get(budgetKey(lease)) ?? [];
  const epochs = events.get(`epoch ${lease.chain_id} ${owner}`) ?? [];
  const disabled = disabledAt(estate, lease.chain_id, lease.hash);
  const ends = [
    ...floors.filter(({ number }) => Number(number) > lease.generation).map(({ at }) => at),
    ...epochs.filter(({ number }) => Number(number) > lease.epoch).map(({ at }) => at),
    ...(disabled === null ? [] : [disabled]),
  ];
  return ends.length > 0 ? Math.min(...ends) : null;
}

/** The lease in force on a grant: the newest generation. */
export function leaseOn({ leases }: Estate, permission: string): LeaseRow | null {
  return leases.find((lease) => lease.permission === permission) ?? null;
}

type Sorted = Map<string, Pick<ChainEvent, 'event' | 'at' | 'number'>[]>;

const known = new WeakMap<Estate, Sorted>();

function sorted(estate: Estate): Sorted {
  const before = known.get(estate);
  if (before) return before;
  const sorted: Sorted = new Map();
  const leases = new Map(estate.leases.map((lease) => [lease.hash, lease]));
  for (const event of estate.events) {
    const entry = entryOf(event, leases);
    if (!entry) continue;
    const list = sorted.get(entry.key);
    if (list) list.push(entry.event);
    else sorted.set(entry.key, [entry.event]);
  }
  known.set(estate, sorted);
  return sorted;
}

function entryOf(event: ChainEvent, leases: ReadonlyMap<string, LeaseRow>) {
  const { chain_id, delegation_hash, guardian, budget_id, owner } = event;
  switch (event.event) {
    case 'disabled':
    case 'enabled':
      return { key: `switch ${chain_id} ${delegation_hash}`, event };
    case 'nonce':
    case 'epoch':
      return { key: `${event.event} ${chain_id} ${owner}`, event };
    case 'raised':
      return { key: budgetKey({ chain_id, guardian, budget_id }), event };
    case 'spent': {
      // Spending under a lease ends all lower generations of its budget.
      const lease = leases.get(delegation_hash ?? '');
      return lease && { key: budgetKey(lease), event: { ...event, number: `${lease.generation}` } };
    }
    default:
      return null;
  }
}

function budgetKey(ledger: {
  chain_id: number;
  guardian: string | null;
  budget_id: string | null;
}): string {
  return `budget ${ledger.chain_id} ${ledger.guardian} ${ledger.budget_id}`;
}
