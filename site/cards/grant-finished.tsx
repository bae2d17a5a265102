// A grant that was carried through: said where the eye is, with the ways on.
import { useEffect, useRef } from 'preact/hooks';
import { periodWords } from '../../src/core/chain/time';
import { money } from '../golem/golem-view';
import { type Draft, leaseCapOf } from '../grant/draft';
import { grantWords } from '../grant/grant.words';
import { humanStepsOf, walkOf } from '../grant/human-steps';
import { readGrant } from '../grant/terms';
import * as store from '../owner/store';
import { linkTo } from '../routes/links';
import { pageWords } from '../words/page.words';
import { Address } from './address';
import { grantFinishedWords } from './grant-finished.words';
import { Happening } from './happening';
import { FedHeal } from './heal';
import { HumanSteps } from './human-steps';
import { Fact } from './kit';
import { OldKeyEnds } from './old-key';

export function GrantFinished({ draft }: { draft: Draft }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.scrollIntoView({ block: 'nearest' });
    heading.current?.focus({ preventScroll: true });
  }, []);
  const { ask } = draft;
  const isKnown = store.golems.value.value?.golems.some(({ id }) => id === ask.golem) ?? false;
  return (
    <section class="card done" aria-labelledby="grant-done">
      <HumanSteps steps={humanStepsOf(walkOf(draft))} at={null} />
      <h2 id="grant-done" tabIndex={-1} ref={heading}>
        {doneWords(draft)}
      </h2>
      <dl class="facts">
        <Fact label={grantFinishedWords.amount}>{amountWords(draft)}</Fact>
        <Fact label={grantFinishedWords.key}>
          <Address chainId={ask.chainId} address={ask.sessionKey} />
        </Fact>
      </dl>
      <OldKeyEnds draft={draft} />
      <p>{grantFinishedWords.next}</p>
      <FedHeal />
      <Happening />
      <div class="row">
        <a class="button main" href={isKnown ? linkTo('golem', ask.golem) : '/'}>
          {grantFinishedWords.open(ask.name)}
        </a>
        <a class="button" href="/">
          {pageWords.back}
        </a>
      </div>
    </section>
  );
}

/** As it was really granted, which may be less than was asked; a lease counts days. */
function amountWords({ ask, context, guardian }: Draft): string {
  const read = readGrant(context ?? '0x', ask.chainId);
  const asked = leaseCapOf(ask);
  const cap = read.ok && (guardian === null || read.terms.cap < asked) ? read.terms.cap : asked;
  const amount = money({ chainId: ask.chainId, token: ask.token }, cap, 'up');
  return guardian === null && read.ok
    ? `${amount} ${grantWords.every(periodWords(BigInt(read.terms.periodSeconds)))}`
    : grantFinishedWords.perDay(amount);
}

function doneWords({ ask, leaseOnly }: Draft): string {
  if (ask.token === null) return grantFinishedWords.gas(ask.name);
  if (leaseOnly && ask.request !== null) return grantFinishedWords.newKey(ask.name);
  if (leaseOnly) return grantFinishedWords.lease(ask.name);
  return ask.replaces === null
    ? grantFinishedWords.runway(ask.name)
    : grantFinishedWords.replaced(ask.name);
}
