// On the first page: grants that no Golem lives on, and the way to a new one.
import * as store from '../owner/store';
import { pageWords } from '../words/page.words';
import { Orphans } from './orphans';

export function GrantPanel() {
  if (!store.owner.value || !store.account.value) return null;
  return (
    <>
      <Orphans />
      <p>
        <a class={`button ${somethingFirst() ? '' : 'main'}`} href="/grant">
          {pageWords.grantRunway}
        </a>
      </p>
    </>
  );
}

/** One thing at a time leads on: Bardo is added first, and a Golem that asks is answered first. */
function somethingFirst(): boolean {
  const { kind } = store.snap.value ?? { kind: 'missing' };
  const asked = store.requests.value.value?.requests.length ?? 0;
  return kind === 'missing' || kind === 'old' || asked > 0;
}
