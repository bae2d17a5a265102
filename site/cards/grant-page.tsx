// Granting or changing one Golem's runway, on a page of its own: nothing else stands beside it.
import { useEffect, useRef } from 'preact/hooks';
import { type Golem, nameOf } from '../../src/core/protocol/status';
import { viewOf } from '../golem/golem-view';
import { dueForm } from '../grant/choices';
import { closeForm, type OpenForm, openForm } from '../grant/open-form';
import { newForm } from '../grant/prefill';
import * as store from '../owner/store';
import { useApi } from '../owner/use-api';
import { linkTo } from '../routes/links';
import { pageWords } from '../words/page.words';
import { GasForm } from './gas-form';
import { GrantForm } from './grant-form';
import { grantPageWords } from './grant-page.words';
import { GrantWalk } from './grant-walk';
import { Happening } from './happening';
import { useKeptDraft } from './kept-draft';
import { Note, Waiting } from './kit';
import { SnapNeeded } from './snap-badge';

/** An empty id: a Golem that is not here yet. */
export function GrantPage({ id }: { id: string }) {
  const ready = useKeptDraft();
  useCloseOnLeaving();
  const golem = store.golems.value.value?.golems.find((one) => one.id === id);
  return (
    <>
      <p class="crumb">
        <a href={golem ? linkTo('golem', id) : '/'}>{golem ? nameOf(golem) : pageWords.back}</a>
      </p>
      <h1 class="name">
        {golem ? grantPageWords.heading(nameOf(golem)) : grantPageWords.newHeading}
      </h1>
      {ready ? (
        <GrantWalk isOwn={(ask) => ask.golem === id}>
          {id === '' ? <NewGolem id="" /> : <KnownGolem id={id} />}
        </GrantWalk>
      ) : (
        <Waiting label={pageWords.working} lines={6} />
      )}
    </>
  );
}

/** A form belongs to the page that shows it; another one may have been opened by what led away. */
function useCloseOnLeaving(): void {
  const shown = useRef<OpenForm | null>(null);
  shown.current = openForm.value;
  useEffect(
    () => () => {
      if (openForm.peek() === shown.current) closeForm();
    },
    [],
  );
}

function NewGolem({ id }: { id: string }) {
  const chain = store.homeChain.value;
  useEffect(() => {
    if (openForm.peek() === null && chain) openForm.value = newForm(chain.chainId, id);
  }, [chain?.chainId]);
  return <Open />;
}

/** Reached by a link, the page leads to what is due; a button elsewhere has chosen already. */
function KnownGolem({ id }: { id: string }) {
  const detail = useApi('golem', id, 10_000);
  const { value, failure } = detail.value;
  const form = value
    ? dueForm(value, viewOf(value.golem, value.permissions, store.now.value))
    : null;
  const isKnown = value !== null;
  useEffect(() => {
    if (openForm.peek() === null && form) openForm.value = form;
  }, [isKnown]);
  if (failure?.code === 'not_found') return <NewGolem id={id} />;
  if (openForm.value) return <Open />;
  if (!value) return <Waiting label={pageWords.loadingGolems} lines={6} />;
  return <Nothing golem={value.golem} />;
}

/** Nothing can be granted to it, and no button says otherwise. */
function Nothing({ golem }: { golem: Golem }) {
  const name = nameOf(golem);
  const [text, page] = golem.parent
    ? ([grantPageWords.replicant, 'golem'] as const)
    : golem.phase === 'terminal'
      ? ([grantPageWords.dead(name), 'succession'] as const)
      : ([grantPageWords.unread(name), 'golem'] as const);
  return (
    <Note>
      <p>{text}</p>
      <a class="button" href={linkTo(page, golem.id)}>
        {grantPageWords[page](name)}
      </a>
    </Note>
  );
}

function Open() {
  const open = openForm.value;
  if (!open) return <Waiting label={pageWords.working} lines={6} />;
  const guardian = open.kind === 'gas' ? open.golem.guardian : open.guardian;
  return (
    <>
      {guardian === null ? null : <SnapNeeded />}
      {open.kind === 'gas' ? (
        <GasForm key={open.golem.id} openForm={open} />
      ) : (
        <GrantForm key={`${open.fields.golem} ${open.lease?.grant ?? ''}`} openForm={open} />
      )}
      <Happening />
    </>
  );
}
