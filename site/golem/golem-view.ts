// One Golem at a glance, judged by core's rules: what it has left, how long, and what it needs.
import type { Hex } from 'viem';
import { sameAddress } from '../../src/core/chain/addresses';
import { amountWords, type Money, type Rounding } from '../../src/core/chain/money';
import type { ResponseOf } from '../../src/core/protocol/api';
import { type Golem, nameOf, type Permission } from '../../src/core/protocol/status';
import { type Feed, feedOf } from '../../src/core/runway/feed';
import { type GolemState, stateOf } from '../../src/core/runway/golem-state';
import {
  capOf,
  endsAt,
  type Health,
  healthOfGolem,
  isLive,
  leftToday,
  runwaysOf,
} from '../../src/core/runway/health';
import { isOverdue } from '../../src/core/runway/heartbeat-due';
import { type Lasting, lastingOfGolem } from '../../src/core/runway/lasting';
import { effectiveCap, phaseRank } from '../../src/core/runway/phase';

export type GolemView = {
  golem: Golem;
  name: string;
  health: Health | null;
  /** The live runway that ends last. */
  runway: Permission | null;
  /** What it may refill its gas with: live, and leased to its key. */
  gas: Permission | null;
  /** A grant of the owner is in force: there is something to end. */
  revocable: boolean;
  /** Older than twice its interval. */
  silent: boolean;
  feed: Feed | null;
  /** The grant is there but no lease: it cannot spend yet. */
  unleased: Permission | null;
  /** How it stands, in the one word that the Snap says too. */
  state: GolemState;
  /** How long it can go on paying; null for the dead and where nothing can be spent. */
  lasting: Lasting | null;
};

type OwnerGolems = Pick<ResponseOf<'golems'>, 'golems' | 'permissions'>;

/** Worst first; Replicants belong to their parents and are left out. */
export function viewsOf({ golems, permissions }: OwnerGolems, now: number): GolemView[] {
  return golems
    .filter(({ parent }) => parent === null)
    .map((golem) => viewOf(golem, permissions, now))
    .sort((a, b) => urgency(b) - urgency(a) || (a.name < b.name ? -1 : 1));
}

export function viewOf(golem: Golem, permissions: readonly Permission[], now: number): GolemView {
  const own = permissions.filter((one) => one.golem === golem.id);
  // Without the guardian's lease its key can draw nothing from the grant.
  const usable = runwaysOf(own, now).filter(({ lease }) => lease !== null || !golem.guardian);
  const runway = usable.sort((a, b) => endsAt(b) - endsAt(a))[0] ?? null;
  const live = own.filter((one) => isLive(one, now));
  const { heartbeat } = golem;
  const gas = live.find((one) => one.token === null && endsAt(one) > now) ?? null;
  return {
    golem,
    name: nameOf(golem),
    health: healthOfGolem(golem, own, now),
    runway,
    gas,
    revocable: live.length > 0,
    silent: heartbeat !== null && isOverdue(heartbeat, now),
    feed: golem.phase !== 'terminal' && runway ? feedOf(runway, now) : null,
    unleased: golem.guardian ? (live.find((one) => one.token && one.lease === null) ?? null) : null,
    state: stateOf(golem, own, now),
    lasting: lastingNow({ golem, runway, gas }, now),
  };
}

/** `held`: what the chain shows in the owner's account, where it was asked. */
export function lastingNow(
  { golem, runway, gas }: Pick<GolemView, 'golem' | 'runway' | 'gas'>,
  now: number,
  held: bigint | null = null,
): Lasting | null {
  if (golem.phase === 'terminal' || !runway) return null;
  // Gas that is leased to an old key refills nothing.
  const refill = gas && sameAddress(gas.lease?.sessionKey ?? golem.sessionKey, golem.sessionKey);
  return lastingOfGolem(golem, { runway, gas: refill ? gas : null }, now, held);
}

/** A Golem that never reported is in no phase that anybody knows; its death the chain may show without a report. */
export function knownPhase({ phase, heartbeat }: Golem): Golem['phase'] | null {
  return heartbeat === null && phase === 'thriving' ? null : phase;
}

/** The chain of links that tells of its life: its runway's, or of its last one when none is in force. */
export function lifeContext(
  { permissions, contexts }: Pick<ResponseOf<'golem'>, 'permissions' | 'contexts'>,
  runway: Permission | null,
): Hex | null {
  const money = permissions.filter(({ token }) => token !== null);
  const last = [...money].sort((a, b) => b.startAt - a.startAt)[0];
  const wanted = runway?.id ?? last?.id;
  const found = contexts.find(({ permission }) => permission === wanted);
  return found?.context ?? null;
}

const HEALTH_RANK: Record<Health, number> = {
  healthy: 0,
  unknown: 1,
  low: 2,
  critical: 3,
  revoked: 3,
};

/** The dead whose grant is still open come first of all; the dead and ended last. */
function urgency({ golem, health, silent, revocable }: GolemView): number {
  if (golem.phase === 'terminal') return revocable ? 100 : -1;
  return phaseRank(golem.phase) * 2 + (health ? HEALTH_RANK[health] : 0) + (silent ? 4 : 0);
}

export type Budget = {
  /** What may still be spent in this period, and what its phase allows of the cap. */
  left: bigint;
  allowed: bigint;
  cap: bigint;
  /** 0 to 100, of what is allowed. */
  percent: number;
};

export function budgetOf(runway: Permission, { phase }: Golem): Budget {
  const cap = capOf(runway);
  const allowed = effectiveCap(cap, phase);
  const left = leftToday(runway, phase);
  return { left, allowed, cap, percent: allowed === 0n ? 0 : Number((left * 100n) / allowed) };
}

/** What is left unless it is said otherwise, hence rounded down. */
export function money(asset: Money, amount: bigint, rounding: Rounding = 'down'): string {
  return amountWords(asset, amount, rounding);
}
