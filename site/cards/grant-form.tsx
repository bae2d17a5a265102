// The form of a runway: few fields, what is live already, and the worst case before anything is signed.
import { useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { draft, type Opening, opening as openSignal } from '../grant/desk';
import { saveDraft, startDraft, startLease } from '../grant/draft';
import { idFrom, readWish, type WishField } from '../grant/wish';
import { working } from '../owner';
import * as store from '../store';
import { guardianOf } from '../wallet/snap';
import { words } from '../words';
import { Field, Tick } from './fields';
import type { FormState } from './form-state';
import { continueGrant } from './grant-progress';
import { Button, Card, Note } from './kit';
import { ExistingGrant, WorstCase } from './risk';
import { StrategyPaste } from './strategy';

export function GrantForm({ opening }: { opening: Opening }) {
  const wish = useSignal(opening.wish);
  const guardian = useSignal(opening.guardian);
  const shown = useSignal(false);
  const reading = useComputed(() => {
    const { chainId, request, replaces } = opening;
    const read = readWish(
      wish.value,
      { chainId, request: request?.id ?? null, replaces, exactly: false },
      { owner: store.owner.value, withSnap: guardian.value !== null },
    );
    const exactly =
      read.ok &&
      request !== null &&
      read.ask.cap === request.amount &&
      read.ask.days === request.days;
    return read.ok ? { ...read, ask: { ...read.ask, exactly } } : read;
  });
  const state: FormState = { opening, wish, guardian, reading, shown };
  useGuardian(state);
  useEffect(() => {
    document.querySelector('.form')?.scrollIntoView({ block: 'start' });
    document
      .querySelector<HTMLElement>('.form input:enabled, .form textarea:enabled')
      ?.focus({ preventScroll: true });
  }, []);
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
        <WorstCase state={state} />
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

/** The guardian's address comes from the Snap, without a dialog; where there is none, the grant is direct. */
function useGuardian({ opening, wish, guardian }: FormState): void {
  const { golem } = wish.value;
  const kind = store.snap.value?.kind;
  useEffect(() => {
    if (opening.guardian !== undefined) return;
    const [wallet, settings] = [store.wallet.value, store.settings.value];
    if (kind !== 'ready' || !wallet || !settings) {
      guardian.value = kind === undefined || kind === 'silent' ? undefined : null;
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

type PartProps = { state: FormState };

function field(state: FormState, name: Exclude<WishField, 'override'>) {
  const { wish, reading, shown } = state;
  const problem = reading.value.ok ? undefined : reading.value.problems[name];
  const typed = wish.value[name] !== '';
  return {
    id: `wish-${name}`,
    value: wish.value[name],
    onInput: (value: string) => {
      wish.value = { ...wish.value, [name]: value };
    },
    problem: shown.value || typed ? problem : undefined,
  };
}

function Who({ state }: PartProps) {
  const { wish, opening } = state;
  const known = opening.guardian !== undefined || opening.request !== null;
  const name = field(state, 'name');
  return (
    <>
      <div class="pair">
        <Field
          {...name}
          label={words.wish.name}
          disabled={known}
          onInput={(value) => {
            wish.value = { ...wish.value, name: value, golem: idFrom(value) };
          }}
        />
        <Field
          {...field(state, 'golem')}
          label={words.wish.id}
          hint={words.wish.idHint}
          disabled={known}
        />
      </div>
      <Field
        {...field(state, 'sessionKey')}
        label={words.wish.sessionKey}
        hint={words.wish.sessionKeyHint}
        disabled={opening.request !== null}
      />
      {state.guardian.value === null ? null : (
        <Field
          {...field(state, 'payees')}
          label={words.wish.payees}
          hint={words.wish.payeesHint}
          lines={2}
        />
      )}
    </>
  );
}

function HowMuch({ state }: PartProps) {
  const { wish, reading } = state;
  const { overrides } = reading.value;
  const problem = reading.value.ok ? undefined : reading.value.problems.override;
  const set = (override: boolean) => {
    wish.value = { ...wish.value, override };
  };
  return (
    <>
      <div class="pair">
        <Field {...field(state, 'amount')} label={words.wish.amount} mode="decimal" />
        <Field
          {...field(state, 'days')}
          label={words.wish.days}
          mode="numeric"
          disabled={state.opening.lease !== null}
        />
      </div>
      {overrides.length > 0 ? (
        <Note tone="low">
          <p>{problem ?? words.wish.override}</p>
          <Tick
            id="wish-override"
            checked={wish.value.override}
            onChange={set}
            label={overrides
              .map((one) =>
                one === 'amount' ? words.wish.overrideAmount : words.wish.overrideDays,
              )
              .join(' ')}
          />
        </Note>
      ) : null}
    </>
  );
}

function MoreRules({ state }: PartProps) {
  const direct = state.guardian.value === null;
  return (
    <details class="more">
      <summary>{words.wish.more}</summary>
      <div class="stack">
        {direct ? null : (
          <div class="pair">
            <Field {...field(state, 'replicants')} label={words.wish.replicants} mode="decimal" />
            <Field {...field(state, 'silence')} label={words.wish.silence} mode="numeric" />
          </div>
        )}
        {state.opening.lease ? null : (
          <Field
            {...field(state, 'gasPulls')}
            label={words.wish.gas}
            hint={words.wish.gasHint}
            mode="numeric"
          />
        )}
      </div>
    </details>
  );
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
      throw new Error(words.wish.riskGuardian);
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
