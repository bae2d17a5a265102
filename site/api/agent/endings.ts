// POST /api/agent/endings: a Golem asks to be ended. The orders its guardian signed in advance are relayed (they
// can only take power away), the owner is asked for the rest, and only what the chain shows is counted.
import { FRAMEWORK } from '../../../src/core/chain/addresses';
import { raiseCall } from '../chain/orders';
import { ENDED, endOfGrant, endOfLease } from '../ledger/endings';
import { type Estate, estateOfGolem } from '../ledger/estate';
import type { LeaseRow } from '../ledger/rows';
import type { Handler } from '../plane';
import { queueRelay } from '../relays';
import { currentSpeaker } from './golem-key';

export const end: Handler<'end'> = async ({ plane, caller, now }) => {
  const { golem } = await currentSpeaker(plane, caller.agent, now);
  await plane.store.query('update golems set asks_revocation = true where id = $1', [golem.id]);
  await plane.catchUp(golem.chain_id);
  const estate = await estateOfGolem(plane.store, golem.id, now);
  const grants = estate.grants.filter((grant) => grant.golem === golem.id);
  const open = grants.filter((grant) => grant.expires_at > now && !endOfGrant(estate, grant));
  const leases = newestOfEachBudget(estate, golem.id);
  const ended = leases.filter((lease) => endOfLease(estate, lease) !== null);
  const relays = [];
  for (const lease of leases) {
    if (ended.includes(lease) || !lease.ended_signature) continue;
    const call = raiseCall({
      manager: FRAMEWORK.delegationManager,
      guardian: lease.guardian,
      budgetId: lease.budget_id,
      generation: ENDED,
      signature: lease.ended_signature,
    });
    relays.push(await queueRelay(plane, { chainId: lease.chain_id, ...call }, now));
  }
  const closed = grants.filter(
    (grant) =>
      endOfGrant(estate, grant) !== null || ended.some((lease) => lease.permission === grant.id),
  );
  return {
    revokedCount: closed.length,
    relays: relays.slice(0, 100),
    open: open.map((grant) => grant.id).slice(0, 100),
  };
};

/** Ending a budget for ever ends every lease on it. */
function newestOfEachBudget({ leases }: Estate, golem: string): LeaseRow[] {
  const own = leases.filter((lease) => lease.golem === golem);
  return [...new Map(own.toReversed().map((lease) => [lease.budget_id, lease])).values()];
}
