// GET /api/snap/golems/:id: one Golem with its contexts, for a Snap that did not sign them itself, or has forgotten them. The Snap
// verifies them itself.
import { golemAnswer, ownGolem } from '../golems/golem';
import type { Handler } from '../plane/plane';

export const snapGolems: Handler<'snapGolems'> = async ({ plane, id, caller, now }) =>
  golemAnswer(plane, await ownGolem(plane, id, caller.owner), now);
