// The whole history as a file for the owner's own disk, as it is filtered.
import { useSignal } from '@preact/signals';
import type { HistoryEntry, Permission } from '../../src/core/protocol/status';
import { csvOf, exportRows, jsonOf } from '../golem/export';
import { addressBook, labelOf } from '../owner/address-book';
import * as store from '../owner/store';
import { isoTime } from '../words/time';
import { saveText } from './download';
import { historyWords } from './history.words';
import { Icon } from './icon';
import { wholeHistory } from './use-history';

type Props = {
  id: string;
  chainId: number;
  permissions: readonly Permission[];
  keep: (entries: readonly HistoryEntry[]) => HistoryEntry[];
};

const FORMS = {
  csv: { write: csvOf, type: 'text/csv' },
  json: { write: jsonOf, type: 'application/json' },
} as const;

export function HistoryExport({ id, chainId, permissions, keep }: Props) {
  const said = useSignal<string | null>(null);
  const busy = useSignal(false);
  const run = async (form: keyof typeof FORMS) => {
    busy.value = true;
    const now = store.now.peek();
    const found = await wholeHistory(id, now, (count) => {
      said.value = historyWords.exporting(count);
    });
    busy.value = false;
    if (!found) {
      said.value = historyWords.notExported;
      return;
    }
    const book = addressBook.peek();
    const about = { permissions, chainId, labelOf: (one: string) => labelOf(book, one) };
    const rows = exportRows(keep(found.entries), about);
    const { write, type } = FORMS[form];
    saveText(`${id}-${isoTime(now).slice(0, 10)}.${form}`, write(rows), type);
    said.value = (found.whole ? historyWords.exported : historyWords.cut)(rows.length);
  };
  return (
    <div class="row">
      {(['csv', 'json'] as const).map((form) => (
        <button
          key={form}
          type="button"
          class="button small"
          disabled={busy.value}
          onClick={() => void run(form)}
        >
          <Icon name="down" /> {historyWords[form]}
        </button>
      ))}
      <span role="status">{said}</span>
    </div>
  );
}
