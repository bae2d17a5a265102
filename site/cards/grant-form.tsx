// The form of a runway: few fields, what is live already, and the worst case before anything is signed.
import { useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { draft, type Opening, opening as openSignal } from '../grant/desk';
import { saveDraft, startDraft, startLease } from '../grant/draft';
import { readWish } from '../grant/wish';
import { working } from '../owner';
import * as store from '../store';
import { Trouble } from '../wallet/errors';
import { absenceWords, guardianOf } from '../wallet/snap';
import { words } from '../words';
import { useFirstField } from './fields';
import type { FormState } from './form-state';
import { HowMuch, MoreRules, Who } from './grant-fields';
import { continueGrant } from './grant-progress';
import { Button, Card, Note } from './kit';
import { ExistingGrant, WorstCase } from './risk';
import { StrategyPaste } from './strategy';

export function GrantForm({ opening }: { opening: Opening }) {
  const wish = useSignal(opening.wish);
  const guardian = useSignal(opening.guardian);
  const shown = useSignal(false);
  const reading = useReading(opening, wish, guardian);
  const state: FormState = { opening, wish, guardian, reading, shown };
  useGuardian(state);
  useFirstField();
  const heading = opening.lease
    ? words.wish.leaseHeading
    : opening.replaces
      ? words.wish.replaceHeading
      : words.wish.heading;
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
        <HowMuch state={state} />
        <MoreRules state={state} />
        {guardian.value === null ? <Note tone="low">{words.wish.direct}</Note> : null}
        {opening.lease ? null : (
          <WorstCase
            chainId={opening.chainId}
            replaces={opening.replaces}
            ask={reading.value.ok ? reading.value.ask : null}
            guardian={guardian.value}
          />
        )}
        <div class="row">
          <Button kind="main" type="submit">
            {opening.lease ? words.wish.askLease : words.wish.ask}
          </Button>
          <Button onClick={close}>{words.wish.cancel}</Button>
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

/** The guardian's address comes from the Snap, without a dialog; where there is none, the grant is direct. */
function useGuardian({ opening, wish, guardian }: FormState): void {
  const { golem } = wish.value;
  const kind = store.snap.value?.kind;
  useEffect(() => {
    if (opening.guardian !== undefined) return;
    const [wallet, settings] = [store.wallet.value, store.settings.value];
    if (kind !== 'ready' || !wallet || !settings) {
      // What is installed but switched off or too old is first put right: nobody is led around its rules.
      guardian.value = kind === 'missing' || kind === 'unable' ? null : undefined;
      return;
    }
    guardian.value = undefined;
    if (!/^[a-z0-9-]{1,64}$/.test(golem)) return;
    let current = true;
    guardianOf(wallet.provider, settings, golem).then(
      (address) => {
        if (current) guardian.value = address;
      },
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [golem, kind]);
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
  if (!owner || named === undefined) {
    await working(words.working, async () => {
      throw new Trouble(
        absenceWords(store.snap.value ?? { kind: 'silent' }) ?? words.wish.riskGuardian,
      );
    });
    return;
  }
  const now = store.now.value;
  const next =
    opening.lease && named
      ? startLease(owner, read.ask, { guardian: named, now, grant: opening.lease.grant })
      : startDraft(owner, read.ask, { guardian: named, now });
  saveDraft(localStorage, next);
  close();
  draft.value = next;
  await continueGrant();
}
