// What the Golem may take, today and until the end, by its phase: the chain's figures with core's rules on top.
// An agent whose own phase is worse than what the oracle says goes by the worse one.
import { DAY } from '../../core/chain/time';
import { least } from '../../core/delegations/meter';
import type { Permission, Phase } from '../../core/protocol/status';
import { endsAt, type Health, healthOf } from '../../core/runway/health';
import { effectiveCap, phaseRank } from '../../core/runway/phase';
import type { Runway } from './runway';
import type { RunwayState } from './runway-state';

export function worsePhase(own: Phase, oracle: Phase | null | undefined): Phase {
  return oracle && phaseRank(oracle) > phaseRank(own) ? oracle : own;
}

/** Base units that may be taken now in this phase. */
export function redeemable(state: RunwayState, phase: Phase): bigint {
  const rooms = state.counters.map(({ cap, spent }) => effectiveCap(cap, phase) - spent);
  const room = rooms.reduce(least, state.available);
  return room > 0n ? room : 0n;
}

/** What may still come until the runway ends if the phase stays: today's rest and every later period. */
export function totalRemaining(runway: Runway, state: RunwayState, phase: Phase): bigint {
  if (state.ended !== null) return 0n;
  const later = Math.ceil((runway.expiresAt - state.block.timestamp) / runway.periodSeconds) - 1;
  const perPeriod = effectiveCap(capPerPeriod(runway), phase);
  return redeemable(state, phase) + perPeriod * BigInt(Math.max(0, later));
}

/** All that a runway can ever give: what its key's budget started with. */
export function wholeBudget(runway: Runway): bigint {
  const periods = Math.ceil((runway.expiresAt - runway.startAt) / runway.periodSeconds);
  return capPerPeriod(runway) * BigInt(Math.max(0, periods));
}

/** A lease renews its cap with every day, the grant above it perhaps with every week. */
function capPerPeriod({ cap, lease, periodSeconds }: Runway): bigint {
  const days = BigInt(Math.max(1, Math.ceil(periodSeconds / DAY)));
  return lease ? least(cap, lease.terms.cap * days) : cap;
}

/** Core's rule on what the chain shows; a dead Golem's permission is judged by time alone. */
export function runwayHealth(runway: Runway, state: RunwayState, phase: Phase): Health {
  return healthOf(permissionOf(runway, state, phase), phase, state.block.timestamp);
}

export function daysRemaining(runway: Runway, state: RunwayState): number {
  return Math.max(0, Math.floor((runway.expiresAt - state.block.timestamp) / DAY));
}

/** As core's rules read it. */
export function permissionOf(runway: Runway, state: RunwayState, phase: Phase): Permission {
  const { lease, hashes } = runway;
  const over = state.ended !== null && state.ended !== 'terminal';
  const permission: Permission = {
    id: 'runway',
    golem: 'golem',
    chainId: runway.chainId,
    manager: '0x',
    token: runway.token,
    cap: runway.cap.toString(),
    periodSeconds: runway.periodSeconds,
    left: redeemable(state, phase).toString(),
    startAt: runway.startAt,
    expiresAt: runway.expiresAt,
    delegationHashes: [...hashes],
    revokedAt: over ? state.block.timestamp : null,
    lease: lease && {
      generation: Number(lease.terms.generation),
      budgetId: lease.terms.budgetId.toString(),
      sessionKey: lease.terms.sessionKey,
      cap: lease.terms.cap.toString(),
      expiresAt: Number(lease.terms.expiry),
    },
  };
  return { ...permission, expiresAt: endsAt(permission) };
}
