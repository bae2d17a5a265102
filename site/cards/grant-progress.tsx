// A grant in the making: where it stands, and what was really granted.
import type { Hex } from 'viem';
import { shortHex } from '../../src/core/chain/addresses';
import { dateWords, periodWords } from '../../src/core/chain/time';
import { money } from '../golem/golem-view';
import { type Draft, STEPS, type Step, wantedOf } from '../grant/draft';
import { differencesOf, readGrant } from '../grant/terms';
import * as store from '../owner/store';
import { words } from '../words/words';
import { Ways, Why } from './grant-ways';
import { ChooseAccount } from './granting';
import { Badge, Card, Fact } from './kit';

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
  if (!read.ok) return null;
  const { terms } = read;
  const found = differencesOf(terms, wantedOf(draft));
  return (
    <section class="stack" aria-label={words.progress.granted}>
      <h3>{words.progress.granted}</h3>
      <dl class="facts">
        <Fact label={words.grant.account}>
          <code>{shortHex(terms.owner)}</code>
        </Fact>
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
          {found.map(({ what, asked, granted, how }) => (
            <li key={what}>
              <Badge tone={how === 'narrower' ? 'low' : 'bad'}>
                {what}: {words.progress.asked.toLowerCase()} {asked},{' '}
                {words.progress.really.toLowerCase()} {granted} ({words.progress[how]})
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
