// POST /api/agent/rotations: the key in force asks a lease for the next one. The owner's Snap gives it.
import type { Handler } from '../plane/plane';
import { currentSpeaker } from './golem-key';

export const rotate: Handler<'rotate'> = async ({ plane, body, caller, now }) => {
  const { golem } = await currentSpeaker(plane, caller.agent, now);
  // A key that asks again has waited since it asked first.
  await plane.store.query(
    `update golems set pending_at = case when pending_key = $3 then pending_at else $4 end, pending_key = $3
       where owner = $1 and id = $2`,
    [golem.owner, golem.id, body.sessionKey, now],
  );
  return { pendingKey: body.sessionKey };
};
