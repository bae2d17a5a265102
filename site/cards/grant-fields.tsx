// The fields of a runway: who, how much, and the rules few owners change.
import { isLive } from '../../src/core/runway/health';
import type { FieldName } from '../grant/form';
import { idFrom } from '../grant/form-fields';
import { grantWords } from '../grant/grant.words';
import * as store from '../owner/store';
import { Field, Tick } from './fields';
import type { FormState } from './form-state';
import { grantFieldsWords } from './grant-fields.words';
import { Note } from './kit';
import { LookAlikes } from './look-alike';

type PartProps = { state: FormState };

function field(state: FormState, name: Exclude<FieldName, 'override'>) {
  const { fields, reading, problemsShown } = state;
  const problem = reading.value.ok ? undefined : reading.value.problems[name];
  const typed = fields.value[name] !== '';
  return {
    id: `form-${name}`,
    value: fields.value[name],
    onInput: (value: string) => {
      fields.value = { ...fields.value, [name]: value };
    },
    problem: problemsShown.value || typed ? problem : undefined,
  };
}

export function Who({ state }: PartProps) {
  const { fields, openForm } = state;
  const known = openForm.guardian !== undefined || openForm.request !== null;
  const name = field(state, 'name');
  return (
    <>
      <div class="pair">
        <Field
          {...name}
          label={grantFieldsWords.name}
          disabled={known}
          onInput={(value) => {
            fields.value = { ...fields.value, name: value, golem: idFrom(value) };
          }}
        />
        <Field
          {...field(state, 'golem')}
          label={grantFieldsWords.id}
          hint={grantFieldsWords.idHint}
          disabled={known}
        />
      </div>
      {openForm.guardian === undefined ? (
        <LookAlikes
          golem={{ id: fields.value.golem, name: fields.value.name }}
          requested={openForm.request !== null}
        />
      ) : null}
      <Field
        {...field(state, 'sessionKey')}
        label={grantFieldsWords.sessionKey}
        hint={grantFieldsWords.sessionKeyHint}
        disabled={openForm.request !== null}
      />
      {state.guardian.value === null ? null : <Payees state={state} />}
    </>
  );
}

/** What the Golem named is called so, until the owner changes it. */
function Payees({ state }: PartProps) {
  const { request, fields } = state.openForm;
  const named =
    request !== null && fields.payees !== '' && state.fields.value.payees === fields.payees;
  return (
    <Field
      {...field(state, 'payees')}
      label={named ? grantFieldsWords.payeesNamed : grantFieldsWords.payees}
      hint={named ? grantFieldsWords.payeesNamedHint : grantFieldsWords.payeesHint}
      lines={Math.max(2, fields.payees.split('\n').length)}
    />
  );
}

export function HowMuch({ state }: PartProps) {
  const { fields, reading } = state;
  const { overrides } = reading.value;
  const problem = reading.value.ok ? undefined : reading.value.problems.override;
  const set = (override: boolean) => {
    fields.value = { ...fields.value, override };
  };
  return (
    <>
      <div class="pair">
        <Field {...field(state, 'amount')} label={grantFieldsWords.amount} mode="decimal" />
        <Field
          {...field(state, 'days')}
          label={grantFieldsWords.days}
          mode="numeric"
          disabled={state.openForm.lease !== null}
        />
      </div>
      {overrides.length > 0 ? (
        <Note tone="low">
          <p>{problem ?? grantWords.form.override}</p>
          <Tick
            id="form-override"
            checked={fields.value.override}
            onChange={set}
            label={overrides
              .map((one) =>
                one === 'amount' ? grantFieldsWords.overrideAmount : grantFieldsWords.overrideDays,
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
      <summary>{grantFieldsWords.more}</summary>
      <div class="stack">
        {direct ? null : (
          <div class="pair">
            <Field
              {...field(state, 'replicants')}
              label={grantFieldsWords.replicants}
              mode="decimal"
            />
            <Field {...field(state, 'silence')} label={grantFieldsWords.silence} mode="numeric" />
          </div>
        )}
        {state.openForm.lease && !state.openForm.isNewKey ? null : <Gas state={state} />}
      </div>
    </details>
  );
}

/** A Golem that refills its gas already goes on doing so: what that is, is changed on its own card. */
function Gas({ state }: PartProps) {
  const { golem } = state.openForm.fields;
  const refills = (store.golems.value.value?.permissions ?? []).some(
    (one) => one.golem === golem && one.token === null && isLive(one, store.now.value),
  );
  return (
    <div class="pair">
      <Field
        {...field(state, 'gasPulls')}
        label={grantFieldsWords.gas}
        hint={grantFieldsWords.gasHint}
        mode="numeric"
      />
      {refills || state.openForm.lease ? null : (
        <Field
          {...field(state, 'gasDaily')}
          label={grantFieldsWords.gasDaily}
          hint={grantFieldsWords.gasDailyHint}
          mode="decimal"
        />
      )}
    </div>
  );
}
