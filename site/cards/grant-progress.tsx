// A grant in the making: where it stands, what was really granted, and every way on or out.
import type { Hex } from 'viem';
import { dateWords, periodWords } from '../../src/core/chain/time';
import { money } from '../golem/golem-view';
import { type Draft, STEPS, type Step, wantedOf } from '../grant/draft';
import { differencesOf, readGrant } from '../grant/terms';
import * as store from '../owner/store';
import { words } from '../words/words';
import { continueGrant, endAndForget, giveUp } from './grant-walk';
import { ChooseAccount } from './granting';
import { Badge, Button, Card, Fact } from './kit';

export function GrantProgress({ draft }: { draft: Draft }) {
  return (
    <Card title={headingOf(draft)} class="progress" aside={<code>{draft.ask.golem}</code>}>
      <Steps draft={draft} />
      {STEPS.indexOf(draft.step) < STEPS.indexOf('review') ? <ChooseAccount /> : null}
      <ReallyGranted draft={draft} />
      {store.busy.value === null ? <Ways draft={draft} /> : null}
    </Card>
  );
}

function headingOf({ ask }: Draft): string {
  return ask.token === null ? words.gas.heading(ask.name) : words.progress.heading(ask.name);
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
    <ol class="walk">
      {stepsOf(draft).map((step) => {
        const place = STEPS.indexOf(step);
        const state = place < at ? 'past' : place === at ? 'now' : 'next';
        return (
          <li key={step} class={state} aria-current={state === 'now' ? 'step' : undefined}>
            {words.progress.steps[step]}
            {state === 'past' ? <span class="unseen"> ({words.progress.stepDone})</span> : null}
          </li>
        );
      })}
    </ol>
  );
}

/** Read from the bytes the wallet returned, next to what was asked. */
function ReallyGranted({ draft }: { draft: Draft }) {
  if (!draft.context || draft.leaseOnly) return null;
  const read = readGrant(draft.context as Hex, draft.ask.chainId);
  if (!read.ok) return <p class="wrong">{read.reason}</p>;
  const { terms } = read;
  const found = differencesOf(terms, wantedOf(draft));
  return (
    <section class="stack" aria-label={words.progress.granted}>
      <h3>{words.progress.granted}</h3>
      <dl class="facts">
        <Fact label={words.grant.amount}>
          {money({ chainId: draft.ask.chainId, token: terms.token }, terms.cap, 'up')}{' '}
          {words.grant.every(periodWords(BigInt(terms.periodSeconds)))}
        </Fact>
        <Fact label={words.grant.end}>
          {terms.expiresAt === null ? words.grant.never : dateWords(terms.expiresAt)}
        </Fact>
      </dl>
      {found.length === 0 ? (
        <Badge tone="good">{words.progress.same}</Badge>
      ) : (
        <ul class="rows">
          {found.map(({ what, asked, granted, wider }) => (
            <li key={what}>
              <Badge tone={wider ? 'bad' : 'low'}>
                {what}: {words.progress.asked.toLowerCase()} {asked},{' '}
                {words.progress.really.toLowerCase()} {granted} (
                {wider ? words.progress.wider : words.progress.narrower})
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** More than was asked for is not what the page leads to. */
function isWider(draft: Draft): boolean {
  const read = readGrant((draft.context ?? '0x') as Hex, draft.ask.chainId);
  return read.ok && differencesOf(read.terms, wantedOf(draft)).some(({ wider }) => wider);
}

function Ways({ draft }: { draft: Draft }) {
  const waits = draft.step === 'review' && !draft.accepted;
  const unregistered =
    draft.context !== null && STEPS.indexOf(draft.step) <= STEPS.indexOf('register');
  return (
    <div class="row">
      {waits ? (
        <Button
          kind={isWider(draft) ? 'plain' : 'main'}
          onClick={() => continueGrant((one) => ({ ...one, accepted: true }))}
        >
          {words.progress.accept}
        </Button>
      ) : (
        <Button kind="main" onClick={() => continueGrant()}>
          {words.progress.go}
        </Button>
      )}
      {draft.step === 'asked' ? (
        <Button onClick={() => continueGrant((one) => ({ ...one, step: 'ask' }))}>
          {words.progress.again}
        </Button>
      ) : null}
      {draft.step === 'gas' ? (
        <Button onClick={() => continueGrant(withoutGas)}>{words.progress.noGas}</Button>
      ) : null}
      {unregistered ? (
        <Button kind="danger" onClick={() => endAndForget(draft)}>
          {words.progress.end}
        </Button>
      ) : draft.step === 'asked' ? null : (
        <Button onClick={() => giveUp(draft)}>{words.progress.giveUp}</Button>
      )}
    </div>
  );
}

/** The step goes from the list: what was left out is not called done. */
function withoutGas(draft: Draft): Draft {
  return { ...draft, step: 'register', ask: { ...draft.ask, gasPulls: 0 } };
}
