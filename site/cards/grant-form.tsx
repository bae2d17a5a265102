// The form of a runway: few fields, what is live already, and the worst case before anything is signed.
import { useComputed, useSignal } from '@preact/signals';
import { startDraft, startLease } from '../grant/draft';
import { readForm } from '../grant/form';
import { guardianIn } from '../grant/guardianship';
import { type OpenRunwayForm, openForm as openSignal } from '../grant/open-form';
import * as store from '../owner/store';
import { pageWords } from '../words/page.words';
import { useFirstField } from './fields';
import type { FormState } from './form-state';
import { HowMuch, MoreRules, Who } from './grant-fields';
import { grantFormWords } from './grant-form.words';
import { cannotGrant, GrantSupportNote } from './grant-support';
import { GuardianNote, isHeldBack, useGuardian } from './guardian';
import { Button, Card, Note } from './kit';
import { RequestSignerNote } from './request-signer';
import { ExistingGrant, WorstCase } from './risk';
import { beginGrant } from './run-grant';
import { StrategyPaste } from './strategy';

export function GrantForm({ openForm }: { openForm: OpenRunwayForm }) {
  const fields = useSignal(openForm.fields);
  const guarded = useGuardian(() => fields.value.golem, openForm.guardian);
  const guardian = useComputed(() => guardianIn(guarded.state.value));
  const shown = useSignal(false);
  const reading = useReading(openForm, fields, guardian);
  const state: FormState = { openForm, fields, guardian, reading, shown };
  useFirstField();
  const heading = openForm.lease
    ? grantFormWords.leaseHeading
    : openForm.replaces
      ? grantFormWords.replaceHeading
      : grantFormWords.heading;
  return (
    <Card title={heading} class="form">
      <ExistingGrant openForm={openForm} />
      {openForm.lease ? null : <StrategyPaste state={state} />}
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(state);
        }}
      >
        <Who state={state} />
        {openForm.request ? (
          <RequestSignerNote
            request={openForm.request}
            known={openForm.guardian !== undefined}
            guardian={guardian.value}
          />
        ) : null}
        <HowMuch state={state} />
        <MoreRules state={state} />
        {guarded.state.value.kind === 'direct' ? (
          <Note tone="low">{grantFormWords.direct}</Note>
        ) : null}
        {openForm.lease ? null : (
          <WorstCase
            chainId={openForm.chainId}
            replaces={openForm.replaces}
            ask={reading.value.ok ? reading.value.ask : null}
            guardian={guardian.value}
          />
        )}
        <GuardianNote guarded={guarded} />
        {openForm.lease ? null : <GrantSupportNote />}
        <div class="row">
          <Button
            kind="main"
            type="submit"
            disabled={
              (!openForm.lease && cannotGrant()) || (reading.value.ok && isHeldBack(guarded.state))
            }
          >
            {openForm.lease ? grantFormWords.askLease : pageWords.askMetaMask}
          </Button>
          <Button onClick={close}>{pageWords.cancel}</Button>
        </div>
      </form>
    </Card>
  );
}

/** Answered exactly as asked, a request is signed as the owner's intent. */
function useReading(
  { chainId, request, replaces }: OpenRunwayForm,
  fields: FormState['fields'],
  guardian: FormState['guardian'],
): FormState['reading'] {
  return useComputed(() => {
    const read = readForm(
      fields.value,
      { chainId, request: request?.id ?? null, replaces, exactly: false },
      {
        owner: store.owner.value,
        guardian: guardian.value ?? null,
        withSnap: guardian.value !== null,
      },
    );
    const exactly =
      read.ok &&
      request !== null &&
      read.ask.cap === request.amount &&
      read.ask.days === request.days;
    return read.ok ? { ...read, ask: { ...read.ask, exactly } } : read;
  });
}

function close(): void {
  openSignal.value = null;
}

async function submit({ openForm, reading, guardian, shown }: FormState): Promise<void> {
  shown.value = true;
  const owner = store.owner.value;
  const read = reading.value;
  if (!read.ok) {
    const first = Object.keys(read.problems)[0];
    document.getElementById(`form-${first}`)?.focus();
    return;
  }
  const named = guardian.value;
  // The button is held back until it is known, and the reason stands beside it.
  if (!owner || named === undefined) return;
  const now = store.now.value;
  const next =
    openForm.lease && named
      ? startLease(owner, read.ask, { guardian: named, now, grant: openForm.lease.grant })
      : startDraft(owner, read.ask, { guardian: named, now });
  close();
  await beginGrant(next);
}
