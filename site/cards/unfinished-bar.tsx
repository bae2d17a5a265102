// A grant that was begun and not finished, at the top of every page but its own.
import { humanStepOf } from '../grant/human-steps';
import { draft, pageOf } from '../grant/open-form';
import * as store from '../owner/store';
import { pathOf, route, routeOf } from '../routes/routes';
import { humanStepsWords } from './human-steps.words';
import { useKeptDraft } from './kept-draft';
import { Note } from './kit';
import { unfinishedBarWords } from './unfinished-bar.words';

export function UnfinishedBar() {
  useKeptDraft();
  const making = draft.value;
  if (!making || !store.owner.value) return null;
  const path = pathOf(pageOf(making));
  if (pathOf(route.value) === path || isOwnPage(making.ask.golem)) return null;
  const step = humanStepOf(making);
  return (
    <Note tone="low" role="status">
      <p>
        {unfinishedBarWords.text(making.ask.name, step === null ? null : humanStepsWords[step])}
      </p>
      <a class="button main" href={path}>
        {unfinishedBarWords.go}
      </a>
    </Note>
  );
}

/** A link without the owner in it leads there, too. */
function isOwnPage(golem: string): boolean {
  const here = routeOf(location.pathname);
  return here.name === 'grant' && here.id === golem && draft.value?.ask.request === null;
}
