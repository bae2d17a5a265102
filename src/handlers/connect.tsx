// A new watch token: tried first, kept only if it works, and never for another owner without asking.
import { sameAddress } from '../core/chain/addresses';
import { emptyState } from '../core/watch/state';
import { nowSeconds } from '../host/clock';
import { SnapError } from '../host/errors';
import { fetchStatus } from '../host/plane';
import { PORTAL_HOST } from '../host/portal';
import { loadState, updateState } from '../host/state';
import { confirm } from '../host/ui';
import { OwnerDialog } from '../views/dialogs';
import { absorbAndAnnounce } from './tick';

export async function connect(token: string): Promise<{ accepted: boolean; owner: string }> {
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
  if (switches && !(await confirm(<OwnerDialog asker={PORTAL_HOST} from={present} to={owner} />))) {
    return { accepted: false, owner: present };
  }
  await updateState((state) => ({
    // Another owner's Golems, alerts and tokens have no place beside the new one's.
    ...(state.owner !== null && !sameAddress(state.owner, owner) ? emptyState() : state),
    auth_token: token,
    failure: null,
    set_aside: null,
  }));
  await absorbAndAnnounce(answer, { token, startedAt, now: nowSeconds(), rotates: false });
  return { accepted: true, owner };
}
