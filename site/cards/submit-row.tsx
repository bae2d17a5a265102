// The end of a form that grants: go on, or close it.
import { closeForm } from '../grant/open-form';
import { go, type PageRoute } from '../routes/routes';
import { pageWords } from '../words/page.words';
import { Button } from './kit';

/** `disabled`: the reason stands above it. `back`: where whoever cancels came from. */
type Props = { label: string; disabled: boolean; back: PageRoute };

export function SubmitRow({ label, disabled, back }: Props) {
  const cancel = () => {
    closeForm();
    go(back);
  };
  return (
    <div class="row">
      <Button kind="main" type="submit" disabled={disabled}>
        {label}
      </Button>
      <Button onClick={cancel}>{pageWords.cancel}</Button>
    </div>
  );
}
