// What of the history is shown.
import type { Permission } from '../../src/core/protocol/status';
import { type Filter, GROUPS } from '../golem/filter';
import { historyWords } from './history.words';

type Props = { filter: { value: Filter }; permissions: readonly Permission[] };

export function HistoryFilter({ filter, permissions }: Props) {
  const set = (over: Partial<Filter>) => {
    filter.value = { ...filter.value, ...over };
  };
  return (
    <form
      class="filters"
      aria-label={historyWords.filter}
      onSubmit={(event) => event.preventDefault()}
    >
      <fieldset class="choice" aria-label={historyWords.what}>
        {GROUPS.map((group) => (
          <button
            key={group}
            type="button"
            class="bare"
            aria-pressed={filter.value.group === group}
            onClick={() => set({ group })}
          >
            {historyWords.groups[group]}
          </button>
        ))}
      </fieldset>
      {permissions.length > 1 ? (
        <select
          aria-label={historyWords.permission}
          value={filter.value.permission}
          onChange={(event) => set({ permission: event.currentTarget.value })}
        >
          <option value="">{historyWords.anyPermission}</option>
          {permissions.map(({ id }) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </select>
      ) : null}
      <input
        type="search"
        aria-label={historyWords.search}
        placeholder={historyWords.search}
        maxLength={100}
        value={filter.value.text}
        onInput={(event) => set({ text: event.currentTarget.value })}
      />
    </form>
  );
}
