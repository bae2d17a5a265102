// What is in force today beside what it would become, line by line: an owner who changes something sees what stays.
import { shortHex } from '../../src/core/chain/addresses';
import { DAY, dateWords, periodWords } from '../../src/core/chain/time';
import { capOf, endsAt } from '../../src/core/runway/health';
import { money } from '../golem/golem-view';
import { type Ask, leaseCapOf, leaseEndOf, periodOf } from '../grant/draft';
import { grantWords } from '../grant/grant.words';
import type { Present } from '../grant/open-form';
import * as store from '../owner/store';
import type { FormState } from './form-state';
import { Note } from './kit';
import { termsChangeWords } from './terms-change.words';

type Line = { what: string; now: string; next: string };

export function TermsChange({ state }: { state: FormState }) {
  const { openForm, reading } = state;
  const { present, lease } = openForm;
  if (!present || !reading.value.ok) return null;
  const { ask } = reading.value;
  return (
    <section class="stack" aria-label={termsChangeWords.heading}>
      <h3>{termsChangeWords.heading}</h3>
      <table class="change">
        <thead>
          <tr>
            <td />
            <th scope="col">{termsChangeWords.now}</th>
            <th scope="col">{termsChangeWords.next}</th>
          </tr>
        </thead>
        <tbody>
          {linesOf(present, ask, lease !== null).map(({ what, now, next }) => (
            <tr key={what} class={now === next ? 'same' : 'other'}>
              <th scope="row">{what}</th>
              <td>{now}</td>
              <td>{now === next ? termsChangeWords.same : next}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {lease ? null : <Both present={present} ask={ask} />}
    </section>
  );
}

function linesOf({ permission, rules }: Present, ask: Ask, sameGrant: boolean): Line[] {
  const dollars = (amount: bigint) => money(permission, amount, 'up');
  const grantEnd = sameGrant ? permission.expiresAt : store.now.value + ask.days * DAY;
  const end = leaseEndOf(ask, store.now.value, grantEnd);
  const periods = [permission.periodSeconds, periodOf(ask)];
  const key = permission.lease?.sessionKey ?? null;
  const hours = rules ? Math.round(rules.maxAge / 3600) : null;
  return [
    {
      what: termsChangeWords.amount,
      now: dollars(capOf(permission)),
      next: dollars(leaseCapOf(ask)),
    },
    ...(sameGrant || periods.every((one) => one === DAY)
      ? []
      : [
          {
            what: termsChangeWords.grant,
            now: `${dollars(BigInt(permission.cap))} ${everyWords(permission.periodSeconds)}`,
            next: `${dollars(BigInt(ask.cap))} ${everyWords(periodOf(ask))}`,
          },
        ]),
    {
      what: termsChangeWords.end,
      now: dateWords(endsAt(permission)),
      next: dateWords(end),
    },
    ...(key
      ? [{ what: termsChangeWords.key, now: shortHex(key), next: shortHex(ask.sessionKey) }]
      : []),
    ...(rules
      ? [
          {
            what: termsChangeWords.payees,
            now: listed(rules.payees),
            next: listed(ask.payees),
          },
          {
            what: termsChangeWords.replicants,
            now: dollars(rules.replicantCap),
            next: dollars(BigInt(ask.replicantCap)),
          },
          {
            what: termsChangeWords.silence,
            now: termsChangeWords.hours(hours ?? 0),
            next: termsChangeWords.hours(Math.round(ask.maxAgeSeconds / 3600)),
          },
        ]
      : []),
  ];
}

function everyWords(seconds: number): string {
  return grantWords.every(periodWords(BigInt(seconds)));
}

function listed(payees: readonly string[]): string {
  return payees.map((payee) => shortHex(payee.toLowerCase())).join(', ');
}

/** A newer grant does not end an older one. */
function Both({ present: { permission }, ask }: { present: Present; ask: Ask }) {
  const sum = capOf(permission) + leaseCapOf(ask);
  return <Note tone="low">{termsChangeWords.both(money(permission, sum, 'up'))}</Note>;
}
