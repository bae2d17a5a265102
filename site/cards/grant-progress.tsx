// A grant in the making: where it stands, and what was really granted.
import { shortHex } from '../../src/core/chain/addresses';
import { dateWords, periodWords } from '../../src/core/chain/time';
import { money } from '../golem/golem-view';
import { type Draft, STEPS, type Step, wantedOf } from '../grant/draft';
import { grantWords } from '../grant/grant.words';
import { differencesOf, readGrant } from '../grant/terms';
import * as store from '../owner/store';
import { gasFormWords } from './gas-form.words';
import { grantProgressWords } from './grant-progress.words';
import { ChooseAccount } from './grant-support';
import { Ways, Why } from './grant-ways';
import { Badge, Card, Fact } from './kit';
import { runGrantWords } from './run-grant.words';

export function GrantProgress({ draft }: { draft: Draft }) {
  return (
    <Card title={headingOf(draft)} class="progress" aside={<code>{draft.ask.golem}</code>}>
      <Steps draft={draft} />
      {STEPS.indexOf(draft.step) < STEPS.indexOf('review') ? <ChooseAccount /> : null}
      <ReallyGranted draft={draft} />
      {store.busy.value === null ? <Why draft={draft} /> : null}
      {store.busy.value === null ? <Ways draft={draft} /> : null}
    </Card>
  );
}

function headingOf({ ask }: Draft): string {
  return ask.token === null ? gasFormWords.heading(ask.name) : grantProgressWords.heading(ask.name);
}

/** The steps this grant really has. */
function stepsOf({ ask, guardian, leaseOnly }: Draft): Step[] {
  if (leaseOnly) return ['lease', 'tell'];
  return STEPS.filter((step) => {
    if (step === 'golem') return ask.token !== null;
    if (step === 'asked' || step === 'done') return false;
    if (step === 'intent') return ask.request !== null && ask.exactly;
    if (step === 'gas') return ask.gasPulls > 0;
    if (step === 'lease' || step === 'tell') return guardian !== null;
    return step !== 'replace' || ask.replaces !== null;
  });
}

function Steps({ draft }: { draft: Draft }) {
  const at = STEPS.indexOf(draft.step === 'asked' ? 'ask' : draft.step);
  return (
    <ol class="step-list">
      {stepsOf(draft).map((step) => {
        const index = STEPS.indexOf(step);
        const state = index < at ? 'past' : index === at ? 'now' : 'next';
        return (
          <li key={step} class={state} aria-current={state === 'now' ? 'step' : undefined}>
            {runGrantWords.steps[step]}
            {state === 'past' ? <span class="unseen"> ({grantProgressWords.stepDone})</span> : null}
          </li>
        );
      })}
    </ol>
  );
}

/** Read from the bytes the wallet returned, next to what was asked. */
function ReallyGranted({ draft }: { draft: Draft }) {
  if (!draft.context || draft.leaseOnly) return null;
  const read = readGrant(draft.context, draft.ask.chainId);
  if (!read.ok) return null;
  const { terms } = read;
  const found = differencesOf(terms, wantedOf(draft));
  return (
    <section class="stack" aria-label={grantProgressWords.granted}>
      <h3>{grantProgressWords.granted}</h3>
      <dl class="facts">
        <Fact label={grantWords.account}>
          <code>{shortHex(terms.owner)}</code>
        </Fact>
        <Fact label={grantWords.amount}>
          {money({ chainId: draft.ask.chainId, token: terms.token }, terms.cap, 'up')}{' '}
          {grantWords.every(periodWords(BigInt(terms.periodSeconds)))}
        </Fact>
        <Fact label={grantWords.end}>
          {terms.expiresAt === null ? grantWords.never : dateWords(terms.expiresAt)}
        </Fact>
      </dl>
      {found.length === 0 ? (
        <Badge tone="good">{grantProgressWords.same}</Badge>
      ) : (
        <ul class="rows">
          {found.map(({ what, requested, granted, how }) => (
            <li key={what}>
              <Badge tone={how === 'narrower' ? 'low' : 'bad'}>
                {what}: {grantProgressWords.requested.toLowerCase()} {requested},{' '}
                {grantProgressWords.really.toLowerCase()} {granted} ({grantProgressWords[how]})
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
