// What metamask_request_runway answers.

import type { Hex } from 'viem';
import { amountDown } from '../../core/chain/amounts';
import { adoptRunway } from '../life/adoption';
import type { Golem } from '../life/golem';
import { dailyCap } from '../runway/runway';
import type { Posted } from './kept-request';
import { liveLease, type Sought } from './live-lease';
import { type Patience, poll } from './owner-answer';
import { linkOf, type RequestLink } from './request-link';
import { USDC_DECIMALS } from './runway-ask';
import type { Clade } from './tool';

export type RunwayOutcome = {
  golem: string;
  /** `dropped`: too many others ask, and the control plane has let go of the request again and again. */
  outcome: 'granted' | 'refused' | 'expired' | 'timed_out' | 'dropped';
  permission_id: string | null;
  /** Whose place the new one takes; null when there was none. The owner ends that grant; its end is no death. */
  replaced_permission_id: string | null;
  /** The one that the Golem lives on now; null when it has none. */
  live_permission_id: string | null;
  stored_in_grimoire: boolean;
  /** As granted, which may be less than asked; null while the lease is not signed. */
  daily_cap: string | null;
  /** Of MetaMask's grant, which may count in weeks or months: the most in each of its periods, and their length. */
  period_cap: string | null;
  period_seconds: number | null;
  /** Of the runway. */
  expires_at: number | null;
  /** The lease is there and the Golem can redeem. */
  usable: boolean;
  /** Where the owner answers; `expires_at` is the request's own. */
  request: RequestLink;
};

const NOTHING = {
  permission_id: null,
  replaced_permission_id: null,
  stored_in_grimoire: false,
  daily_cap: null,
  period_cap: null,
  period_seconds: null,
  expires_at: null,
  usable: false,
} as const;

/** Nothing has changed: a runway that lived goes on. */
export function unanswered(
  golem: Golem,
  posted: Posted,
  outcome: RunwayOutcome['outcome'],
): RunwayOutcome {
  const live = { live_permission_id: golem.runway ? golem.permission : null };
  return { golem: golem.id, outcome, ...NOTHING, ...live, request: linkOf(golem, posted) };
}

type Granted = {
  clade: Clade;
  golem: Golem;
  posted: Posted;
  sought: Sought;
};

/** The runway before is held until the new one was taken on. */
export async function grantedOutcome(
  { clade, golem, posted, sought }: Granted,
  patience: Patience,
): Promise<RunwayOutcome> {
  const given = await poll(patience, () => takeUp(golem, sought));
  if (!given) return { ...unanswered(golem, posted, 'granted'), permission_id: sought.permission };
  const { runway } = golem;
  const { replaces } = posted;
  return {
    ...{ golem: golem.id, outcome: 'granted', permission_id: given, live_permission_id: given },
    replaced_permission_id: replaces === given ? null : replaces,
    stored_in_grimoire: runway ? await remember(clade, golem, given, runway.context) : false,
    daily_cap: runway && amountDown(dailyCap(runway), USDC_DECIMALS),
    period_cap: runway && amountDown(runway.cap, USDC_DECIMALS),
    period_seconds: runway?.periodSeconds ?? null,
    expires_at: runway?.expiresAt ?? null,
    usable: runway !== null,
    request: linkOf(golem, posted),
  };
}

/** The permission, once its lease names our key, every link is signed, and the chain shows no end of it. */
async function takeUp(golem: Golem, sought: Sought): Promise<string | null> {
  const lease = await liveLease(golem, sought);
  if (!lease) return null;
  if (golem.runway?.context === lease.context) {
    golem.permission = lease.permission;
    return lease.permission;
  }
  const problem = await adoptRunway(golem, lease.context, lease.permission);
  return problem === null ? lease.permission : null;
}

async function remember(
  { grimoire }: Clade,
  { id }: Golem,
  permission: string,
  context: Hex,
): Promise<boolean> {
  if (!grimoire) return false;
  return grimoire.put(`metamask.permission.${id}`, { permission, context }).then(
    () => true,
    () => false,
  );
}
