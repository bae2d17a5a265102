// A grant in the making: where it stands, what was really granted, and every way on or out.
import type { Hex } from 'viem';
import { sameAddress } from '../../src/core/chain/addresses';
import { dateWords, periodWords } from '../../src/core/chain/time';
import { decodeContext } from '../../src/core/delegations/delegation';
import { renewEstate } from '../estate';
import { money } from '../golem-view';
import { draft as current } from '../grant/desk';
import { type Draft, dropDraft, STEPS, type Step, saveDraft, wantedOf } from '../grant/draft';
import { endGrant } from '../grant/replace';
import { differencesOf, readGrant } from '../grant/terms';
import { walk } from '../grant/walk';
import { refreshSnap, working } from '../owner';
import * as store from '../store';
import { Trouble } from '../wallet/errors';
import { words } from '../words';
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
          onClick={() => resume({ ...draft, accepted: true })}
        >
          {words.progress.accept}
        </Button>
      ) : (
        <Button kind="main" onClick={continueGrant}>
          {words.progress.go}
        </Button>
      )}
      {draft.step === 'asked' ? (
        <Button onClick={() => resume({ ...draft, step: 'ask' })}>{words.progress.again}</Button>
      ) : null}
      {draft.step === 'gas' ? (
        <Button onClick={() => resume(withoutGas(draft))}>{words.progress.noGas}</Button>
      ) : null}
      {unregistered ? (
        <Button kind="danger" onClick={() => endAndForget(draft)}>
          {words.progress.end}
        </Button>
      ) : draft.step === 'asked' ? null : (
        <Button onClick={() => forget(draft)}>{words.progress.giveUp}</Button>
      )}
    </div>
  );
}

/** The step goes from the list: what was left out is not called done. */
function withoutGas(draft: Draft): Draft {
  return { ...draft, step: 'register', ask: { ...draft.ask, gasPulls: 0 } };
}

/** Kept under its own owner, and shown only while that owner is signed in. */
function keep(next: Draft): void {
  saveDraft(localStorage, next);
  if (sameAddress(next.owner, store.owner.value))
    current.value = next.step === 'done' ? null : next;
}

function forget({ owner }: Draft): void {
  dropDraft(localStorage, owner as Hex);
  current.value = null;
}

function resume(next: Draft): Promise<void> {
  keep(next);
  return continueGrant();
}

/** Walks on from where it stands; one tab at a time. */
export async function continueGrant(): Promise<void> {
  const draft = current.value;
  const [wallet, settings] = [store.wallet.value, store.settings.value];
  if (!draft || !wallet || !settings) return;
  const { provider } = wallet;
  const save = (next: Draft) => {
    keep(next);
    // Another account is another person: the next step would be theirs.
    if (!sameAddress(next.owner, store.owner.value)) throw new Trouble(words.connect.switched);
    store.busy.value = words.progress.working(words.progress.steps[next.step]);
  };
  const house = { provider, plane: store.plane, settings, now: () => store.now.value, save };
  const done = await working(words.progress.working(words.progress.steps[draft.step]), () =>
    navigator.locks.request('bardo.grant', { ifAvailable: true }, async (lock) => {
      if (!lock) throw new Trouble(words.progress.elsewhere);
      const at = await walk(draft, house);
      if (at.step === 'done') store.said.value = doneWords(at);
    }),
  );
  renewEstate();
  // What stopped it may have been a Snap that is gone: the page offers the way back at once.
  if (!done) await refreshSnap();
}

function doneWords({ ask }: Draft): string {
  return ask.token === null ? words.gas.done(ask.name) : words.progress.done(ask.name);
}

async function endAndForget(draft: Draft): Promise<void> {
  const [wallet, settings] = [store.wallet.value, store.settings.value];
  await working(words.progress.ending, async () => {
    const root = decodeContext((draft.context ?? '0x') as Hex).at(-1);
    if (!wallet || !settings || !root) return;
    const about = { owner: draft.owner as Hex, golem: draft.ask.golem, chainId: draft.ask.chainId };
    await endGrant(root, about, { provider: wallet.provider, settings });
    forget(draft);
    store.said.value = words.progress.ended;
  });
}
