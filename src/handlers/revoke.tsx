// Ending Golems: shows exactly what ends, remembers the owner's word, and leads to the site, because a
// Snap cannot send transactions and only the chain ends a permission.
import { endingsOf } from '../core/permissions/endings';
import { clockOf } from '../core/watch/clock';
import type { State } from '../core/watch/state';
import { nowSeconds } from '../host/clock';
import { loadState, updateState } from '../host/state';
import { confirm } from '../host/ui';
import { RevokeDialog } from '../views/dialogs';

export type RevokeResult =
  | { kind: 'nothing' }
  | { kind: 'declined' }
  | { kind: 'confirmed'; golems: string[] };

/** `wanted` null = all. Golems without a live permission are not asked about. */
export async function revoke(
  asker: string,
  wanted: readonly string[] | null,
): Promise<RevokeResult> {
  const state = await loadState();
  const endings = endingsOf(
    chosen(state, wanted),
    state.permissions,
    clockOf(state, nowSeconds()).now,
  );
  if (endings.length === 0) return { kind: 'nothing' };
  if (!(await confirm(<RevokeDialog asker={asker} endings={endings} />)))
    return { kind: 'declined' };

  const golems = endings.map((ending) => ending.golem);
  const at = nowSeconds();
  await updateState((current) => ({
    ...current,
    revoking: [
      ...current.revoking.filter((one) => !golems.includes(one.golem)),
      ...golems.map((golem) => ({ golem, at })),
    ],
  }));
  return { kind: 'confirmed', golems };
}

function chosen(state: State, wanted: readonly string[] | null) {
  const golems = state.golems.map((record) => record.golem);
  return wanted === null ? golems : golems.filter((golem) => wanted.includes(golem.id));
}
