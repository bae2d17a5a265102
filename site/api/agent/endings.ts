// POST /api/agent/endings: a Golem asks to be ended. Nothing is held here that could end it: the owner is asked,
// and only what the chain shows is counted.

import type { Handler } from '../plane/plane';
import { endOfGrant, endOfLease, leaseOn } from '../records/endings';
import { estateOfGolem } from '../records/estate';
import { terminalAt } from '../records/golems';
import type { GrantRow } from '../records/rows';
import { currentSpeaker } from './golem-key';

export const end: Handler<'end'> = async ({ plane, caller, now }) => {
  const { golem } = await currentSpeaker(plane, caller.agent, now);
  await plane.store.query(
    `update golems set asks_revocation = true, revocation_asked_at = coalesce(revocation_asked_at, $3)
       where owner = $1 and id = $2`,
    [golem.owner, golem.id, now],
  );
  await plane.catchUp(golem.chain_id);
  const estate = await estateOfGolem(plane.store, golem, now);
  const grants = estate.grants.filter((grant) => grant.golem === golem.id);
  const open = grants.filter((grant) => grant.expires_at > now && !endOfGrant(estate, grant));
  const dead = terminalAt(estate, golem) !== null;
  const isOver = (grant: GrantRow) => {
    const lease = leaseOn(estate, grant.id);
    const unleased = lease !== null && (dead || endOfLease(estate, lease) !== null);
    return unleased || endOfGrant(estate, grant) !== null;
  };
  return {
    revokedCount: grants.filter(isOver).length,
    open: open.map((grant) => grant.id).slice(0, 100),
  };
};
