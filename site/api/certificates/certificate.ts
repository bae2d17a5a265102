// GET /api/certificates/:owner/:id: the death certificate, written from what the chain showed.
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import {
  CERTIFICATE_VERSION,
  type Certificate,
  type CertifiedStep,
  MAX_CERTIFIED,
} from '../../../src/core/protocol/certificate';
import { checkpointOf } from '../chain/index-rows';
import { SETTLED } from '../chain/pieces';
import { hasUnread } from '../chain/unread';
import { type Handler, type Plane, readUpToNow } from '../plane/plane';
import { demand } from '../plane/problem';
import { ENDED } from '../records/endings';
import { type Estate, estateOfGolem } from '../records/estate';
import { diedAt, recordOf } from '../records/golems';
import { type ChainEvent, type GolemRow, golemRow } from '../records/rows';

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

export const certificate: Handler<'certificate'> = async ({ plane, whose, id, now }) => {
  const row = await golemRow(plane.store, { owner: whose, id });
  demand(row, 'not_found', 'This owner has no Golem of this id here.');
  const written = await certificateOf(plane, row, now);
  if (await isSettled(plane, written)) return written;
  // What it shows may be reorganised away since it was read.
  await readUpToNow(plane, row.chain_id);
  return certificateOf(plane, row, now);
};

async function isSettled({ store }: Plane, { chainId, steps }: Certificate): Promise<boolean> {
  const [read, last] = [await checkpointOf(store, chainId), steps.at(-1)?.blockNumber ?? 0];
  return read !== null && last <= read.number - SETTLED;
}

/** `most`: half for the payments, half for the rest. */
export async function certificateOf(
  plane: Plane,
  row: GolemRow,
  now: number,
  most = MAX_CERTIFIED,
): Promise<Certificate> {
  const estate = await estateOfGolem(plane.store, row, now);
  const died = diedAt(estate, row);
  demand(died !== null, 'not_found', 'This Golem is not dead.');
  const events = await eventsOf(plane, linksOf(estate, row), row, most / 2);
  const cause = causeOf(estate, row, events);
  demand(cause, 'not_found', 'The chain does not show the end of this Golem yet.');
  const life = { from: events[0]?.block_number ?? 0, to: events.at(-1)?.block_number ?? 0 };
  demand(
    !(await hasUnread(plane.store, row.chain_id, life)),
    'chain_unavailable',
    'Some blocks of its life could not be read yet, so its account would not be whole. Try again later.',
  );
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
    cause,
    spent: `${spent}`,
    steps: events.map(stepOf),
  };
}

/** Its own grants and leases. A Replicant lived on the slice its parent gave it. */
function linksOf(estate: Estate, row: GolemRow): Pick<Certificate, 'grants' | 'leases'> {
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

async function eventsOf(
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
    `select distinct on (delegation_hash, split_part(number, ':', 1)) * ${of}
       order by delegation_hash, split_part(number, ':', 1), block_number desc, log_index desc limit ${most}`,
    values,
  );
  return last.map((event) => ({ ...event, amount: event.number?.split(':')[1] ?? null }));
}

/** null = the chain shows no end of it. */
function causeOf(estate: Estate, row: GolemRow, events: ChainEvent[]): Certificate['cause'] | null {
  if (recordOf(estate, row)?.number === '4') return 'terminal';
  const raised = events.some(({ event, number }) => event === 'raised' && Number(number) === ENDED);
  if (raised) return 'ended';
  return events.some(({ event }) => event === 'disabled') ? 'disabled' : null;
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
