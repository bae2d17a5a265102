// What is in force today beside what it would become, line by line: an owner who changes something sees what stays.
import type { Hex } from 'viem';
import { DAY, dateWords } from '../../src/core/chain/time';
import type { Permission } from '../../src/core/protocol/status';
import { endsAt } from '../../src/core/runway/health';
import { money } from '../golem/golem-view';
import { sameAddresses } from '../grant/changes';
import { type Ask, leaseEndOf, periodOf } from '../grant/draft';
import { everyWords, type Limit, limitAsked, limitOf, sumOf } from '../grant/limits';
import type { Present } from '../grant/open-form';
import * as store from '../owner/store';
import { Address } from './address';
import type { FormState } from './form-state';
import { Note } from './kit';
import { termsChangeWords } from './terms-change.words';

/** Addresses are told apart whole: shortened, two of them can look alike. */
type Line = { what: string } & ({ now: string; next: string } | { from: Hex[]; to: Hex[] });

export function TermsChange({ state }: { state: FormState }) {
  const { openForm, reading } = state;
  const { present, lease } = openForm;
  const guardian = state.guardian.value ?? null;
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
          {linesOf(present, ask, { sameGrant: lease !== null, guardian }).map((line) => (
            <Row key={line.what} line={line} chainId={ask.chainId} />
          ))}
        </tbody>
      </table>
      {lease ? null : <Both present={present} next={limitAsked(ask, guardian)} />}
    </section>
  );
}

function Row({ line, chainId }: { line: Line; chainId: number }) {
  const told = 'from' in line;
  const same = told ? sameAddresses(line.from, line.to) : line.now === line.next;
  const next = told ? <Addresses chainId={chainId} all={line.to} /> : line.next;
  return (
    <tr class={same ? 'same' : 'other'}>
      <th scope="row">{line.what}</th>
      <td>{told ? <Addresses chainId={chainId} all={line.from} /> : line.now}</td>
      <td>{same ? termsChangeWords.same : next}</td>
    </tr>
  );
}

function Addresses({ chainId, all }: { chainId: number; all: Hex[] }) {
  return (
    <>
      {all.map((address) => (
        <Address key={address} chainId={chainId} address={address} />
      ))}
    </>
  );
}

type Way = { sameGrant: boolean; guardian: Hex | null };

function linesOf({ permission, rules }: Present, ask: Ask, { sameGrant, guardian }: Way): Line[] {
  const dollars = (amount: bigint) => money(permission, amount, 'up');
  const grantEnd = sameGrant ? permission.expiresAt : store.now.value + ask.days * DAY;
  const end = leaseEndOf(ask, store.now.value, grantEnd);
  const periods = [permission.periodSeconds, periodOf(ask)];
  const key = permission.lease?.sessionKey ?? null;
  const hours = rules ? Math.round(rules.maxAge / 3600) : null;
  return [
    amountLine(permission, limitAsked(ask, guardian)),
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
    ...(key ? [{ what: termsChangeWords.key, from: [key], to: [ask.sessionKey] }] : []),
    ...(rules
      ? [
          {
            what: termsChangeWords.payees,
            from: rules.payees,
            to: ask.payees,
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

/** A week's amount is not told as a day's. */
function amountLine(permission: Permission, next: Limit): Line {
  const now = limitOf(permission);
  const words = ({ amount, seconds }: Limit) =>
    `${money(permission, amount, 'up')} ${everyWords(seconds)}`;
  if (now.seconds !== DAY || next.seconds !== DAY) {
    return { what: termsChangeWords.most, now: words(now), next: words(next) };
  }
  const [today, after] = [now, next].map(({ amount }) => money(permission, amount, 'up'));
  return { what: termsChangeWords.amount, now: today ?? '', next: after ?? '' };
}

/** A newer grant does not end an older one. */
function Both({ present: { permission }, next }: { present: Present; next: Limit }) {
  const sum = sumOf(limitOf(permission), next);
  return (
    <Note tone="low">
      {sum
        ? termsChangeWords.both(`${money(permission, sum.amount, 'up')} ${everyWords(sum.seconds)}`)
        : termsChangeWords.bothApart}
    </Note>
  );
}
