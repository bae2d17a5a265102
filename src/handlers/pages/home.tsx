import { believed } from '../../core/audit/believe';
import { whenWords } from '../../core/chain/time';
import type { State } from '../../core/memory/state';
import { isLive } from '../../core/runway/health';
import type { Action } from '../../core/watch/action';
import { askedOf } from '../../core/watch/asked';
import { clockOf } from '../../core/watch/clock';
import { golemListOf, pageOf } from '../../core/watch/golem-list';
import {
  alertTitles,
  awayWords,
  bannersOf,
  clockNote,
  nothingOf,
  provenanceOf,
  screenOf,
} from '../../core/watch/home';
import { nowSeconds } from '../../host/clock';
import { HomePage } from '../../views/home-page';
import { askedRows, portalLink } from './portal-link';

type Shown = {
  page: number;
  /** What the last click did, in a few words. */
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
        nothing: nothingOf(state, clock.now),
        asked: askedRows(askedOf(state, clock.now), state.owner),
        away: awayWords(state, clock.now),
        banners: bannersOf(state, local),
        provenance: provenanceOf(state, local),
        clockNote: clockNote(clock),
        alerts: alertTitles(state),
        list: pageOf(golemListOf(state, clock), shown.page),
        revocable: believed(state).permissions.filter((one) => isLive(one, clock.now)).length,
        portal: portalLink('/'),
        local,
        outcome: outcomeOf(state, shown, local),
        undo: shown.undo ?? null,
        refreshing: shown.refreshing ?? false,
      }}
    />
  );
}

/** Of a click, or of an answer whose dialog closed the page: that one stands there until a page has shown it. */
function outcomeOf({ outcome }: State, shown: Shown, local: number) {
  if (shown.outcome !== null) return { title: shown.outcome, text: 'You can go on here.' };
  if (!outcome) return null;
  return {
    title: outcome.words,
    text: `This came of your answer ${whenWords(outcome.at, local)}.`,
  };
}
