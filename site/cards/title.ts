// What the browser calls a page: in its tab, in its history, and what a screen reader says on arrival.
import { useEffect } from 'preact/hooks';
import { nameOf } from '../../src/core/protocol/status';
import * as store from '../owner/store';
import type { PageRoute } from '../routes/routes';
import { titleWords } from './title.words';

export function useTitle(here: PageRoute): void {
  const title = titleOf(here);
  useEffect(() => {
    document.title = title === null ? titleWords.site : titleWords.page(title);
  }, [title]);
}

function titleOf(here: PageRoute): string | null {
  switch (here.name) {
    case 'golem':
      return calledOf(here.id);
    case 'revoke':
      return here.id === '' ? titleWords.revokeAll : titleWords.revoke(calledOf(here.id));
    case 'succession':
      return titleWords.succession(calledOf(here.id));
    case 'grant':
      return here.id === '' ? titleWords.grantNew : titleWords.grant(calledOf(here.id));
    case 'alerts':
      return titleWords.alerts;
    case 'request':
      return titleWords.request;
    case 'device':
      return titleWords.device;
    case 'unknown':
      return titleWords.unknown;
    case 'home':
      return store.owner.value ? titleWords.home : null;
  }
}

function calledOf(id: string): string {
  const golem = store.golems.value.value?.golems.find((one) => one.id === id);
  return golem ? nameOf(golem) : id;
}
