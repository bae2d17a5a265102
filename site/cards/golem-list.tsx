// The owner's Golems, worst first.
import { viewsOf } from '../golem/golem-view';
import * as store from '../owner/store';
import { pageWords } from '../words/page.words';
import { golemListWords } from './golem-list.words';
import { GolemSummary } from './golem-summary';
import { Card, Waiting } from './kit';

export function GolemList() {
  const { value, failure } = store.golems.value;
  if (!value) return failure ? null : <Waiting label={pageWords.loadingGolems} />;
  const views = viewsOf(value, store.now.value);
  return (
    <Card
      title={golemListWords.heading}
      class="list"
      aside={
        views.some(({ revocable }) => revocable) ? (
          <a href="/revoke">{golemListWords.revokeAll}</a>
        ) : null
      }
    >
      {views.length === 0 ? (
        <div class="empty">
          <p>{golemListWords.noneTitle}</p>
          <p class="soft">{golemListWords.none}</p>
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
