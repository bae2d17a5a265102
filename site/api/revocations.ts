// POST /api/revocations: the owner says a grant is ended; it is believed when the chain shows it.

import { type Handler, readUpToNow } from './plane/plane';
import { demand } from './plane/problem';
import { endOfGrant } from './records/endings';
import { estateOf } from './records/estate';

export const revocation: Handler<'revocation'> = async ({ plane, body, caller, now }) => {
  const before = await estateOf(plane.store, caller.owner, now);
  const grant = before.grants.find(({ id }) => id === body.permission);
  demand(grant && grant.owner === caller.owner, 'not_found', 'You have no such permission.');
  await readUpToNow(plane, grant.chain_id);
  const estate = await estateOf(plane.store, caller.owner, now);
  const end = endOfGrant(estate, grant);
  if (!end && grant.expires_at <= now) {
    return { permission: grant.id, revokedAt: grant.expires_at, by: 'expired' };
  }
  demand(end, 'not_on_chain', 'The chain does not show this grant ended.');
  const open = estate.grants.some(
    (one) => one.golem === grant.golem && one.expires_at > now && !endOfGrant(estate, one),
  );
  if (!open) {
    await plane.store.query(
      `update golems set asks_revocation = false, revocation_asked_at = null
         where owner = $1 and id = $2`,
      [grant.owner, grant.golem],
    );
  }
  return { permission: grant.id, revokedAt: end.at, by: end.by };
};
