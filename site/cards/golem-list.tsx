// The owner's Golems, worst first unless the owner wants another order; Replicants stand below their parents.
import { useSignal } from '@preact/signals';
import {
  type Family,
  familiesOf,
  isSorted,
  named,
  SHELVES,
  type Shelf,
  SORTS,
  type Sort,
  shelfOf,
  sorted,
} from '../golem/families';
import { archive, putAway } from '../owner/archive';
import * as store from '../owner/store';
import { pageWords } from '../words/page.words';
import { golemListWords } from './golem-list.words';
import { GolemSummary } from './golem-summary';
import { Card, Waiting } from './kit';

export function GolemList() {
  const { value, failure } = store.golems.value;
  const shelf = useSignal<Shelf>('current');
  const sort = useSignal<Sort>('urgency');
  const text = useSignal('');
  // About as high as one Golem, so that what stands below stays where it is.
  if (!value) return failure ? null : <Waiting label={pageWords.loadingGolems} lines={7} />;
  const families = familiesOf(value, store.now.value);
  const on = (which: Shelf) => families.filter((one) => shelfOf(one, archive.value) === which);
  // Who has ended ones only is not shown an empty list first.
  const first = on('current').length > 0 || families.length === 0 ? 'current' : 'ended';
  const chosen = shelf.value === 'current' ? first : shelf.value;
  const shown = sorted(named(on(chosen), text.value), sort.value);
  const revocable = families.some(({ view, children }) =>
    [view, ...children].some((one) => one.revocable),
  );
  return (
    <Card
      title={golemListWords.heading}
      class="list"
      aside={revocable ? <a href="/revoke">{golemListWords.revokeAll}</a> : null}
    >
      {families.length === 0 ? (
        <div class="empty">
          <p>{golemListWords.noneTitle}</p>
          <p class="soft">{golemListWords.none}</p>
        </div>
      ) : (
        <>
          {isSorted(families, archive.value) ? (
            <Choices shelf={shelf} chosen={chosen} on={on} sort={sort} text={text} />
          ) : null}
          <p class="soft">{countWords(shown)}</p>
          <ul class="golems">
            {shown.map((family) => (
              <li key={family.view.golem.id}>
                <FamilyLine family={family} shelf={chosen} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

function countWords(families: readonly Family[]): string {
  const replicants = families.reduce((sum, { children }) => sum + children.length, 0);
  return families.length === 0
    ? golemListWords.noneHere
    : golemListWords.count(families.length, replicants);
}

type ChoicesProps = {
  shelf: { value: Shelf };
  chosen: Shelf;
  on: (shelf: Shelf) => Family[];
  sort: { value: Sort };
  text: { value: string };
};

function Choices({ shelf, chosen, on, sort, text }: ChoicesProps) {
  return (
    <div class="filters beside">
      <fieldset class="choice" aria-label={golemListWords.filter}>
        {SHELVES.map((one) => (
          <button
            key={one}
            type="button"
            class="bare"
            aria-pressed={chosen === one}
            onClick={() => {
              shelf.value = one;
            }}
          >
            {golemListWords.shelves[one](on(one).length)}
          </button>
        ))}
      </fieldset>
      <select
        aria-label={golemListWords.sort}
        value={sort.value}
        onChange={(event) => {
          sort.value = SORTS.find((one) => one === event.currentTarget.value) ?? 'urgency';
        }}
      >
        {SORTS.map((one) => (
          <option key={one} value={one}>
            {golemListWords.sorts[one]}
          </option>
        ))}
      </select>
      <input
        type="search"
        aria-label={golemListWords.search}
        placeholder={golemListWords.search}
        maxLength={64}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
        }}
      />
    </div>
  );
}

function FamilyLine({ family: { view, children }, shelf }: { family: Family; shelf: Shelf }) {
  const owner = store.owner.value;
  const away = shelf === 'archived';
  return (
    <>
      <GolemSummary view={view} />
      {shelf !== 'current' && owner ? (
        <button
          type="button"
          class="bare put-away"
          onClick={() => putAway(localStorage, owner, view.golem.id, !away)}
        >
          {away ? golemListWords.restore : golemListWords.archive}{' '}
          <span class="unseen">{view.name}</span>
        </button>
      ) : null}
      {children.length === 0 ? null : (
        <ul class="golems below" aria-label={golemListWords.replicantOf(view.name)}>
          {children.map((child) => (
            <li key={child.golem.id}>
              <GolemSummary view={child} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
