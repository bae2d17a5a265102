// Time arithmetic of a runway: when its period turns, when it ends, when it wants feeding.
import { DAY } from '../chain/time';
import type { Permission } from '../protocol/status';
import { endsAt } from './health';

/** Start of the next period (unix seconds); null once the permission ends before that. */
export function nextResetAt(permission: Permission, now: number): number | null {
  const { startAt, periodSeconds, expiresAt } = permission;
  if (now < startAt) return startAt < expiresAt ? startAt : null;
  const passed = Math.floor((now - startAt) / periodSeconds);
  const next = startAt + (passed + 1) * periodSeconds;
  return next < expiresAt ? next : null;
}

/** Less than min(7 days, a third of the window) left, of the grant or of the lease on it: time to feed the Golem. */
export function wantsFeeding(permission: Permission, now: number): boolean {
  const window = permission.expiresAt - permission.startAt;
  return endsAt(permission) - now < Math.min(7 * DAY, window / 3);
}
