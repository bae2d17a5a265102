// What is being done, what went wrong and what came of it: where the eye is, however far the page is scrolled.
import * as store from '../owner/store';
import { route } from '../routes/routes';
import { pageWords } from '../words/page.words';
import { Note } from './kit';
import { messagesWords } from './messages.words';

export function Messages() {
  return (
    <section class="messages" aria-label={messagesWords.heading}>
      {saysItself() ? null : <Work />}
      {saysItself() ? null : <Trouble />}
      <Said />
      <p class="unseen" role="status" aria-live="polite">
        {store.announced}
      </p>
    </section>
  );
}

/** A page of one thing says beside it what happens and what went wrong (`Happening`). */
function saysItself(): boolean {
  const { name } = route.value;
  return store.owner.value !== null && (name === 'grant' || name === 'request');
}

function Work() {
  const { value } = store.busy;
  return value ? (
    <Note role="status">
      <p>
        <span class="spin" aria-hidden="true" />
        {value}
      </p>
    </Note>
  ) : null;
}

function Trouble() {
  const { value } = store.trouble;
  return value ? (
    <Note tone="bad" role="alert">
      <p>{value}</p>
      <CloseButton of={store.trouble} empty={null} />
    </Note>
  ) : null;
}

function Said() {
  const { value } = store.said;
  return (
    <div class={value === '' ? 'unseen' : 'said'}>
      <p role="status" aria-live="polite">
        {value}
      </p>
      {value === '' ? null : <CloseButton of={store.said} empty="" />}
    </div>
  );
}

/** Never held back, as other buttons are while the wallet is asked for something. */
function CloseButton<T>({ of, empty }: { of: { value: T }; empty: T }) {
  const close = () => {
    of.value = empty;
  };
  return (
    <button type="button" class="button" onClick={close}>
      {pageWords.close}
    </button>
  );
}
