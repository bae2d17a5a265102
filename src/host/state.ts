// Bardo's memory in the wallet. Always `encrypted: false`: an encrypted call opens the password
// window of a locked wallet, also from a check.
import type { State } from '../core/memory/state';
import { parseState } from '../core/memory/stored';
import { nowSeconds } from './clock';

/** Serialises read-modify-write within one life of the Snap; there is never more than one life. */
let queue: Promise<unknown> = Promise.resolve();

export async function loadState(): Promise<State> {
  const stored = await snap.request({ method: 'snap_getState', params: { encrypted: false } });
  return parseState(stored, nowSeconds());
}

/** Applies `change` to the newest state and saves the result; concurrent updates wait for each other. */
export function updateState(change: (state: State) => State): Promise<State> {
  const update = queue.then(async () => {
    const before = await loadState();
    const after = change(before);
    if (after !== before) await saveState(after);
    return after;
  });
  queue = update.catch(() => undefined);
  return update;
}

async function saveState(state: State): Promise<void> {
  await snap.request({ method: 'snap_setState', params: { value: state, encrypted: false } });
}
