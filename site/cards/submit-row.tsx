// The end of a form that grants: go on, or close it.
import { closeForm } from '../grant/open-form';
import { pageWords } from '../words/page.words';
import { Button } from './kit';

/** Disabled: the reason stands above it. */
export function SubmitRow({ label, disabled }: { label: string; disabled: boolean }) {
  return (
    <div class="row">
      <Button kind="main" type="submit" disabled={disabled}>
        {label}
      </Button>
      <Button onClick={closeForm}>{pageWords.cancel}</Button>
    </div>
  );
}
