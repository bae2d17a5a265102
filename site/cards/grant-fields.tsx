// The fields of a runway: who, how much, and the rules few owners change.
import { isLive } from '../../src/core/runway/health';
import { idFrom } from '../grant/form';
import type { WishField } from '../grant/wish';
import * as store from '../owner/store';
import { words } from '../words/words';
import { Field, Tick } from './fields';
import type { FormState } from './form-state';
import { Note } from './kit';
import { LookAlikes } from './look-alike';

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

export function Who({ state }: PartProps) {
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
      {opening.guardian === undefined ? (
        <LookAlikes
          golem={{ id: wish.value.golem, name: wish.value.name }}
          asked={opening.request !== null}
        />
      ) : null}
      <Field
        {...field(state, 'sessionKey')}
        label={words.wish.sessionKey}
        hint={words.wish.sessionKeyHint}
        disabled={opening.request !== null}
      />
      {state.guardian.value === null ? null : <Payees state={state} />}
    </>
  );
}

/** What the Golem named is called so, until the owner changes it. */
function Payees({ state }: PartProps) {
  const { request, wish } = state.opening;
  const named = request !== null && wish.payees !== '' && state.wish.value.payees === wish.payees;
  return (
    <Field
      {...field(state, 'payees')}
      label={named ? words.wish.payeesNamed : words.wish.payees}
      hint={named ? words.wish.payeesNamedHint : words.wish.payeesHint}
      lines={Math.max(2, wish.payees.split('\n').length)}
    />
  );
}

export function HowMuch({ state }: PartProps) {
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

export function MoreRules({ state }: PartProps) {
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
        {state.opening.lease ? null : <Gas state={state} />}
      </div>
    </details>
  );
}

/** A Golem that refills its gas already goes on doing so: what that is, is changed on its own card. */
function Gas({ state }: PartProps) {
  const { golem } = state.opening.wish;
  const refills = (store.golems.value.value?.permissions ?? []).some(
    (one) => one.golem === golem && one.token === null && isLive(one, store.now.value),
  );
  return (
    <div class="pair">
      <Field
        {...field(state, 'gasPulls')}
        label={words.wish.gas}
        hint={words.wish.gasHint}
        mode="numeric"
      />
      {refills ? null : (
        <Field
          {...field(state, 'gasDaily')}
          label={words.wish.gasDaily}
          hint={words.wish.gasDailyHint}
          mode="decimal"
        />
      )}
    </div>
  );
}
