// A grant in the making: where it stands, and what was really granted.
import { useEffect, useRef } from 'preact/hooks';
import { shortHex } from '../../src/core/chain/addresses';
import { dateWords, periodWords } from '../../src/core/chain/time';
import { money } from '../golem/golem-view';
import { type Draft, STEPS, wantedOf } from '../grant/draft';
import { grantWords } from '../grant/grant.words';
import { humanStepOf, humanStepsOf, walkOf } from '../grant/human-steps';
import { differencesOf, readGrant } from '../grant/terms';
import * as store from '../owner/store';
import { gasFormWords } from './gas-form.words';
import { grantProgressWords } from './grant-progress.words';
import { ChooseAccount } from './grant-support';
import { Ways, Why } from './grant-ways';
import { Happening } from './happening';
import { HumanSteps } from './human-steps';
import { Badge, Card, Fact } from './kit';
import { runGrantWords } from './run-grant.words';
import { TwoGrants } from './two-grants';

export function GrantProgress({ draft }: { draft: Draft }) {
  const at = humanStepOf(draft);
  const card = useRef<HTMLDivElement>(null);
  // The eye and the keyboard follow from step to step; why it stopped comes before that.
  useEffect(() => {
    if (draft.stopped) return;
    card.current?.scrollIntoView({ block: 'start' });
    card.current?.focus({ preventScroll: true });
  }, [at]);
  return (
    <div class="walk-place" ref={card} tabIndex={-1}>
      <Card title={headingOf(draft)} class="progress" aside={<code>{draft.ask.golem}</code>}>
        <HumanSteps
          steps={humanStepsOf(walkOf(draft))}
          at={at}
          doing={runGrantWords.steps[draft.step]}
        />
        {isUnasked(draft) ? <ChooseAccount /> : null}
        <ReallyGranted draft={draft} />
        <TwoGrants draft={draft} />
        {store.busy.value === null ? <Why draft={draft} /> : null}
        <Happening />
        {store.busy.value === null ? <Ways draft={draft} /> : null}
      </Card>
    </div>
  );
}

function isUnasked({ step, leaseOnly }: Draft): boolean {
  return !leaseOnly && STEPS.indexOf(step) < STEPS.indexOf('review');
}

function headingOf({ ask }: Draft): string {
  return ask.token === null ? gasFormWords.heading(ask.name) : grantProgressWords.heading(ask.name);
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
