// State to the causes an owner must hear of. A cause has a key; the same key is never announced twice
// while the cause lasts. Causes are read from the state as it is, not from the step that led to it,
// so a crash between two heartbeats loses none.

import { believed } from '../audit/believe';
import { dateWords, MINUTE } from '../chain/time';
import type { Alert, State } from '../memory/state';
import { nameOf } from '../protocol/status';
import type { Clock } from './clock';
import { type Condition, RANK, shortName } from './condition';
import { deathOf, golemConditions } from './golem-conditions';
import { ledgerConditions } from './ledger-conditions';

/** Failures in a row before an outage is announced: one lost answer is not news. */
const OUTAGE_TICKS = 3;
const OUTAGE_SECONDS = 14 * MINUTE;

export function conditionsOf(told: State, clock: Clock): Condition[] {
  const state = believed(told);
  const shown = state.golems.filter((record) => !record.dismissed);
  return [
    ...shown
      .filter((record) => record.listing === 'listed')
      .flatMap((record) => golemConditions(record.golem, state, clock)),
    // The dead are announced even if the server stops listing them before we could.
    ...shown
      .filter((record) => record.listing !== 'listed' && record.golem.phase === 'terminal')
      .map((record) => deathOf(record.golem, state, clock)),
    ...state.contradictions.map((one) => ({
      key: `contradiction:${one.key}`,
      rank: RANK.contradiction,
      golem: one.golem,
      native: `${subject(state, one.golem)}: status contradiction`,
      title: 'The status contradicts itself',
      body: one.text,
    })),
    ...ledgerConditions(state),
    ...planeConditions(state),
  ];
}

/**
 * A cause that cannot be judged now, because the Golem was put away, its present is not known or the
 * time is not: it neither begins nor ends, so that seeing it again is no news.
 */
export function isUndecided(alert: Pick<Alert, 'key' | 'golem'>, state: State, clock: Clock) {
  const record = state.golems.find((one) => one.golem.id === alert.golem);
  if (record?.dismissed) return true;
  const kind = alert.key.split(':')[0] ?? '';
  if (clock.now === null && ['critical', 'revoked', 'heartbeat'].includes(kind)) return true;
  const unseen = record !== undefined && record.listing !== 'listed';
  return unseen && ['declining', 'critical', 'revoked', 'heartbeat', 'gas'].includes(kind);
}

function planeConditions(state: State): Condition[] {
  const { failure } = state;
  if (!failure) return [];
  if (failure.kind === 'rejected') {
    return [
      {
        key: 'token',
        rank: RANK.token,
        golem: null,
        native: 'Bardo lost its access. Open Bardo.',
        title: 'Bardo lost its access to your status',
        body: 'The control plane rejected the watch token. Bardo is not watching your Golems until you reconnect on the site.',
      },
    ];
  }
  if (failure.kind === 'other-owner') {
    return [
      {
        key: 'contradiction:owner',
        rank: RANK.contradiction,
        golem: null,
        native: 'Bardo: status of another owner',
        title: 'The status is of another owner',
        body: 'The control plane answered with the status of another owner. Nothing of it was believed, and Bardo is not watching your Golems meanwhile.',
      },
    ];
  }
  const long = failure.at - failure.since >= OUTAGE_SECONDS;
  if (failure.count < OUTAGE_TICKS || !long) return [];
  return [
    {
      key: 'plane',
      rank: RANK.plane,
      golem: null,
      native: 'Bardo gets no status for your Golems',
      title: 'Bardo gets no status for your Golems',
      body: `No usable answer from the control plane since ${dateWords(failure.since)} (${failure.detail}). What is shown may be out of date.`,
    },
  ];
}

function subject(state: State, golemId: string | null): string {
  const record = state.golems.find((one) => one.golem.id === golemId);
  return record ? shortName(nameOf(record.golem)) : 'Bardo';
}
