// The fields of a runway: who, how much, and the rules few owners change.
import { nativeName } from '../../src/core/chain/money';
import { dateWords } from '../../src/core/chain/time';
import { isLive } from '../../src/core/runway/health';
import type { FieldName } from '../grant/form';
import { idFrom, type Period } from '../grant/form-fields';
import { grantWords } from '../grant/grant.words';
import * as store from '../owner/store';
import { Choice, Field, Tick } from './fields';
import type { FormState } from './form-state';
import { grantFieldsWords } from './grant-fields.words';
import { canPin } from './grant-support';
import { Note } from './kit';
import { LookAlikes } from './look-alike';

type PartProps = { state: FormState };

function field(state: FormState, name: Exclude<FieldName, 'override' | 'period'>) {
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
      {state.guardian.value === null ? (
        canPin() ? (
          <OnePayee state={state} />
        ) : null
      ) : (
        <Payees state={state} />
      )}
    </>
  );
}

/** Held by MetaMask's own rule, where there is no lease to name them. */
function OnePayee({ state }: PartProps) {
  return (
    <Field
      {...field(state, 'payees')}
      label={grantFieldsWords.onePayee}
      hint={grantFieldsWords.onePayeeHint}
    />
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
      {state.openForm.lease ? <LeaseTerms state={state} /> : <GrantTerms state={state} />}
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

function GrantTerms({ state }: PartProps) {
  const { fields, guardian } = state;
  const { period, daily } = fields.value;
  const setPeriod = (next: Period) => {
    fields.value = { ...fields.value, period: next };
  };
  return (
    <>
      <div class="pair">
        <Field
          {...field(state, 'amount')}
          label={grantFieldsWords.amounts[period]}
          mode="decimal"
        />
        <Choice
          id="form-period"
          label={grantFieldsWords.period}
          value={period}
          options={PERIOD_OPTIONS}
          onChange={setPeriod}
        />
      </div>
      <div class="pair">
        <Field {...field(state, 'days')} label={grantFieldsWords.days} mode="numeric" />
        {guardian.value === null ? null : (
          <Field
            {...field(state, 'leaseDays')}
            label={grantFieldsWords.leaseDays}
            hint={grantFieldsWords.leaseDaysHint}
            mode="numeric"
          />
        )}
      </div>
      {period === 'day' || guardian.value === null ? null : (
        <Field
          {...field(state, 'daily')}
          label={grantFieldsWords.daily}
          hint={grantFieldsWords.dailyHint}
          mode="decimal"
        />
      )}
      {period === 'day' ? null : (
        <Note>
          {guardian.value === null
            ? grantFieldsWords.periodAlone[period]
            : grantFieldsWords.periodBoth(period, daily.trim())}
        </Note>
      )}
    </>
  );
}

const PERIOD_OPTIONS = [
  ['day', grantFieldsWords.periods.day],
  ['week', grantFieldsWords.periods.week],
  ['month', grantFieldsWords.periods.month],
] as const;

/** The grant stays: what the lease lets through in any 24 hours, and until when, can be more or less than before. */
function LeaseTerms({ state }: PartProps) {
  const end = state.openForm.present?.permission.expiresAt ?? null;
  return (
    <div class="pair">
      <Field {...field(state, 'amount')} label={grantFieldsWords.amount} mode="decimal" />
      <Field
        {...field(state, 'leaseDays')}
        label={grantFieldsWords.leaseDays}
        hint={
          end === null
            ? grantFieldsWords.leaseDaysHint
            : grantFieldsWords.leaseUntil(dateWords(end))
        }
        mode="numeric"
      />
    </div>
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
  const coin = nativeName(state.openForm.chainId);
  const { golem } = state.openForm.fields;
  const refills = (store.golems.value.value?.permissions ?? []).some(
    (one) => one.golem === golem && one.token === null && isLive(one, store.now.value),
  );
  return (
    <div class="pair">
      <Field
        {...field(state, 'gasPulls')}
        label={grantFieldsWords.gas}
        hint={grantFieldsWords.gasHint(coin)}
        mode="numeric"
      />
      {refills || state.openForm.lease ? null : (
        <Field
          {...field(state, 'gasDaily')}
          label={grantFieldsWords.gasDaily(coin)}
          hint={grantFieldsWords.gasDailyHint}
          mode="decimal"
        />
      )}
    </div>
  );
}
