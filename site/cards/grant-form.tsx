// The form of a runway: few fields, what is live already, and the worst case before anything is signed.
import { useComputed, useSignal } from '@preact/signals';
import { type Opening, opening as openSignal } from '../grant/desk';
import { startDraft, startLease } from '../grant/draft';
import { guardianIn } from '../grant/guardianship';
import { readWish } from '../grant/wish';
import * as store from '../owner/store';
import { pageWords } from '../words/page.words';
import { AskerNote } from './asker';
import { useFirstField } from './fields';
import type { FormState } from './form-state';
import { HowMuch, MoreRules, Who } from './grant-fields';
import { grantFormWords } from './grant-form.words';
import { beginGrant } from './grant-walk';
import { cannotGrant, GrantingNote } from './granting';
import { GuardianNote, isHeldBack, useGuardian } from './guardian';
import { Button, Card, Note } from './kit';
import { ExistingGrant, WorstCase } from './risk';
import { StrategyPaste } from './strategy';

export function GrantForm({ opening }: { opening: Opening }) {
  const wish = useSignal(opening.wish);
  const guarded = useGuardian(() => wish.value.golem, opening.guardian);
  const guardian = useComputed(() => guardianIn(guarded.state.value));
  const shown = useSignal(false);
  const reading = useReading(opening, wish, guardian);
  const state: FormState = { opening, wish, guardian, reading, shown };
  useFirstField();
  const heading = opening.lease
    ? grantFormWords.leaseHeading
    : opening.replaces
      ? grantFormWords.replaceHeading
      : grantFormWords.heading;
  return (
    <Card title={heading} class="form">
      <ExistingGrant opening={opening} />
      {opening.lease ? null : <StrategyPaste state={state} />}
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(state);
        }}
      >
        <Who state={state} />
        {opening.request ? (
          <AskerNote
            request={opening.request}
            known={opening.guardian !== undefined}
            guardian={guardian.value}
          />
        ) : null}
        <HowMuch state={state} />
        <MoreRules state={state} />
        {guarded.state.value.kind === 'direct' ? (
          <Note tone="low">{grantFormWords.direct}</Note>
        ) : null}
        {opening.lease ? null : (
          <WorstCase
            chainId={opening.chainId}
            replaces={opening.replaces}
            ask={reading.value.ok ? reading.value.ask : null}
            guardian={guardian.value}
          />
        )}
        <GuardianNote guarded={guarded} />
        {opening.lease ? null : <GrantingNote />}
        <div class="row">
          <Button
            kind="main"
            type="submit"
            disabled={
              (!opening.lease && cannotGrant()) || (reading.value.ok && isHeldBack(guarded.state))
            }
          >
            {opening.lease ? grantFormWords.askLease : pageWords.askMetaMask}
          </Button>
          <Button onClick={close}>{pageWords.cancel}</Button>
        </div>
      </form>
    </Card>
  );
}

/** Answered exactly as asked, a request is signed as the owner's intent. */
function useReading(
  { chainId, request, replaces }: Opening,
  wish: FormState['wish'],
  guardian: FormState['guardian'],
): FormState['reading'] {
  return useComputed(() => {
    const read = readWish(
      wish.value,
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

async function submit({ opening, reading, guardian, shown }: FormState): Promise<void> {
  shown.value = true;
  const owner = store.owner.value;
  const read = reading.value;
  if (!read.ok) {
    const first = Object.keys(read.problems)[0];
    document.getElementById(`wish-${first}`)?.focus();
    return;
  }
  const named = guardian.value;
  // The button is held back until it is known, and the reason stands beside it.
  if (!owner || named === undefined) return;
  const now = store.now.value;
  const next =
    opening.lease && named
      ? startLease(owner, read.ask, { guardian: named, now, grant: opening.lease.grant })
      : startDraft(owner, read.ask, { guardian: named, now });
  close();
  await beginGrant(next);
}
