// GET /api/golems/:id/certificate: the death certificate, written from what the chain showed.
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import {
  CERTIFICATE_VERSION,
  type Certificate,
  type CertifiedStep,
  MAX_CERTIFIED,
} from '../../../src/core/protocol/certificate';
import { ENDED, endOfGrant } from '../ledger/endings';
import { type Estate, estateOfGolem } from '../ledger/estate';
import { diedAt, recordOf } from '../ledger/golems';
import { type ChainEvent, type GolemRow, golemRow } from '../ledger/rows';
import type { Handler, Plane } from '../plane';
import { demand } from '../problem';

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

export const certificate: Handler<'certificate'> = async ({ plane, id, now }) => {
  const row = await golemRow(plane.store, id);
  demand(row, 'not_found', 'There is no Golem of this id here.');
  const estate = await estateOfGolem(plane.store, row.id, now);
  const died = diedAt(estate, row);
  demand(died !== null, 'not_found', 'This Golem is not dead.');
  const events = await eventsOf(plane, estate, row);
  demand(events.length > 0, 'not_found', 'The chain shows nothing of this Golem.');
  const spent = events
    .filter(({ event }) => event === 'transferred')
    .reduce((sum, { amount }) => sum + BigInt(amount ?? 0), 0n);
  return {
    version: CERTIFICATE_VERSION,
    golem: row.id,
    name: row.name,
    chainId: row.chain_id,
    owner: row.owner,
    guardian: row.guardian,
    golemId: row.golem_id,
    manager: FRAMEWORK.delegationManager,
    ...linksOf(estate, row),
    diedAt: died,
    cause: causeOf(estate, row, events),
    spent: `${spent}`,
    steps: events.map(stepOf),
  };
};

/** Its own grants and leases; a Replicant's certificate names the slice's lease and grant. */
function linksOf(estate: Estate, row: GolemRow): Pick<Certificate, 'grants' | 'leases'> {
  const own = estate.grants.filter(({ golem }) => golem === row.id);
  return {
    grants: own.map((grant) => grant.root_hash).slice(0, 100),
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

async function eventsOf(plane: Plane, estate: Estate, row: GolemRow): Promise<ChainEvent[]> {
  const { grants, leases } = linksOf(estate, row);
  const budgets = leases.map(({ budgetId }) => budgetId);
  const since = Math.min(row.created_at, ...estate.leases.map((lease) => lease.created_at));
  return plane.store.query<ChainEvent>(
    `select * from events where chain_id = $1 and (
       (event in ('transferred', 'disabled') and delegation_hash = any($2))
       or (event in ('registered', 'phase', 'healed') and guardian = $3 and golem_id = $4)
       or (event = 'raised' and guardian = $3 and budget_id = any($5))
       or (event = 'epoch' and owner = $6 and at >= $7))
     order by block_number, log_index limit ${MAX_CERTIFIED}`,
    [row.chain_id, grants, row.guardian, row.golem_id, budgets, row.owner, since],
  );
}

function causeOf(estate: Estate, row: GolemRow, events: ChainEvent[]): Certificate['cause'] {
  if (recordOf(estate, row)?.number === '4') return 'terminal';
  const raised = events.some(({ event, number }) => event === 'raised' && Number(number) === ENDED);
  if (raised) return 'ended';
  const ends = estate.grants.filter((grant) => grant.golem === row.id);
  return ends.some((grant) => endOfGrant(estate, grant)) ? 'disabled' : 'terminal';
}

function stepOf(event: ChainEvent): CertifiedStep {
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
