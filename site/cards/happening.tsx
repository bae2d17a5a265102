// What a page of its own is doing and what went wrong with it, said where it happens.
import { useEffect, useRef } from 'preact/hooks';
import { draft } from '../grant/open-form';
import * as store from '../owner/store';
import { Note } from './kit';

export function Happening() {
  const place = useRef<HTMLDivElement>(null);
  const busy = store.busy.value;
  // Why a grant stopped is said beside its step, and stays there.
  const trouble = store.trouble.value === draft.value?.stopped ? null : store.trouble.value;
  const said = busy ?? trouble;
  useEffect(() => {
    if (said !== null) place.current?.scrollIntoView({ block: 'nearest' });
  }, [said]);
  return (
    <div class="happening" ref={place}>
      {busy === null ? null : (
        <Note role="status">
          <p>
            <span class="spin" aria-hidden="true" />
            {busy}
          </p>
        </Note>
      )}
      {trouble === null ? null : (
        <Note tone="bad" role="alert">
          <p>{trouble}</p>
        </Note>
      )}
    </div>
  );
}
