// The steps of a certificate: each names its transaction and log.
import type { Certificate, CertifiedStep } from '../../../src/core/protocol/certificate';
import type { Plane } from '../plane/plane';
import type { Estate } from '../records/estate';
import type { ChainEvent, GolemRow } from '../records/rows';

/** How the index names what a certificate shows. */
const CERTIFIED: { [event: string]: CertifiedStep['event'] } = {
  registered: 'registered',
  transferred: 'redeemed',
  phase: 'phase',
  healed: 'healed',
  raised: 'raised',
  epoch: 'epoch',
  disabled: 'disabled',
};

/** Its own grants and leases. A Replicant lived on the slice its parent gave it. */
export function linksOf(estate: Estate, row: GolemRow): Pick<Certificate, 'grants' | 'leases'> {
  // Gas money is another currency and is not what it lived on.
  const own = estate.grants.filter(({ golem, token }) => golem === row.id && token !== null);
  const slices = estate.slices.filter(({ golem }) => golem === row.id).map(({ hash }) => hash);
  return {
    grants: [...own.map((grant) => grant.root_hash), ...slices].slice(0, 100),
    leases: estate.leases
      .filter(({ golem }) => golem === row.id)
      .map((lease) => ({
        hash: lease.hash,
        generation: lease.generation,
        budgetId: lease.budget_id,
        sessionKey: lease.session_key,
      }))
      .slice(0, 500),
  };
}

export async function eventsOf(
  plane: Plane,
  { grants, leases }: Pick<Certificate, 'grants' | 'leases'>,
  row: GolemRow,
  most: number,
): Promise<ChainEvent[]> {
  const budgets = leases.map(({ budgetId }) => budgetId);
  const others = await plane.store.query<ChainEvent>(
    `select * from events where chain_id = $1 and (
       (event = 'disabled' and delegation_hash = any($2))
       or (event in ('registered', 'phase', 'healed') and guardian = $3 and golem_id = $4)
       or (event = 'raised' and guardian = $3 and budget_id = any($5))
       or (event = 'epoch' and owner = $6 and at >= $7))
     order by block_number desc, log_index desc limit ${most}`,
    [row.chain_id, grants, row.guardian, row.golem_id, budgets, row.owner, row.created_at],
  );
  const payments = await paymentsOf(plane, row.chain_id, grants, most);
  return [...others, ...payments].sort(
    (a, b) => a.block_number - b.block_number || a.log_index - b.log_index,
  );
}

/** Each of them; of a long life the last of each period, which tells the period's total. */
async function paymentsOf(
  { store }: Plane,
  chainId: number,
  grants: string[],
  most: number,
): Promise<ChainEvent[]> {
  const of = `from events where chain_id = $1 and event = 'transferred' and delegation_hash = any($2)`;
  const values = [chainId, grants];
  const all = await store.query<ChainEvent>(`select * ${of} limit ${most + 1}`, values);
  if (all.length <= most) return all;
  const last = await store.query<ChainEvent>(
    `select distinct on (delegation_hash, period) * ${of}
       order by delegation_hash, period, block_number desc, log_index desc limit ${most}`,
    values,
  );
  return last.map((event) => ({ ...event, amount: event.total }));
}

export function stepOf(event: ChainEvent): CertifiedStep {
  const aboutPhase = ['registered', 'phase', 'healed'].includes(event.event);
  return {
    event: CERTIFIED[event.event] ?? 'redeemed',
    at: event.at,
    blockNumber: event.block_number,
    blockHash: event.block_hash,
    transaction: event.transaction,
    logIndex: event.log_index,
    delegationHash: event.delegation_hash,
    amount: event.event === 'transferred' ? event.amount : null,
    phase: aboutPhase ? Number(event.number) : null,
  };
}
