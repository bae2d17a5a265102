// The only place that says healthy, low, critical or revoked. First match wins, no holes.
import { DAY } from '../chain/time';
import type { Golem, Permission, Phase } from '../protocol/status';
import { effectiveCap } from './phase';

export type Health = 'healthy' | 'low' | 'critical' | 'revoked';

/** Health of one permission at `now` (unix seconds). Valid while now < expiresAt. */
export function healthOf(permission: Permission, phase: Phase, now: number): Health {
  if (!isLive(permission, now)) return 'revoked';
  const secondsLeft = permission.expiresAt - now;
  const cap = effectiveCap(BigInt(permission.cap), phase);
  const left = leftToday(permission, phase);
  // A dead Golem spends nothing whatever is left, so only time tells about its permission.
  const byShare = phase !== 'terminal';
  if (secondsLeft < DAY || (byShare && left * 10n < cap) || (byShare && cap === 0n)) {
    return 'critical';
  }
  if (secondsLeft < 3 * DAY || (byShare && left * 2n < cap)) return 'low';
  return 'healthy';
}

/** What may still be spent in this period: never more than the phase allows, whatever the server says. */
export function leftToday(permission: Permission, phase: Phase): bigint {
  const cap = effectiveCap(BigInt(permission.cap), phase);
  const left = BigInt(permission.left);
  // biome-ignore lint/complexity/useMathMinMax: Math.min does not take bigint
  return left < cap ? left : cap;
}

export function isLive(permission: Permission, now: number): boolean {
  return permission.revokedAt === null && now < permission.expiresAt;
}

/**
 * Health of a Golem: the worst of its live runways, because each must carry it; `revoked` when it
 * had permissions and none lives, null when it never had one. A replaced grant does not count.
 */
export function healthOfGolem(
  golem: Golem,
  permissions: readonly Permission[],
  now: number,
): Health | null {
  const own = permissions.filter((one) => one.golem === golem.id);
  if (own.length === 0) return null;
  const live = runwaysOf(own, now);
  if (live.length === 0) return 'revoked';
  return worst(live.map((one) => healthOf(one, golem.phase, now)));
}

/** Live token permissions; gas money alone does not keep a Golem alive. */
export function runwaysOf(permissions: readonly Permission[], now: number): Permission[] {
  return permissions.filter((one) => one.token !== null && isLive(one, now));
}

const ORDER: readonly Health[] = ['revoked', 'critical', 'low', 'healthy'];

function worst(healths: readonly Health[]): Health {
  return ORDER.find((health) => healths.includes(health)) ?? 'healthy';
}
