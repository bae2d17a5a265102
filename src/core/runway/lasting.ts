// How long a Golem lasts at the pace of the last seven days: until its cap, the owner's balance, its gas or its term is
// used up, whichever is first. What nobody knows is unknown; too little known makes no pace.
import { DAY } from '../chain/time';
import type { Pace } from '../protocol/golem-facts';
import type { Golem, Permission, Phase } from '../protocol/status';
import { endsAt, leftToday } from './health';
import { effectiveCap } from './phase';

export type Burn =
  | { kind: 'pace' | 'early'; spent: bigint; payments: number; seconds: number; atLeast: boolean }
  /** Nothing was spent in that time. */
  | { kind: 'none'; seconds: number }
  | { kind: 'unknown' };

/** Of those that come at once, the first of these is told. */
export const BOUNDS = ['balance', 'gas', 'cap', 'expiry'] as const;

/** `renewed`: it comes back as fast as it goes. `unspent`: nothing takes from it. */
export type Until =
  | { is: 'at'; at: number }
  | { is: 'renewed' }
  | { is: 'unspent' }
  | { is: 'unknown' };

export type Lasting = {
  burn: Burn;
  bounds: { readonly [By in (typeof BOUNDS)[number]]: Until };
  /** `surely`: nothing unknown could come before it. */
  first: { by: (typeof BOUNDS)[number]; at: number; surely: boolean };
  /** Which link expires first. */
  term: 'grant' | 'lease';
};

export type LastingScene = {
  now: number;
  runway: Permission;
  phase: Phase;
  pace: Pick<Pace, 'since' | 'spent' | 'payments' | 'complete'> | null;
  /** Of the runway's money in the owner's account; null = not known. */
  held: bigint | null;
  /** `refillsUntil`: the end of what it may fetch gas by; null = it may not. */
  gas: { pullsLeft: number | null; refillsUntil: number | null };
};

/** By what the status tells; `held` by the chain where somebody asked it. */
export function lastingOfGolem(
  golem: Pick<Golem, 'phase' | 'pace' | 'gasPullsLeft'>,
  { runway, gas: refill }: { runway: Permission; gas: Permission | null },
  now: number,
  held: bigint | null = null,
): Lasting {
  const pace = isOf(golem.pace, runway) ? golem.pace : null;
  const told = pace?.held ? BigInt(pace.held) : null;
  const refillsUntil = refill && endsAt(refill);
  const gas = { pullsLeft: golem.gasPullsLeft, refillsUntil };
  return lastingOf({ now, runway, phase: golem.phase, pace, held: held ?? told, gas });
}

export function lastingOf(scene: LastingScene): Lasting {
  const burn = burnOf(scene);
  const end = endsAt(scene.runway);
  const bounds = {
    cap: capUntil(scene, burn),
    balance: scene.held === null ? UNKNOWN : usedUp(scene.now, burn, scene.held),
    gas: gasUntil(scene, burn),
    expiry: { is: 'at', at: end },
  } as const;
  const times = BOUNDS.flatMap((by) => {
    const until = bounds[by];
    return until.is === 'at' ? { by, at: until.at } : [];
  });
  const first = times.reduce((soonest, one) => (one.at < soonest.at ? one : soonest), {
    by: 'expiry' as (typeof BOUNDS)[number],
    at: end,
  });
  const doubt = BOUNDS.some((by) => bounds[by].is === 'unknown') || isAtLeast(burn);
  // Nothing comes before what has come already.
  const surely = !doubt || first.at <= scene.now;
  const term = end < scene.runway.expiresAt ? 'lease' : 'grant';
  return { burn, bounds, first: { ...first, surely }, term };
}

/** A Golem may have had runways of other money before. */
function isOf(pace: Golem['pace'], { chainId, token }: Permission): pace is Pace {
  return pace?.chainId === chainId && pace.token === token;
}

const UNKNOWN = { is: 'unknown' } as const;

/** A pace needs a day: an hour's payments tell nothing about a week. */
function burnOf({ now, pace }: LastingScene): Burn {
  if (!pace || now < pace.since) return { kind: 'unknown' };
  const { payments, complete } = pace;
  const [spent, seconds] = [BigInt(pace.spent), now - pace.since];
  if (spent === 0n && payments === 0) {
    return complete ? { kind: 'none', seconds } : { kind: 'unknown' };
  }
  const kind = seconds < DAY ? 'early' : 'pace';
  return { kind, spent, payments, seconds, atLeast: !complete };
}

function isAtLeast(burn: Burn): boolean {
  return 'atLeast' in burn && burn.atLeast;
}

/** Each link renews its own cap: the grant with its period, the lease with every day. */
function capUntil({ now, runway, phase }: LastingScene, burn: Burn): Until {
  const { cap, periodSeconds, lease } = runway;
  const caps = [
    { cap: effectiveCap(BigInt(cap), phase), every: periodSeconds },
    ...(lease ? [{ cap: effectiveCap(BigInt(lease.cap), phase), every: DAY }] : []),
  ];
  if (caps.some((one) => one.cap === 0n)) return { is: 'at', at: now };
  if (burn.kind === 'pace') {
    const { spent, seconds } = burn;
    const renewed = caps.every((one) => spent * BigInt(one.every) <= one.cap * BigInt(seconds));
    if (renewed) return { is: 'renewed' };
    return usedUp(now, burn, leftToday(runway, phase));
  }
  return burn.kind === 'none' ? { is: 'unspent' } : UNKNOWN;
}

/** A key without any gas cannot fetch more either. */
function gasUntil(
  { now, runway, gas: { pullsLeft, refillsUntil } }: LastingScene,
  burn: Burn,
): Until {
  if (pullsLeft === null) return UNKNOWN;
  if (pullsLeft === 0) return { is: 'at', at: now };
  const fetchesUntil = refillsUntil ?? now;
  if (fetchesUntil >= endsAt(runway)) return { is: 'renewed' };
  if (burn.kind !== 'pace') return burn.kind === 'none' ? { is: 'unspent' } : UNKNOWN;
  const { payments, seconds } = burn;
  if (payments === 0) return { is: 'unspent' };
  return { is: 'at', at: Math.max(fetchesUntil, now + share(pullsLeft, seconds, payments)) };
}

function usedUp(now: number, burn: Burn, amount: bigint): Until {
  if (amount === 0n) return { is: 'at', at: now };
  if (burn.kind !== 'pace') return burn.kind === 'none' ? { is: 'unspent' } : UNKNOWN;
  if (burn.spent === 0n) return { is: 'unspent' };
  return { is: 'at', at: now + Number((amount * BigInt(burn.seconds)) / burn.spent) };
}

function share(pulls: number, seconds: number, payments: number): number {
  return Number((BigInt(pulls) * BigInt(seconds)) / BigInt(payments));
}

/** Base units a day, rounded up; null without a pace. */
export function burnPerDay(burn: Burn): bigint | null {
  if (burn.kind === 'none') return 0n;
  if (burn.kind !== 'pace') return null;
  const seconds = BigInt(burn.seconds);
  return (burn.spent * BigInt(DAY) + seconds - 1n) / seconds;
}
