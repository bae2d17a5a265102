// After a reinstallation the guardian is the same and the memory is empty: leases are asked back from the
// control plane and kept only if they prove themselves. Only while the wallet is open: it needs the key, and
// a page that asks for a refresh must not make the password window pop up.

import { isOwn, withLease } from '../../core/memory/leases';
import type { State } from '../../core/memory/state';
import { type LeaseRecord, readLease } from '../../core/runway/lease-memory';
import { judgeRestored, unremembered } from '../../core/runway/restore';
import { withAlerts } from '../../core/watch/absorb';
import { doubtful, withDoubt } from '../../core/watch/doubts';
import { nowSeconds } from '../../host/clock';
import { guardiansOf, isLocked } from '../../host/keys';
import { fetchGolem } from '../../host/plane';
import { loadState, updateState } from '../../host/state';

/** Each costs a request; the rest follows with the next check. */
const MAX_GOLEMS = 20;
/** Of one Golem: each costs the recovery of a signature. */
const MAX_LEASES = 8;

export async function restoreLeases(): Promise<State> {
  const state = await loadState();
  if (await isLocked()) return state;
  const missing = unremembered(state.permissions, state.leases.filter(isOwn));
  const wanting = [...new Set(missing.map(({ golem }) => golem))];
  // In turn: names that a server makes up must not keep the real ones waiting.
  const start = wanting.length === 0 ? 0 : Math.floor(nowSeconds() / 60) % wanting.length;
  const golems = [...wanting.slice(start), ...wanting.slice(0, start)].slice(0, MAX_GOLEMS);
  for (const golem of golems) await restoreGolem(golem);
  return golems.length === 0 ? state : loadState();
}

async function restoreGolem(golem: string): Promise<void> {
  const before = await loadState();
  const { auth_token: token, owner, permissions, leases } = before;
  const open = new Set(doubtful(before).map(({ id }) => id));
  if (token === null || owner === null) return;
  const fetched = await fetchGolem(token, golem);
  if (!fetched.ok) return;
  const keeper = { guardians: await guardiansOf({ golem, owner }), owner };
  const own = unremembered(permissions, leases.filter(isOwn)).filter((one) => one.golem === golem);
  const doubts: string[] = [];
  for (const permission of own.slice(0, MAX_LEASES)) {
    const { contexts } = fetched.value;
    const context = contexts.find((one) => one.permission === permission.id)?.context;
    const judged = judgeRestored({ permission, context }, keeper);
    if (judged.ok) {
      const record = { ...judged.value, signedAt: signedAt(judged.value), by: 'restored' as const };
      await updateState((state) => withLease(state, record));
    } else if (open.has(permission.id)) doubts.push(judged.reason);
  }
  await updateState((state) =>
    withAlerts(withDoubt(state, golem, doubts[0] ?? null), nowSeconds()),
  );
}

/** Generations follow the clock of the Snap that signed: an old lease that comes back is not a new one. */
function signedAt(record: LeaseRecord): number {
  return Math.min(Number(readLease(record)?.terms.generation ?? 0n), nowSeconds());
}
