// The owner's Golems and their requests, kept fresh while somebody is signed in.
import { effect, type Signal } from '@preact/signals';
import type { ResponseOf, RouteName } from '../../src/core/protocol/api';
import { type Polling, poll } from '../plane/poll';
import { askSession, refreshSnap } from './owner';
import * as store from './store';

const GOLEMS_MS = 5000;
const SNAP_MS = 20_000;
const ABSENT_MS = 3000;
const HEALTH_MS = 15_000;

let pollings: Polling[] = [];

/** Starts with a session, ends with it. */
export function followOwnerSnapshot(): void {
  effect(() => {
    const { value: owner } = store.owner;
    for (const running of pollings) running.stop();
    // What one account was told is never shown to another.
    store.golems.value = store.NOTHING_YET;
    store.requests.value = store.NOTHING_YET;
    pollings = owner
      ? [
          poll(() => renew('golems', store.golems), { everyMs: GOLEMS_MS }),
          poll(() => renew('runwayRequests', store.requests), { everyMs: GOLEMS_MS }),
        ]
      : [];
  });
  poll(
    async () => {
      const well = await renew('health', store.health);
      if (well && store.session.value === 'unknown') await askSession();
      return well;
    },
    { everyMs: HEALTH_MS },
  );
  poll(refreshSnap, { everyMs: SNAP_MS });
  // Somebody is in MetaMask to put it right; asking the wallet for its list wakes no Snap.
  poll(async () => !isAbsent() || refreshSnap(), { everyMs: ABSENT_MS });
  setInterval(() => {
    if (!document.hidden) store.clock.value = store.nowSeconds();
  }, 1000);
}

function isAbsent(): boolean {
  const { kind } = store.snap.value ?? { kind: null };
  return kind === 'missing' || kind === 'off' || kind === 'blocked' || kind === 'unasked';
}

export function renewOwnerSnapshot(): void {
  for (const running of pollings) running.again();
}

/** Keeps the last good answer when this one fails; a lost session ends here. */
export async function renew<R extends RouteName>(
  name: R,
  into: Signal<store.Polled<ResponseOf<R>>>,
  { id = '', query = '' }: { id?: string; query?: string } = {},
): Promise<boolean> {
  const answer = await store.plane.ask(name, { id, query });
  if (answer.ok) {
    into.value = { value: answer.value, at: store.nowSeconds(), failure: null };
    return true;
  }
  if (answer.failure.kind === 'superseded') return true;
  into.value = { ...into.value, failure: answer.failure };
  if (answer.failure.code === 'unauthorized') store.session.value = 'none';
  return false;
}
