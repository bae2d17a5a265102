// What Golems ask for themselves. A request gives nothing away: each has a page, where the owner answers or refuses.
import { dateWords } from '../../src/core/chain/time';
import type { RunwayRecord } from '../../src/core/protocol/runway-shapes';
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
  const open = newestOf(store.requests.value.value?.requests ?? []);
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

/** One for each Golem and key: who asks again, as after a restart, means the last thing it asked. */
function newestOf(requests: readonly RunwayRecord[]): RunwayRecord[] {
  const asker = ({ golem, chainId, sessionKey }: RunwayRecord) =>
    `${golem} ${chainId} ${sessionKey}`;
  return requests.filter((one) =>
    requests.every((other) => asker(other) !== asker(one) || !isAfter(other, one)),
  );
}

function isAfter(one: RunwayRecord, other: RunwayRecord): boolean {
  return one.askedAt > other.askedAt || (one.askedAt === other.askedAt && one.id > other.id);
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
