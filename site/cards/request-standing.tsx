// What is known of a request before its words are believed, and the way to refuse it: on its page and in the list.
import { useMemo } from 'preact/hooks';
import type { RunwayRecord } from '../../src/core/protocol/runway-shapes';
import { nameOf } from '../../src/core/protocol/status';
import { money } from '../golem/golem-view';
import { type Flaw, flawOf } from '../grant/request-check';
import { kindOf, type RequestKind } from '../grant/request-kind';
import { renewOwnerSnapshot } from '../owner/owner-snapshot';
import * as store from '../owner/store';
import { working } from '../owner/work';
import { answered } from '../plane/plane';
import { Address } from './address';
import { Badge, Button, Note } from './kit';
import { requestStandingWords } from './request-standing.words';

/** Recovering a signer takes milliseconds, and a request is asked for every few seconds. */
export function useFlaw(request: RunwayRecord): Flaw | null {
  const owner = store.owner.value;
  const late = request.deadline <= store.now.value;
  const text = JSON.stringify(request);
  return useMemo(() => flawOf(request, { owner, now: store.now.peek() }), [text, owner, late]);
}

/** By what its owner holds just now. */
export function kindNow(request: RunwayRecord): RequestKind {
  const estate = store.golems.value.value;
  const golem = estate?.golems.find(({ id }) => id === request.golem);
  const permissions = estate?.permissions ?? [];
  return kindOf(request, { golem, permissions, now: store.now.value });
}

/** What it asks, in a line. */
export function requestHeading(request: RunwayRecord, kind: RequestKind): string {
  const name = nameOf({ id: request.golem, name: request.name });
  if (kind === 'key') return requestStandingWords.key(name);
  const amount = money(request, BigInt(request.amount), 'up');
  return requestStandingWords[kind](name, amount, request.days);
}

export function RequestStanding({ request, flaw }: { request: RunwayRecord; flaw: Flaw | null }) {
  const { knownKey, payees = [] } = request;
  if (flaw) {
    return (
      <Note tone="bad">
        <strong>{requestStandingWords.unproven}</strong>
        <p>{requestStandingWords.flaws[flaw]}</p>
      </Note>
    );
  }
  return (
    <>
      <Badge tone={knownKey ? 'good' : 'low'}>
        {knownKey ? requestStandingWords.known : requestStandingWords.unknown}
      </Badge>
      {payees.length === 0 ? null : (
        <p class="soft">
          {requestStandingWords.payees}{' '}
          {payees.map((payee) => (
            <Address key={payee} chainId={request.chainId} address={payee} />
          ))}
        </p>
      )}
    </>
  );
}

export function RefuseButton({ request: { id } }: { request: RunwayRecord }) {
  const refuse = () =>
    working(requestStandingWords.refusing, async (turn) => {
      answered(await store.plane.ask('refuse', { id }));
      turn.say(requestStandingWords.refused);
      renewOwnerSnapshot();
    });
  return <Button onClick={refuse}>{requestStandingWords.refuse}</Button>;
}
