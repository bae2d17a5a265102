// The first page: for a stranger what this is; for an owner, which Golem needs what.

import { viewsOf } from '../golem/golem-view';
import * as store from '../owner/store';
import { pageWords } from '../words/page.words';
import { ConnectButton, Hero } from './connect';
import { GolemSummary } from './golem-summary';
import { homePageWords } from './home-page.words';
import { Card, Waiting } from './kit';
import { GrantPanel } from './lazy-grant-panel';
import { RequestList } from './request-list';
import { SnapBadge } from './snap-badge';

export function HomePage() {
  if (store.session.value === 'unknown' && !store.health.value.failure) {
    return <Waiting label={pageWords.working} />;
  }
  if (!store.owner.value) return <Hero />;
  return (
    <>
      <h1 class="unseen">{pageWords.title}</h1>
      {store.account.value || !store.arrived.value ? null : <ConnectButton />}
      <SnapBadge />
      <RequestList />
      <Golems />
      <GrantPanel />
    </>
  );
}

function Golems() {
  const { value } = store.golems.value;
  if (!value)
    return store.golems.value.failure ? null : <Waiting label={pageWords.loadingGolems} />;
  const views = viewsOf(value, store.now.value);
  return (
    <Card
      title={homePageWords.heading}
      class="list"
      aside={
        views.some(({ revocable }) => revocable) ? (
          <a href="/revoke">{homePageWords.revokeAll}</a>
        ) : null
      }
    >
      {views.length === 0 ? (
        <div class="empty">
          <p>{homePageWords.noneTitle}</p>
          <p class="soft">{homePageWords.none}</p>
        </div>
      ) : (
        <ul class="golems">
          {views.map((view) => (
            <li key={view.golem.id}>
              <GolemSummary view={view} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
