// What can be granted or changed for a Golem that is known, and which of it is due: within the grant a new lease, beyond
// it a new grant, and none at all for the dead and for Replicants, which live on their parent's lease.
import type { Hex } from 'viem';
import { decodeContext, encodeContext } from '../../src/core/delegations/delegation';
import type { ResponseOf } from '../../src/core/protocol/api';
import type { Permission } from '../../src/core/protocol/status';
import { leaseRules } from '../golem/golem-tree';
import type { GolemView } from '../golem/golem-view';
import type { OpenRunwayForm, Present } from './open-form';
import { changeForm } from './prefill';

export type Detail = ResponseOf<'golem'>;

export function contextOf({ contexts }: Detail, permission: Permission | null): Hex | null {
  return contexts.find((one) => one.permission === permission?.id)?.context ?? null;
}

/** The owner's own link alone: what a new lease is signed on. */
export function grantOf(context: Hex): Hex {
  return encodeContext(decodeContext(context).slice(-1));
}

export function presentOf(detail: Detail, permission: Permission | null): Present | null {
  if (!permission) return null;
  const context = contextOf(detail, permission);
  return { permission, rules: context ? leaseRules(context, permission.chainId) : null };
}

/** Within the grant: the Snap signs, MetaMask is not asked. */
export function leaseChange(detail: Detail, view: GolemView): OpenRunwayForm | null {
  const present = presentOf(detail, view.unleased ?? view.runway);
  const context = contextOf(detail, present?.permission ?? null);
  if (!context || !detail.golem.guardian) return null;
  const sessionKey = detail.pendingKey ?? detail.golem.sessionKey;
  return changeForm(detail.golem, present, { sessionKey, grant: grantOf(context) });
}

export function renewal(detail: Detail, view: GolemView): OpenRunwayForm | null {
  if (detail.golem.parent || (view.unleased && !view.runway)) return null;
  const days = view.feed?.kind === 'new-grant' ? { days: view.feed.days } : {};
  return changeForm(detail.golem, presentOf(detail, view.runway), days);
}

/** What leads on: a lease that is missing or due before a grant that is not. */
export function dueForm(detail: Detail, view: GolemView): OpenRunwayForm | null {
  if (detail.golem.phase === 'terminal') return null;
  const lease = leaseChange(detail, view);
  const due = view.unleased !== null || detail.pendingKey || view.feed?.kind === 'new-lease';
  return (due && lease) || (renewal(detail, view) ?? lease);
}
