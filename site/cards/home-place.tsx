// The first page: for a stranger what this is; for an owner, which Golem needs what.

import { viewsOf } from '../golem/golem-view';
import * as store from '../owner/store';
import { words } from '../words/words';
import { ConnectButton, Hero } from './connect';
import { GrantDesk } from './desk';
import { GolemSummary } from './golem-summary';
import { Card, Waiting } from './kit';
import { RequestList } from './request-list';
import { SnapBadge } from './snap-badge';

export function HomePlace() {
  if (store.session.value === 'unknown' && !store.health.value.failure) {
    return <Waiting label={words.working} />;
  }
  if (!store.owner.value) return <Hero />;
  return (
    <>
      <h1 class="unseen">{words.title}</h1>
      {store.account.value || !store.arrived.value ? null : <ConnectButton />}
      <SnapBadge />
      <RequestList />
      <Golems />
      <GrantDesk />
    </>
  );
}

function Golems() {
  const { value } = store.golems.value;
  if (!value) return store.golems.value.failure ? null : <Waiting label={words.golems.loading} />;
  const views = viewsOf(value, store.now.value);
  return (
    <Card
      title={words.golems.heading}
      class="list"
      aside={
        views.some(({ revocable }) => revocable) ? (
          <a href="/revoke">{words.golems.revokeAll}</a>
        ) : null
      }
    >
      {views.length === 0 ? (
        <div class="empty">
          <p>{words.golems.noneTitle}</p>
          <p class="soft">{words.golems.none}</p>
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
