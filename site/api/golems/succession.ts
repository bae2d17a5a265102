// GET /api/golems/:id/succession: what a dead Golem leaves to its successor.

import type { Handler } from '../plane/plane';
import { demand } from '../plane/problem';
import { endOfGrant } from '../records/endings';
import { estateOfGolem } from '../records/estate';
import { diedAt } from '../records/golems';
import { runwayOf } from '../records/pace';
import { ownGolem } from './golem';

export const succession: Handler<'succession'> = async ({ plane, id, caller, now }) => {
  const row = await ownGolem(plane, id, caller.owner);
  const estate = await estateOfGolem(plane.store, row, now);
  const died = diedAt(estate, row);
  demand(died !== null, 'conflict', 'This Golem is not dead.');
  const runway = runwayOf(estate, row.id);
  const spent = await plane.store.query<{ amount: string }>(
    `select amount from events where event = 'transferred' and chain_id = $1 and delegation_hash = $2`,
    [row.chain_id, runway?.root_hash ?? ''],
  );
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
    spent: `${spent.reduce((sum, { amount }) => sum + BigInt(amount), 0n)}`,
    knowledgeRecord: row.knowledge_record,
    open: open.map((grant) => grant.id).slice(0, 100),
  };
};
