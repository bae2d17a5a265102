import { believed } from '../../core/audit/believe';
import type { State } from '../../core/memory/state';
import { isLive } from '../../core/runway/health';
import type { Action } from '../../core/watch/action';
import { clockOf } from '../../core/watch/clock';
import { golemListOf, pageOf } from '../../core/watch/golem-list';
import {
  bannersOf,
  clockNote,
  emptyWords,
  lastingAlerts,
  provenanceOf,
  screenOf,
} from '../../core/watch/home';
import { nowSeconds } from '../../host/clock';
import { HomePage } from '../../views/home-page';
import { portalLink } from './portal-link';

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
        portal: portalLink('/'),
        now: clock.now,
        local,
        outcome: shown.outcome,
        undo: shown.undo ?? null,
        refreshing: shown.refreshing ?? false,
      }}
    />
  );
}
