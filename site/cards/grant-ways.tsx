// Why a grant in the making stopped where it is, and every way on or out.
import { useEffect, useRef } from 'preact/hooks';
import { DAY, periodWords } from '../../src/core/chain/time';
import { money } from '../golem/golem-view';
import { afterGas, type Draft, STEPS, wantedOf } from '../grant/draft';
import { grantWords } from '../grant/grant.words';
import { giverOf, problemOf } from '../grant/review';
import { differencesOf, readGrant } from '../grant/terms';
import * as store from '../owner/store';
import { grantWaysWords } from './grant-ways.words';
import { Button, Note } from './kit';
import { continueGrant, endAndForget, giveUp } from './run-grant';

/**
 * A reload forgets what was only said: the reason stands beside the step, and comes into sight below the terms, which
 * may fill the window.
 */
export function Why({ draft }: { draft: Draft }) {
  const place = useRef<HTMLDivElement>(null);
  const reasons = new Set([problemOf(draft) ?? draft.stopped, unanswered(draft)]);
  const said = [...reasons].filter((reason) => reason !== undefined && reason !== null);
  const all = said.join();
  useEffect(() => {
    if (all === '') return;
    place.current?.scrollIntoView({ block: 'nearest' });
    place.current?.focus({ preventScroll: true });
  }, [all]);
  return said.length === 0 ? null : (
    <div class="why-stopped" ref={place} tabIndex={-1}>
      <Note tone="bad" role="alert">
        {said.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
      </Note>
    </div>
  );
}

/** What there is to look at before the wallet is asked a second time. */
function unanswered({ step }: Draft): string | null {
  if (step !== 'asked') return null;
  const grantSupport = store.grantSupport.value;
  const listsNothing =
    grantSupport !== null && grantSupport !== 'unasked' && grantSupport.form === 'older';
  return listsNothing ? grantWords.cannotLook : grantWaysWords.look;
}

export function Ways({ draft }: { draft: Draft }) {
  const unregistered =
    !draft.leaseOnly &&
    draft.context !== null &&
    STEPS.indexOf(draft.step) <= STEPS.indexOf('register');
  const giver = unregistered ? giverOf(draft) : null;
  return (
    <div class="row">
      <WayOn draft={draft} />
      {draft.step === 'asked' ? (
        <Button onClick={() => continueGrant((one) => ({ ...one, step: 'ask' }))}>
          {grantWaysWords.again}
        </Button>
      ) : null}
      {draft.step === 'gas' ? (
        <Button onClick={() => continueGrant(withoutGas)}>{grantWaysWords.noGas}</Button>
      ) : null}
      {giver === 'owner' ? (
        <Button kind="danger" onClick={() => endAndForget(draft)}>
          {grantWaysWords.end}
        </Button>
      ) : draft.step === 'asked' ? null : (
        <Button onClick={() => giveUp(draft)}>{grantWaysWords.giveUp}</Button>
      )}
    </div>
  );
}

function WayOn({ draft }: { draft: Draft }) {
  if (problemOf(draft)) {
    // One's own useless grant is ended first: budgets add up.
    return giverOf(draft) === 'other' ? (
      <Button kind="main" onClick={() => continueGrant(unasked)}>
        {grantWaysWords.askRight}
      </Button>
    ) : null;
  }
  if (draft.step !== 'review' || draft.accepted) {
    return (
      <Button kind="main" onClick={() => continueGrant()}>
        {grantWaysWords.go}
      </Button>
    );
  }
  return (
    <Button
      kind={isWider(draft) ? 'plain' : 'main'}
      onClick={() => continueGrant((one) => ({ ...one, accepted: true }))}
    >
      {acceptLabel(draft)}
    </Button>
  );
}

/** It names what is accepted: "Accept 50 USDC a day". */
function acceptLabel({ context, ask }: Draft): string {
  const read = readGrant(context ?? '0x', ask.chainId);
  if (!read.ok) return grantWaysWords.acceptUnread;
  const { token, cap, periodSeconds } = read.terms;
  const period =
    periodSeconds === DAY ? 'a day' : grantWords.every(periodWords(BigInt(periodSeconds)));
  return grantWaysWords.accept(money({ chainId: ask.chainId, token }, cap, 'up'), period);
}

/** More than was asked for is not what the page leads to. */
function isWider(draft: Draft): boolean {
  const read = readGrant(draft.context ?? '0x', draft.ask.chainId);
  return read.ok && differencesOf(read.terms, wantedOf(draft)).some(({ how }) => how === 'wider');
}

function unasked(draft: Draft): Draft {
  return { ...draft, step: 'ask', context: null, accepted: false };
}

/** The step goes from the list: what was left out is not called done. */
function withoutGas(draft: Draft): Draft {
  return { ...draft, step: afterGas(draft), ask: { ...draft.ask, gasPulls: 0 } };
}
