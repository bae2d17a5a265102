// The form of a runway: few fields, what is live already, and the worst case before anything is signed.
import { useComputed, useSignal } from '@preact/signals';
import type { Hex } from 'viem';
import { DAY } from '../../src/core/chain/time';
import { periodOf, startDraft, startLease } from '../grant/draft';
import { readForm } from '../grant/form';
import type { FormFields } from '../grant/form-fields';
import { guardianIn } from '../grant/guardianship';
import { type HumanStep, humanStepsOf } from '../grant/human-steps';
import { closeForm, type OpenRunwayForm } from '../grant/open-form';
import * as store from '../owner/store';
import type { PageRoute } from '../routes/routes';
import { pageWords } from '../words/page.words';
import { goToField, Tick, useFirstField } from './fields';
import type { FormState } from './form-state';
import { HowMuch, MoreRules, Who } from './grant-fields';
import { grantFormWords } from './grant-form.words';
import { cannotGrant, canPin, GrantSupportNote } from './grant-support';
import { type Guarded, GuardianNote, isHeldBack, useGuardian } from './guardian';
import { HumanSteps } from './human-steps';
import { Card, Note } from './kit';
import { RequestSignerNote } from './request-signer';
import { ExistingGrant, WorstCase } from './risk';
import { beginGrant } from './run-grant';
import { StrategyPaste } from './strategy';
import { SubmitRow } from './submit-row';
import { TermsChange } from './terms-change';

export function GrantForm({ openForm }: { openForm: OpenRunwayForm }) {
  const fields = useSignal(openForm.fields);
  const guarded = useGuardian(() => fields.value.golem, openForm.guardian);
  const guardian = useComputed(() => guardianIn(guarded.state.value));
  const problemsShown = useSignal(false);
  const compared = useSignal(!openForm.isNewKey);
  const reading = useReading(openForm, fields, guardian);
  const state: FormState = { openForm, fields, guardian, reading, problemsShown };
  useFirstField(openForm.request === null);
  return (
    <Card title={headingOf(openForm)} class="form">
      <HumanSteps steps={stepsOf(openForm, fields.value, guardian.value)} at="terms" />
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
        {openForm.isNewKey ? (
          <Tick
            id="form-compared"
            checked={compared.value}
            onChange={(on) => {
              compared.value = on;
            }}
            label={grantFormWords.compared}
          />
        ) : null}
        <SubmitRow
          label={openForm.lease ? grantFormWords.askLease : pageWords.askMetaMask}
          disabled={
            !compared.value ||
            (!openForm.lease && cannotGrant()) ||
            (reading.value.ok && isHeldBack(guarded.state))
          }
          back={backFrom(openForm)}
        />
      </form>
    </Card>
  );
}

function stepsOf(
  { lease, replaces }: OpenRunwayForm,
  { gasPulls }: FormFields,
  guardian: Hex | null | undefined,
): HumanStep[] {
  return humanStepsOf({
    replaces: replaces !== null,
    leased: guardian !== null,
    leaseOnly: lease !== null,
    gasOnly: false,
    gas: !/^0*$/.test(gasPulls.trim()),
  });
}

/** Whoever changes a Golem comes from its page. */
function backFrom({ guardian, fields, request }: OpenRunwayForm): PageRoute {
  if (request || guardian === undefined) return { name: 'home' };
  return { name: 'golem', owner: store.owner.value?.toLowerCase() ?? null, id: fields.golem };
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
      <TermsChange state={state} />
    </>
  );
}

/** What it may lead to, and what still stands in the way. */
function Outlook({ state, guarded }: { state: FormState; guarded: Guarded }) {
  const { openForm, reading, guardian } = state;
  return (
    <>
      {guarded.state.value.kind === 'direct' ? (
        <Note tone="low">{grantFormWords.direct(canPin())}</Note>
      ) : null}
      <WorstCase
        chainId={openForm.chainId}
        replaces={openForm.present?.permission.id ?? openForm.replaces}
        ask={reading.value.sketch}
        guardian={guardian.value}
        grant={openForm.lease?.grant ?? null}
      />
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
        pins: canPin(),
      },
    );
    const exactly =
      read.ok &&
      request !== null &&
      read.ask.cap === request.amount &&
      periodOf(read.ask) === DAY &&
      read.ask.days === request.days;
    return read.ok ? { ...read, ask: { ...read.ask, exactly } } : read;
  });
}

async function submit({ openForm, reading, guardian, problemsShown }: FormState): Promise<void> {
  problemsShown.value = true;
  const owner = store.owner.value;
  const read = reading.value;
  if (!read.ok) {
    goToField(`form-${Object.keys(read.problems)[0]}`);
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
