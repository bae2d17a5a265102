// The only place that says healthy, low, critical or revoked. First match wins, no holes.
import { DAY, type Moment } from '../chain/time';
import type { Golem, Permission, Phase } from '../protocol/status';
import { effectiveCap } from './phase';

/** `unknown`: clocks disagree, so nobody can say how much time is left. */
export type Health = 'healthy' | 'low' | 'critical' | 'revoked' | 'unknown';

/** Health of one permission. Valid while now < expiresAt, of the grant and of the lease on it. */
export function healthOf(permission: Permission, phase: Phase, now: Moment): Health {
  if (!isUsable(permission, now)) return 'revoked';
  if (now === null) return 'unknown';
  const secondsLeft = endsAt(permission) - now;
  // A dead Golem spends nothing whatever is left, so only time tells about its permission.
  const share = phase === 'terminal' ? 'half' : shareLeft(permission, phase);
  if (secondsLeft < DAY || share === 'tenth') return 'critical';
  if (secondsLeft < 3 * DAY || share === 'less') return 'low';
  return 'healthy';
}

/** Of today's effective cap: less than a tenth, less than half, or half and more. */
function shareLeft(permission: Permission, phase: Phase): 'tenth' | 'less' | 'half' {
  const cap = effectiveCap(capOf(permission), phase);
  const left = leftToday(permission, phase);
  if (cap === 0n || left * 10n < cap) return 'tenth';
  return left * 2n < cap ? 'less' : 'half';
}

/** What may still be spent in this period: never more than the phase allows, whatever the server says. */
export function leftToday(permission: Permission, phase: Phase): bigint {
  return least(BigInt(permission.left), effectiveCap(capOf(permission), phase));
}

/** The daily cap of the tightest link: a lease may allow less than the grant it hangs on. */
export function capOf({ cap, lease }: Permission): bigint {
  return least(BigInt(cap), BigInt(lease?.cap ?? cap));
}

/** The end of the shortest link: a lease may end before the grant it hangs on. */
export function endsAt({ expiresAt, lease }: Permission): number {
  return Math.min(expiresAt, lease?.expiresAt ?? expiresAt);
}

/** The owner's grant is in force, or may be when nobody knows the time: there is something to revoke. */
export function isLive(permission: Permission, now: Moment): boolean {
  return permission.revokedAt === null && (now === null || now < permission.expiresAt);
}

/** In force down to the Golem: neither the grant nor its lease has ended. */
function isUsable(permission: Permission, now: Moment): boolean {
  return isLive(permission, now) && (now === null || now < endsAt(permission));
}

/**
 * Health of a Golem: the worst of its live runways, because each must carry it; `revoked` when it
 * had runways and none lives, null when it never had one. A replaced grant does not count.
 */
export function healthOfGolem(
  golem: Golem,
  permissions: readonly Permission[],
  now: Moment,
): Health | null {
  const own = permissions.filter((one) => one.golem === golem.id && one.token !== null);
  if (own.length === 0) return null;
  const healths = runwaysOf(own, now).map((one) => healthOf(one, golem.phase, now));
  return ORDER.find((health) => healths.includes(health)) ?? 'revoked';
}

/** Live token permissions; gas money alone does not keep a Golem alive. */
export function runwaysOf(permissions: readonly Permission[], now: Moment): Permission[] {
  return permissions.filter((one) => one.token !== null && isUsable(one, now));
}

const ORDER: readonly Health[] = ['unknown', 'critical', 'low', 'healthy'];

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
