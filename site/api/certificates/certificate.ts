// GET /api/certificates/:owner/:id: the death certificate, written from what the chain showed.
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import {
  CERTIFICATE_VERSION,
  type Certificate,
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
import { eventsOf, linksOf, stepOf } from './certificate-steps';

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

/** null = the chain shows no end of it. */
function causeOf(estate: Estate, row: GolemRow, events: ChainEvent[]): Certificate['cause'] | null {
  if (recordOf(estate, row)?.number === '4') return 'terminal';
  const raised = events.some(({ event, number }) => event === 'raised' && Number(number) === ENDED);
  if (raised) return 'ended';
  return events.some(({ event }) => event === 'disabled') ? 'disabled' : null;
}
