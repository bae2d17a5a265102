// GET /api/golems/:id/history: the last seven days of one Golem.
import { estateOfGolem } from '../ledger/estate';
import { historyOf } from '../ledger/history';
import type { Handler } from '../plane';
import { ownGolem } from './golem';

const SEVEN_DAYS = 7 * 86_400;

export const history: Handler<'history'> = async ({ plane, id, caller, now }) => {
  const row = await ownGolem(plane, id, caller.owner);
  const estate = await estateOfGolem(plane.store, row.id, now);
  const from = now - SEVEN_DAYS;
  const told = await historyOf(plane.store, estate, { since: 0, from });
  return { history: told.map(({ seq: _, ...entry }) => entry), from };
};
