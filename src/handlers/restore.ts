// After a reinstallation the guardian is the same and the memory is empty: leases are asked back from the
// control plane and kept only if they prove themselves. Only while the wallet is open: it needs the key, and
// a page that asks for a refresh must not make the password window pop up.

import { withLease } from '../core/memory/leases';
import type { Contradiction, State } from '../core/memory/state';
import { judgeRestored, unremembered } from '../core/runway/restore';
import { withAlerts } from '../core/watch/absorb';
import { nowSeconds } from '../host/clock';
import { guardianOf, isLocked } from '../host/keys';
import { fetchGolem } from '../host/plane';
import { loadState, updateState } from '../host/state';

/** Each costs a request; the rest follows with the next visit. */
const MOST_GOLEMS = 20;

export async function restoreLeases(): Promise<State> {
  const state = await loadState();
  if (await isLocked()) return state;
  const missing = unremembered(state.permissions, state.leases);
  const golems = [...new Set(missing.map(({ golem }) => golem))].slice(0, MOST_GOLEMS);
  for (const golem of golems) await restoreGolem(golem);
  return golems.length === 0 ? state : loadState();
}

async function restoreGolem(golem: string): Promise<void> {
  const { auth_token: token, permissions, leases } = await loadState();
  if (token === null) return;
  const fetched = await fetchGolem(token, golem);
  if (!fetched.ok) return;
  const guardian = await guardianOf(golem);
  const own = unremembered(permissions, leases).filter((one) => one.golem === golem);
  for (const permission of own) {
    const { contexts } = fetched.value;
    const context = contexts.find((one) => one.permission === permission.id)?.context;
    const judged = judgeRestored({ permission, context }, guardian);
    await updateState((state) =>
      judged.ok
        ? withLease(state, { ...judged.value, signedAt: nowSeconds(), by: 'restored' })
        : withDoubt(state, golem, judged.reason),
    );
  }
}

function withDoubt(state: State, golem: string, reason: string): State {
  const text = `Bardo could not take back a lease of ${golem} from the control plane: ${reason}.`;
  const doubt: Contradiction = { key: `restore:${golem}`, text, golem };
  const others = state.contradictions.filter(({ key }) => key !== doubt.key);
  return withAlerts({ ...state, contradictions: [...others, doubt] }, nowSeconds());
}
