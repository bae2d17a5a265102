// The form of a runway: few fields, what is live already, and the worst case before anything is signed.
import { useComputed, useSignal } from '@preact/signals';
import { startDraft, startLease } from '../grant/draft';
import { readForm } from '../grant/form';
import { guardianIn } from '../grant/guardianship';
import { closeForm, type OpenRunwayForm } from '../grant/open-form';
import * as store from '../owner/store';
import { pageWords } from '../words/page.words';
import { useFirstField } from './fields';
import type { FormState } from './form-state';
import { HowMuch, MoreRules, Who } from './grant-fields';
import { grantFormWords } from './grant-form.words';
import { cannotGrant, GrantSupportNote } from './grant-support';
import { type Guarded, GuardianNote, isHeldBack, useGuardian } from './guardian';
import { Card, Note } from './kit';
import { RequestSignerNote } from './request-signer';
import { ExistingGrant, WorstCase } from './risk';
import { beginGrant } from './run-grant';
import { StrategyPaste } from './strategy';
import { SubmitRow } from './submit-row';

export function GrantForm({ openForm }: { openForm: OpenRunwayForm }) {
  const fields = useSignal(openForm.fields);
  const guarded = useGuardian(() => fields.value.golem, openForm.guardian);
  const guardian = useComputed(() => guardianIn(guarded.state.value));
  const problemsShown = useSignal(false);
  const reading = useReading(openForm, fields, guardian);
  const state: FormState = { openForm, fields, guardian, reading, problemsShown };
  useFirstField();
  return (
    <Card title={headingOf(openForm)} class="form">
      <ExistingGrant openForm={openForm} />
      {openForm.lease ? null : <StrategyPaste state={state} />}
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(state);
        }}
      >
        <Terms state={state} />
        <Outlook state={state} guarded={guarded} />
        <SubmitRow
          label={openForm.lease ? grantFormWords.askLease : pageWords.askMetaMask}
          disabled={
            (!openForm.lease && cannotGrant()) || (reading.value.ok && isHeldBack(guarded.state))
          }
        />
      </form>
    </Card>
  );
}

function headingOf({ lease, replaces }: OpenRunwayForm): string {
  if (lease) return grantFormWords.leaseHeading;
  return replaces ? grantFormWords.replaceHeading : grantFormWords.heading;
}

/** What the owner fills in, and who asks for it. */
function Terms({ state }: { state: FormState }) {
  const { request, guardian } = state.openForm;
  return (
    <>
      <Who state={state} />
      {request ? (
        <RequestSignerNote
          request={request}
          known={guardian !== undefined}
          guardian={state.guardian.value}
        />
      ) : null}
      <HowMuch state={state} />
      <MoreRules state={state} />
    </>
  );
}

/** What it may lead to, and what still stands in the way. */
function Outlook({ state, guarded }: { state: FormState; guarded: Guarded }) {
  const { openForm, reading, guardian } = state;
  return (
    <>
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
    </>
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

async function submit({ openForm, reading, guardian, problemsShown }: FormState): Promise<void> {
  problemsShown.value = true;
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
  closeForm();
  await beginGrant(next);
}
