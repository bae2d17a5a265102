// GET /api/runway/requests/:id/outcome: what an asker waits for, in RFC 8628's words. Each network that waits for a request has
// its own pace: who looks at a stranger's request slows nobody down.
import { callerOf } from '../guard/caller';
import { checkPatience } from '../guard/patience';
import type { Handler } from '../plane/plane';
import { demand, Problem } from '../plane/problem';
import { recordOf, requestRow } from './request-rows';

export const runwayOutcome: Handler<'runwayOutcome'> = async ({ plane, id, caller, now }) => {
  const row = await requestRow(plane.store, id);
  const waiter = `${id} ${callerOf(plane.secret, caller.peer)}`;
  const interval = await checkPatience(plane.store, waiter, now);
  const record = await recordOf(plane, row, now);
  demand(record.state !== 'refused', 'access_denied', 'The owner refused.');
  demand(
    record.state !== 'expired',
    'expired_token',
    'The owner did not answer in time. Ask again.',
  );
  if (record.state === 'granted') return record;
  throw new Problem('authorization_pending', 'The owner has not answered yet.', { interval });
};
