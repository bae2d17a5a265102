// The grant panel: a button, the form, or the grant in the making.
import { useEffect } from 'preact/hooks';
import { loadDraft } from '../grant/draft';
import { draft, openForm, openNew } from '../grant/open-form';
import * as store from '../owner/store';
import { pageWords } from '../words/page.words';
import { GasForm } from './gas-form';
import { GrantForm } from './grant-form';
import { GrantProgress } from './grant-progress';
import { FedHeal } from './heal';
import { Button } from './kit';
import { Orphans } from './orphans';
import { SnapNeeded } from './snap-badge';

/** `quiet`: no button to start one, only what is open already. */
export function GrantPanel({ quiet = false }: { quiet?: boolean }) {
  const owner = store.owner.value;
  useEffect(() => {
    if (!owner) return;
    const read = () => {
      draft.value = loadDraft(localStorage, owner);
    };
    if (!draft.value) read();
    // Another tab went on with it; storage tells only of others.
    const hear = ({ key }: StorageEvent) => {
      if (key?.startsWith('bardo.grant') && store.busy.value === null) read();
    };
    addEventListener('storage', hear);
    return () => removeEventListener('storage', hear);
  }, [owner]);
  if (!owner || !store.account.value) return null;
  return (
    <>
      {quiet ? null : <Orphans />}
      {quiet && needsSnap() ? <SnapNeeded /> : null}
      <Current quiet={quiet} />
    </>
  );
}

function Current({ quiet }: { quiet: boolean }) {
  if (draft.value) return <GrantProgress draft={draft.value} />;
  const open = openForm.value;
  if (open?.kind === 'gas') return <GasForm key={open.golem.id} openForm={open} />;
  if (open)
    return <GrantForm key={`${open.fields.golem} ${open.lease?.grant ?? ''}`} openForm={open} />;
  return quiet ? null : (
    <>
      <FedHeal />
      <Button kind={somethingFirst() ? 'plain' : 'main'} onClick={openNew}>
        {pageWords.grantRunway}
      </Button>
    </>
  );
}

/** What is being done has, or will have, a lease to sign. */
function needsSnap(): boolean {
  if (draft.value) return draft.value.guardian !== null;
  const open = openForm.value;
  return open !== null && (open.kind === 'gas' ? open.golem.guardian : open.guardian) !== null;
}

/** One thing at a time leads on: Bardo is added first, and a Golem that asks is answered first. */
function somethingFirst(): boolean {
  const { kind } = store.snap.value ?? { kind: 'missing' };
  const asked = store.requests.value.value?.requests.length ?? 0;
  return kind === 'missing' || kind === 'old' || asked > 0;
}
