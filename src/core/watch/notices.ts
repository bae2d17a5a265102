// The full edition's notices: whose alerts they are, where they lead, and who may take the place that is kept. Where
// Golems are leased here, only a death that the chain shows has that place: reports of others' deaths can be made up in
// any number.
import { isOwn } from '../memory/leases';
import type { Alert, State } from '../memory/state';
import { RANK } from './cause';
import { entryOf, keyOf } from './kinds';
import { markBy, type Naming, type Notice, planBy, requeueBy } from './schedule';

type Planned = Pick<State, 'alert_history' | 'sent' | 'leases' | 'golems'>;

const NAMING: Naming<Pick<Planned, 'leases' | 'golems'>> = {
  keyOf,
  linkOf,
  worstOf: ({ leases }) => (leases.some(isOwn) ? RANK.died : RANK.diedReported),
};

/** One that was never listed has no page. */
export function linkOf(state: Pick<State, 'golems'>, alert: Alert): Notice['link'] {
  if (alert.request !== undefined) return { page: 'request', request: alert.request };
  const golem = listedIn(state, alert.golem);
  return golem === null ? null : { page: entryOf(alert).link ?? 'golem', golem };
}

export function planNotices(state: Planned, now: number): Notice[] {
  return planBy(NAMING, state, now);
}

export function markSent(state: State, notices: readonly Notice[], now: number): State {
  return markBy(keyOf, state, notices, now);
}

export function requeue(state: State, refused: readonly Notice[]): State {
  return requeueBy(keyOf, state, refused);
}

export function listedIn({ golems }: Pick<State, 'golems'>, id: string | null): string | null {
  return golems.some(({ golem }) => golem.id === id) ? id : null;
}
