// What Golems ask for themselves. A request gives nothing away: each has a page, where the owner answers or refuses.
import { dateWords } from '../../src/core/chain/time';
import type { RunwayRecord } from '../../src/core/protocol/runway-shapes';
import { requestsInOrder } from '../grant/request-order';
import * as store from '../owner/store';
import { pathOf } from '../routes/routes';
import { Address } from './address';
import { Card } from './kit';
import { LookAlikes } from './look-alike';
import { requestListWords } from './request-list.words';
import {
  kindNow,
  RefuseButton,
  RequestStanding,
  requestHeading,
  useFlaw,
} from './request-standing';
import { requestStandingWords } from './request-standing.words';

export function RequestList() {
  const mine = store.golems.value.value?.golems.map(({ id }) => id) ?? [];
  const open = requestsInOrder(store.requests.value.value?.requests ?? [], mine);
  if (open.length === 0) return null;
  const more = open.slice(SHOWN);
  return (
    <Card title={requestListWords.heading}>
      <Rows requests={open.slice(0, SHOWN)} />
      {more.length > 0 ? (
        <details class="more">
          <summary>{requestListWords.more(more.length)}</summary>
          <Rows requests={more} />
        </details>
      ) : null}
    </Card>
  );
}

/** Anybody can ask, as often as they like: what the owner's Golems need stands below, and must stay in sight. */
const SHOWN = 3;

function Rows({ requests }: { requests: readonly RunwayRecord[] }) {
  return (
    <ul class="rows">
      {requests.map((request) => (
        <li key={request.id}>
          <Request request={request} />
        </li>
      ))}
    </ul>
  );
}

function Request({ request }: { request: RunwayRecord }) {
  const { reason, deadline, golem } = request;
  const flaw = useFlaw(request);
  const heading = `request-${request.id}`;
  return (
    <article class="stack" aria-labelledby={heading}>
      <h3 id={heading}>{requestHeading(request, kindNow(request))}</h3>
      <p class="soft">
        {requestStandingWords.who} <code>{golem}</code> · {requestStandingWords.keyLabel}{' '}
        <Address chainId={request.chainId} address={request.sessionKey} />
      </p>
      <LookAlikes golem={{ id: golem, name: request.name }} signer={request.sessionKey} requested />
      <RequestStanding request={request} flaw={flaw} />
      {reason ? (
        <p class="soft">
          {requestStandingWords.reason} <q>{reason}</q>
        </p>
      ) : null}
      <p class="soft">{requestStandingWords.until(dateWords(deadline))}</p>
      <div class="row">
        {flaw ? null : (
          <a
            class="button main"
            href={pathOf({ name: 'request', id: request.id })}
            aria-describedby={heading}
          >
            {requestListWords.answer}
          </a>
        )}
        <RefuseButton request={request} />
      </div>
    </article>
  );
}
