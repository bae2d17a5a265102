// The grant that this owner has not finished, as this browser keeps it: read on every page, also after a reload.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { loadDraft } from '../grant/draft';
import { draft } from '../grant/open-form';
import * as store from '../owner/store';

/** Whether it has been read: until then nobody knows what to show. */
export function useKeptDraft(): boolean {
  const readFor = useSignal<string | null>(null);
  const owner = store.owner.value;
  useEffect(() => {
    if (!owner) return;
    const read = () => {
      draft.value = loadDraft(localStorage, owner);
    };
    if (!draft.value) read();
    readFor.value = owner;
    // Another tab went on with it; storage tells only of others.
    const hear = ({ key }: StorageEvent) => {
      if (key?.startsWith('bardo.grant') && store.busy.value === null) read();
    };
    addEventListener('storage', hear);
    return () => removeEventListener('storage', hear);
  }, [owner]);
  return owner !== null && readFor.value === owner;
}
