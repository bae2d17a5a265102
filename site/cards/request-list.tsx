// What Golems ask for themselves. A request gives nothing away: the owner answers or refuses.
import { useMemo } from 'preact/hooks';
import { shortHex } from '../../src/core/chain/addresses';
import { dateWords } from '../../src/core/chain/time';
import type { RunwayRecord } from '../../src/core/protocol/runway-shapes';
import { nameOf } from '../../src/core/protocol/status';
import { money } from '../golem/golem-view';
import { openRequest } from '../grant/open-form';
import { type Flaw, flawOf } from '../grant/request-check';
import { renewOwnerSnapshot } from '../owner/owner-snapshot';
import * as store from '../owner/store';
import { working } from '../owner/work';
import { answered } from '../plane/plane';
import { Badge, Button, Card, Note } from './kit';
import { LookAlikes } from './look-alike';
import { requestListWords } from './request-list.words';

export function RequestList() {
  const open = store.requests.value.value?.requests ?? [];
  if (open.length === 0) return null;
  return (
    <Card title={requestListWords.heading}>
      <ul class="rows">
        {open.map((request) => (
          <li key={request.id}>
            <Request request={request} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Request({ request }: { request: RunwayRecord }) {
  const { reason, deadline } = request;
  const name = nameOf({ id: request.golem, name: request.name });
  const flaw = useFlaw(request);
  return (
    <article class="stack">
      <h3>
        {requestListWords.line(name, money(request, BigInt(request.amount), 'up'), request.days)}
      </h3>
      <p class="soft">
        {requestListWords.who} <code>{request.golem}</code> · {requestListWords.key}{' '}
        <code title={request.sessionKey}>{shortHex(request.sessionKey)}</code>
      </p>
      <LookAlikes
        golem={{ id: request.golem, name: request.name }}
        signer={request.sessionKey}
        requested
      />
      <Standing request={request} flaw={flaw} />
      {reason ? (
        <p class="soft">
          {requestListWords.reason} <q>{reason}</q>
        </p>
      ) : null}
      <p class="soft">{requestListWords.until(dateWords(deadline))}</p>
      <div class="row">
        {flaw ? null : (
          <Button kind="main" onClick={() => answer(request)}>
            {requestListWords.answer}
          </Button>
        )}
        <Button onClick={() => refuse(request)}>{requestListWords.refuse}</Button>
      </div>
    </article>
  );
}

/** Recovering a signer takes milliseconds, and the list is asked for every few seconds. */
function useFlaw(request: RunwayRecord): Flaw | null {
  const owner = store.owner.value;
  const late = request.deadline <= store.now.value;
  const text = JSON.stringify(request);
  return useMemo(() => flawOf(request, { owner, now: store.now.peek() }), [text, owner, late]);
}

function Standing({ request, flaw }: { request: RunwayRecord; flaw: Flaw | null }) {
  const { knownKey, payees = [] } = request;
  if (flaw) {
    return (
      <Note tone="bad">
        <strong>{requestListWords.unproven}</strong>
        <p>{requestListWords.flaws[flaw]}</p>
      </Note>
    );
  }
  return (
    <>
      <Badge tone={knownKey ? 'good' : 'low'}>
        {knownKey ? requestListWords.known : requestListWords.unknown}
      </Badge>
      {payees.length === 0 ? null : (
        <p class="soft">
          {requestListWords.payees}{' '}
          {payees.map((payee) => (
            <code key={payee} title={payee}>
              {`${shortHex(payee)} `}
            </code>
          ))}
        </p>
      )}
    </>
  );
}

function answer(request: RunwayRecord): void {
  const known = store.golems.value.value?.golems.find(({ id }) => id === request.golem);
  openRequest(request, known);
}

async function refuse({ id }: RunwayRecord): Promise<void> {
  await working(requestListWords.refusing, async () => {
    answered(await store.plane.ask('refuse', { id }));
    renewOwnerSnapshot();
  });
}
