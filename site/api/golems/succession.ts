// GET /api/golems/:id/succession: what a dead Golem leaves to its successor.

import type { Handler } from '../plane/plane';
import { demand } from '../plane/problem';
import { endOfGrant, endOfLease } from '../records/endings';
import { type Estate, estateOfGolem } from '../records/estate';
import { diedAt, terminalAt } from '../records/golems';
import { runwayOf } from '../records/pace';
import type { GolemRow } from '../records/rows';
import { endingDocument, keysOf, spentOf } from '../records/settlements';
import { ownGolem } from './golem';

export const succession: Handler<'succession'> = async ({ plane, id, caller, now }) => {
  const row = await ownGolem(plane, id, caller.owner);
  const estate = await estateOfGolem(plane.store, row, now);
  const died = diedAt(estate, row);
  demand(died !== null, 'conflict', 'This Golem is not dead.');
  const runway = runwayOf(estate, row.id);
  const spentBy = spentOf(estate, row);
  const open = estate.grants.filter(
    (grant) => grant.golem === row.id && grant.expires_at > now && !endOfGrant(estate, grant),
  );
  return {
    golem: row.id,
    name: row.name,
    diedAt: died,
    chainId: row.chain_id,
    token: runway?.token ?? null,
    lastCap: runway?.cap ?? '0',
    days: runway ? Math.round((runway.expires_at - runway.start_at) / 86_400) : 0,
    spent: spentBy.find(({ token }) => token === (runway?.token ?? null))?.amount ?? '0',
    knowledgeRecord: row.knowledge_record,
    ending: endingDocument(row),
    spentBy: spentBy.slice(0, 20),
    sweeps: estate.sweeps
      .filter(({ golem }) => golem === row.id)
      .map(({ transaction, account, amount }) => ({ transaction, account, amount }))
      .slice(0, 20),
    keys: keysOf(estate, row).slice(0, 20),
    orphans: terminalAt(estate, row) === null ? livingLeases(estate, row, now) : 0,
    open: open.map((grant) => grant.id).slice(0, 100),
  };
};

function livingLeases(estate: Estate, { id }: GolemRow, now: number): number {
  return estate.leases.filter((lease) => {
    const grant = estate.grants.find((one) => one.id === lease.permission);
    const open = grant && grant.expires_at > now && !endOfGrant(estate, grant);
    return lease.golem === id && open && lease.expires_at > now && !endOfLease(estate, lease);
  }).length;
}
