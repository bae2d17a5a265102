// How a Golem stands, in one word, and what its owner can do next. Snap and site say it alike, in lists, trees and on
// its page, so that no two places disagree.
import type { Moment } from '../chain/time';
import type { Golem, Permission } from '../protocol/status';
import { endsAt, isLive, runwaysOf } from './health';
import { wantsFeeding } from './runway';

/**
 * `new`: nothing it could spend yet · `active`: all of its cap · `limited`: a part of it, by its phase · `held`: until it
 * is resumed · `stopped`: it cannot spend, and a grant of the owner is still open · `ended`: nothing is open any more.
 */
export type StateName = 'new' | 'active' | 'limited' | 'held' | 'stopped' | 'ended';

/** What helps most; null = nothing has to be done. */
export type NextStep = 'grant' | 'lease' | 'feed' | 'heal' | 'resume' | 'end' | 'succeed' | null;

export type GolemState = {
  state: StateName;
  next: NextStep;
  /** Stopped, and a grant without a lease is open all the same: no phase and no guardian holds whoever has its key. */
  loose: boolean;
};

/** `permissions`: all of this Golem's. Clocks that disagree (null) leave open what time alone has ended. */
export function stateOf(golem: Golem, permissions: readonly Permission[], now: Moment): GolemState {
  const stands = standingOf(golem, permissions, now);
  const isOffered = golem.parent === null || stands.next === 'end' || stands.next === 'resume';
  return isOffered ? stands : { ...stands, next: null };
}

/** As if it lived on a grant of its own: a Replicant has its parent's, and nothing can be granted, fed or healed there. */
function standingOf(golem: Golem, permissions: readonly Permission[], now: Moment): GolemState {
  const open = permissions.filter((one) => isLive(one, now));
  if (golem.phase === 'terminal') return overOf(open, 'succeed');
  const runways = runwaysOf(permissions, now).filter((one) => isHeld(one, golem));
  const [runway] = [...runways].sort((a, b) => endsAt(b) - endsAt(a));
  if (!runway) return withoutRunway(golem, permissions, open);
  if (isOnHold(golem, now)) return { state: 'held', next: 'resume', loose: false };
  if (isLimited(golem, runways)) return { state: 'limited', next: 'heal', loose: false };
  const soon = now !== null && wantsFeeding(runway, now);
  return { state: 'active', next: soon ? 'feed' : null, loose: false };
}

/** A part of its cap at least, now or when it is resumed. */
export function canSpend({ state }: GolemState): boolean {
  return state === 'active' || state === 'limited' || state === 'held';
}

/** Reversible: it comes back when it is resumed, or by itself. */
export function isOnHold({ hold }: Pick<Golem, 'hold'>, now: Moment): boolean {
  if (!hold) return false;
  return now === null || (hold.until ?? Number.POSITIVE_INFINITY) > now;
}

/** Only a lease knows phases: MetaMask's own rules pay a declining Golem as before. */
function isLimited({ phase }: Golem, runways: readonly Permission[]): boolean {
  if (phase !== 'conservation' && phase !== 'declining') return false;
  return runways.every(({ lease }) => lease !== null);
}

/** Of a grant to a guardian its key draws nothing before there is a lease. */
function isHeld({ lease }: Permission, { guardian }: Golem): boolean {
  return lease !== null || guardian === null;
}

function withoutRunway(
  golem: Golem,
  permissions: readonly Permission[],
  open: readonly Permission[],
): GolemState {
  const runways = permissions.filter(({ token }) => token !== null);
  if (runways.length === 0) return { state: 'new', next: 'grant', loose: false };
  const unleased = open.some((one) => one.token !== null && !isHeld(one, golem));
  const leased = runways.some(({ lease }) => lease !== null);
  if (unleased && !leased) return { state: 'new', next: 'lease', loose: false };
  return overOf(open, 'grant');
}

function overOf(open: readonly Permission[], next: 'succeed' | 'grant'): GolemState {
  if (open.length === 0) return { state: 'ended', next, loose: false };
  return { state: 'stopped', next: 'end', loose: open.some(({ lease }) => lease === null) };
}

export const STATE_WORDS: Record<StateName, string> = {
  new: 'no runway yet',
  active: 'active',
  limited: 'limited',
  held: 'held',
  stopped: 'stopped, grant open',
  ended: 'ended',
};

/** As what can be done, for a button or a link. */
export const NEXT_WORDS: Record<NonNullable<NextStep>, string> = {
  grant: 'Grant it a runway',
  lease: 'Give it its lease',
  feed: 'Feed it',
  heal: 'Feed and heal it',
  resume: 'Resume it',
  end: 'End its grant',
  succeed: 'Choose a successor',
};
