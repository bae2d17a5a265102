// A new watch token: tried first, kept only if it works, and never for another owner without asking.
import type { Hex } from 'viem';
import { sameAddress } from '../../core/chain/addresses';
import { emptyState } from '../../core/memory/state';
import { nowSeconds } from '../../host/clock';
import { SnapError } from '../../host/errors';
import { fetchStatus } from '../../host/plane';
import { PORTAL_HOST } from '../../host/portal';
import { loadState, updateState } from '../../host/state';
import { confirm } from '../../host/ui';
import { OwnerDialog } from '../../views/dialogs';
import { absorbAndAnnounce } from '../check/check';
import { restoreLeases } from '../guardian/restore';
import { asking } from './asking';

/** Like every question of the site: one at a time, and a pause after three refusals. */
async function isWanted(from: string, to: string): Promise<boolean> {
  const dialog = <OwnerDialog asker={PORTAL_HOST} from={from} to={to} />;
  return (await asking(async () => ({ approved: await confirm(dialog) }))).approved;
}

export async function connect(token: string): Promise<{ accepted: boolean; owner: Hex }> {
  const startedAt = nowSeconds();
  const answer = await fetchStatus(token, null);
  if (!answer.ok) {
    const reason = `The token was not kept: the control plane gave no usable answer (${answer.detail}).`;
    throw new SnapError(
      answer.kind === 'rejected' ? 'invalidParams' : 'resourceUnavailable',
      reason,
    );
  }
  const { owner } = answer.status;
  const { owner: present } = await loadState();
  const switches = present !== null && !sameAddress(present, owner);
  if (switches && !(await isWanted(present, owner))) return { accepted: false, owner: present };
  const kept = await updateState((state) => {
    // Two requests at once: only the owner who was asked about may be replaced.
    if (state.owner !== present) return state;
    // Another owner's Golems, alerts and tokens have no place beside the new one's. Signed orders stay:
    // they still have to reach the control plane.
    const base = switches ? { ...emptyState(), orders: state.orders } : state;
    return { ...base, owner, auth_token: token, failure: null, set_aside: null };
  });
  if (kept.auth_token !== token) return { accepted: false, owner: kept.owner ?? owner };
  await absorbAndAnnounce(answer, { token, startedAt, now: nowSeconds(), rotates: false });
  await restoreLeases();
  return { accepted: true, owner };
}
