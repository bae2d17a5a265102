// State to the causes an owner must hear of. A cause has a key; the same key is never announced twice
// while the cause lasts. Causes are read from the state as it is, not from the step that led to it,
// so a crash between two checks loses none.

import { believed } from '../audit/believe';
import { dateWords, MINUTE } from '../chain/time';
import type { Alert, Contradiction, State } from '../memory/state';
import { auditCauses } from './audit-causes';
import { type Cause, calledOf, RANK, shortName } from './cause';
import type { Clock } from './clock';
import { doubtWords } from './doubts';
import { deathKey, deathOf, golemCauses } from './golem-causes';
import { unreadCauses } from './unread';

/** Failures in a row before an outage is announced: one lost answer is not news. */
const OUTAGE_TICKS = 3;
const OUTAGE_SECONDS = 14 * MINUTE;

export function causesOf(told: State, clock: Clock): Cause[] {
  const state = believed(told);
  const dead = deathsOf(told, clock);
  const dying = new Set(dead.map(({ key }) => key));
  const shown = state.golems.filter(
    ({ dismissed, golem }) => !dismissed && !dying.has(deathKey(golem.id)),
  );
  return [
    ...dead,
    ...shown
      .filter((record) => record.listing === 'listed')
      .flatMap((record) => golemCauses(record.golem, state, clock)),
    // The dead are announced even if the server stops listing them before we could.
    ...shown
      .filter((record) => record.listing !== 'listed' && record.golem.phase === 'terminal')
      .map((record) => deathOf(record.golem, state, clock)),
    ...state.contradictions.map((one) => contradictionOf(one, state)),
    ...auditCauses(state),
    ...unreadCauses(state),
    ...planeCauses(state),
  ];
}

/**
 * Deaths of Golems leased here that the oracle shows: whether they are listed or not, and also of one that was put
 * away, because what it was put away for was a server's word. One that was told as proven is not told again.
 */
export function deathsOf(told: State, clock: Clock): Cause[] {
  const state = believed(told);
  const ids = new Set(
    told.vitals.flatMap(({ golem, phase, seen }) => (phase === 'terminal' && seen ? [golem] : [])),
  );
  return [...ids].map((id) => {
    const record = told.golems.find(({ golem }) => golem.id === id);
    return deathOf(record?.golem ?? { id, name: id }, state, clock);
  });
}

function contradictionOf(one: Contradiction, state: State): Cause {
  const { key, text, golem } = one;
  const name = subject(state, golem);
  const doubt = doubtWords(one);
  if (doubt) {
    const whose = name ?? golem ?? 'Bardo';
    return {
      key: `doubt:${key}`,
      rank: RANK.contradiction,
      golem: name === null ? null : golem,
      native: `${shortName(whose)}: ${doubt.native}`,
      title: `${whose}: ${doubt.title}`,
      body: text,
      label: 'Lease',
      more: doubt.more,
    };
  }
  return {
    key: `contradiction:${key}`,
    rank: RANK.contradiction,
    golem,
    native: `${shortName(name ?? 'Bardo')}: status contradiction`,
    title: name ? `${name}: the status contradicts itself` : 'The status contradicts itself',
    body: text,
    label: 'Contradiction',
    more: "Bardo found this in the control plane's own answers. It resolved none of it by guessing.",
  };
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

function planeCauses(state: State): Cause[] {
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
        body: 'It is not watching your Golems until you reconnect on the site.',
        label: 'Access',
        more: 'The control plane rejected the watch token.',
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
        body: 'Bardo used nothing of it and is not watching your Golems meanwhile.',
        label: 'Contradiction',
        more: 'The control plane answered with the status of another owner than the one Bardo watches for.',
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
      body: `No usable answer from the control plane since ${dateWords(failure.since)}. What is shown may be out of date.`,
      label: 'Control plane',
      more: `What went wrong last: ${failure.detail}. Deaths of Golems you leased to are still read from the chain.`,
    },
  ];
}

function subject(state: State, golemId: string | null): string | null {
  const record = state.golems.find((one) => one.golem.id === golemId);
  return record ? calledOf(record.golem) : null;
}
