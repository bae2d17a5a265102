import type { OnHomePageHandler } from '@metamask/snaps-sdk';
import { believed } from '../core/audit/believe';
import type { State } from '../core/memory/state';
import { isLive } from '../core/runway/health';
import type { Action } from '../core/watch/action';
import { clockOf } from '../core/watch/clock';
import { golemDetailOf } from '../core/watch/golem-detail';
import { golemListOf, pageOf } from '../core/watch/golem-list';
import {
  bannersOf,
  clockNote,
  emptyWords,
  lastingAlerts,
  provenanceOf,
  screenOf,
} from '../core/watch/home';
import { nowSeconds } from '../host/clock';
import { golemPath, isLinkable, portalPage } from '../host/portal';
import { loadState } from '../host/state';
import { GolemPage } from '../views/golem-page';
import { HomePage } from '../views/home-page';

export const onHome: OnHomePageHandler = async () => {
  return { content: homeView(await loadState(), { page: 1, outcome: null }) };
};

type Shown = {
  page: number;
  outcome: string | null;
  undo?: Action | null;
  refreshing?: boolean;
};

export function homeView(state: State, shown: Shown) {
  const local = nowSeconds();
  const clock = clockOf(state, local);
  return (
    <HomePage
      model={{
        screen: screenOf(state),
        empty: emptyWords(state, clock.now),
        banners: bannersOf(state, local),
        provenance: provenanceOf(state, local),
        clockNote: clockNote(clock),
        alerts: lastingAlerts(state).map((alert) => alert.title),
        list: pageOf(golemListOf(state, clock), shown.page),
        revocable: believed(state).permissions.filter((one) => isLive(one, clock.now)).length,
        portal: portal('/'),
        now: clock.now,
        local,
        outcome: shown.outcome,
        undo: shown.undo ?? null,
        refreshing: shown.refreshing ?? false,
      }}
    />
  );
}

/** The page of one Golem; the list when it is not there any more. */
export function golemView(state: State, golem: string) {
  const local = nowSeconds();
  const clock = clockOf(state, local);
  const row = golemListOf(state, clock).find((one) => one.record.golem.id === golem);
  if (!row) return homeView(state, { page: 1, outcome: 'That Golem is not listed any more' });
  const { owner } = state;
  return (
    <GolemPage
      model={{
        row,
        detail: golemDetailOf(row, state, clock, local),
        provenance: provenanceOf(state, local),
        clockNote: clockNote(clock),
        golemPage: portal(golemPath('golem', golem, owner)),
        successionPage: portal(golemPath('succession', golem, owner)),
        revokePage: portal(golemPath('revoke', golem, owner)),
      }}
    />
  );
}

function portal(path: string) {
  const url = portalPage(path);
  return { url, linkable: isLinkable(url) };
}
