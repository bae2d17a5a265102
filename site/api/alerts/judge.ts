// What there is to tell an owner, by the rules of the Snap and from the document that the Snap is given: the same core,
// with a memory of its own for each owner. The chain's proofs are the Snap's alone; nothing here counts as proven.
import type { Hex } from 'viem';
import type { Alert } from '../../../src/core/memory/alert';
import { emptyState, type State } from '../../../src/core/memory/state';
import { parseState } from '../../../src/core/memory/stored';
import { absorb } from '../../../src/core/watch/absorb';
import { reconcileBy } from '../../../src/core/watch/alert-life';
import { causesOf, isUndecided } from '../../../src/core/watch/causes';
import { clockOf } from '../../../src/core/watch/clock';
import { keyOf } from '../../../src/core/watch/kinds';
import { estateOf } from '../records/estate';
import { presentOf } from '../snap/status';
import { one, type Store } from '../store/store';
import { lastHour, limitsOf, spendingCauses } from './limits';
import { isLasting, serverWords } from './server-words';

/** The memory's own; no watch token is concerned. */
const HERE = 'control-plane-itself';

/** The owner's memory as it is after this look. Nothing is stored. */
export async function judged(store: Store, owner: Hex, now: number): Promise<State> {
  const row = await one<{ memory: string }>(
    store,
    'select memory from alert_books where owner = $1',
    [owner],
  );
  const before: State = row?.memory
    ? parseState(JSON.parse(row.memory), now)
    : { ...emptyState(), auth_token: HERE };
  const present = await presentOf(store, await estateOf(store, owner, now));
  const told = { nextToken: HERE, historyCursor: 'h-0', history: [], unreadable: [] };
  const look = { token: HERE, startedAt: now, now, rotates: false };
  const state = absorb(before, { ok: true, status: { ...present, ...told } }, look);
  const spending = spendingCauses(
    await limitsOf(store, owner),
    await lastHour(store, owner, now),
    state,
  );
  const clock = clockOf(state, now);
  const lasting = causesOf(state, clock).filter((cause) => isLasting(cause, state, now));
  const causes = [...lasting.map(serverWords), ...spending];
  const undecided = (alert: Alert) => isUndecided(alert, state, clock);
  const alerts = reconcileBy(keyOf, state.alert_history, { causes, isUndecided: undecided }, now);
  return { ...state, alert_history: alerts };
}
