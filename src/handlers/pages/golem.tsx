import type { State } from '../../core/memory/state';
import { clockOf } from '../../core/watch/clock';
import { golemDetailOf } from '../../core/watch/golem-detail';
import { golemListOf } from '../../core/watch/golem-list';
import { clockNote, provenanceOf } from '../../core/watch/home';
import { nowSeconds } from '../../host/clock';
import { golemPath } from '../../host/portal';
import { GolemPage } from '../../views/golem-page';
import { homeView } from './home';
import { askedRows, portalLink } from './portal-link';

/** The page of one Golem; the list when it is not there any more. */
export function golemView(state: State, golem: string) {
  const local = nowSeconds();
  const clock = clockOf(state, local);
  const row = golemListOf(state, clock).find((one) => one.record.golem.id === golem);
  if (!row) return homeView(state, { page: 1, outcome: 'That Golem is not listed any more' });
  const { owner } = state;
  const detail = golemDetailOf(row, state, clock, local);
  return (
    <GolemPage
      model={{
        row,
        detail,
        asked: askedRows(detail.asked, owner),
        provenance: provenanceOf(state, local),
        clockNote: clockNote(clock),
        golemPage: portalLink(golemPath('golem', golem, owner)),
        successionPage: portalLink(golemPath('succession', golem, owner)),
        revokePage: portalLink(golemPath('revoke', golem, owner)),
      }}
    />
  );
}
