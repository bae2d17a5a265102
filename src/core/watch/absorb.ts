// One answer of the control plane, good or bad, into the state. Pure: the handler fetches and saves.
//
// Token rules. Only a scheduled check rotates. A token's successor is always the same value, so an answer
// that was lost, came twice or raced another check changes nothing: the successor is stored
// only while the token that was presented is still the one we hold.
import { sameAddress } from '../chain/addresses';
import { MINUTE } from '../chain/time';
import type { Alert, Failure, State } from '../memory/state';
import type { Status } from '../protocol/status';
import { reconcileAlerts } from './alerts';
import { causesOf, deathsOf, isUndecided } from './causes';
import { clockOf } from './clock';
import { contradictionsOf } from './contradictions';
import { lastingDoubts } from './doubts';
import { mergeStatus } from './merge';

export type Answer =
  | { ok: true; status: Status }
  | { ok: false; kind: Failure['kind']; detail: string };

export type StatusCheck = {
  /** The token the request carried. */
  token: string;
  /** Local times (unix seconds) at which the request left and its answer was whole. */
  startedAt: number;
  now: number;
  /** True for a scheduled check, false for a refresh by hand. */
  rotates: boolean;
};

/** Two missed checks and a bit: a shorter pause is a slow check, not a blind spell. */
const BLIND_SECONDS = 15 * MINUTE;

export function absorb(state: State, answer: Answer, check: StatusCheck): State {
  if (isOvertaken(state, answer, check)) return state;
  const absorbed = answer.ok
    ? absorbStatus(state, answer.status, check)
    : fail(state, answer, check);
  return check.rotates ? noteCheck(absorbed, check.now) : absorbed;
}

/** Causes of the state as it is now into its alert history: after the chain was asked, not before. */
export function withAlerts(state: State, now: number): State {
  const clock = clockOf(state, now);
  const present = {
    causes: causesOf(state, clock),
    isUndecided: (alert: Alert) => isUndecided(alert, state, clock),
  };
  return { ...state, alert_history: reconcileAlerts(state.alert_history, present, now) };
}

/** Only the deaths that the chain shows of Golems leased here: all else waits for what this check brings. */
export function withDeaths(state: State, now: number): State {
  const present = { causes: deathsOf(state, clockOf(state, now)), isUndecided: () => true };
  return { ...state, alert_history: reconcileAlerts(state.alert_history, present, now) };
}

/** A slower request that failed or is older than what another one brought meanwhile, or for a token we gave up. */
function isOvertaken(state: State, answer: Answer, check: StatusCheck): boolean {
  const replaced = state.auth_token !== check.token;
  const fetchedAt = state.last_fetch_at ?? 0;
  const overlapped = fetchedAt > check.startedAt && fetchedAt <= check.now;
  if (!answer.ok) return replaced || overlapped;
  if (replaced && !sameAddress(state.owner, answer.status.owner)) return true;
  return overlapped && answer.status.serverTime < (state.server_time ?? 0);
}

function absorbStatus(state: State, status: Status, check: StatusCheck): State {
  if (state.owner !== null && !sameAddress(state.owner, status.owner)) {
    const detail = 'it answered with the status of another owner';
    return fail(state, { kind: 'other-owner', detail }, check);
  }
  const contradictions = contradictionsOf(state, status, check.now);
  const told = mergeStatus(state, status, check.now);
  const merged = { ...told, contradictions: [...contradictions, ...lastingDoubts(told)] };
  const rotates = check.rotates && state.auth_token === check.token;
  return rotates ? { ...merged, auth_token: status.nextToken } : merged;
}

function fail(state: State, failure: Pick<Failure, 'kind' | 'detail'>, check: StatusCheck): State {
  const before = state.failure;
  return {
    ...state,
    failure: {
      kind: failure.kind,
      detail: failure.detail,
      at: check.now,
      count: (before?.count ?? 0) + 1,
      // A beginning in the future means that the clock was set back: the count of time starts over.
      since: Math.min(before?.since ?? check.now, check.now),
    },
  };
}

function noteCheck(state: State, now: number): State {
  const last = state.last_tick_at;
  const blind = last !== null && now - last > BLIND_SECONDS ? { from: last, to: now } : state.blind;
  return { ...state, last_tick_at: now, blind };
}
