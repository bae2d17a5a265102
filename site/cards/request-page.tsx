// One request that a link leads to: who asks, for what, and the owner's answer. To nobody but its owner.
import { useMemo } from 'preact/hooks';
import { sameAddress, shortHex } from '../../src/core/chain/addresses';
import { dateWords } from '../../src/core/chain/time';
import type { RunwayRecord } from '../../src/core/protocol/runway-shapes';
import { nameOf } from '../../src/core/protocol/status';
import { draft } from '../grant/open-form';
import * as store from '../owner/store';
import { useApi } from '../owner/use-api';
import type { Failure } from '../plane/plane';
import { linkTo } from '../routes/links';
import { pageWords } from '../words/page.words';
import { GrantWalk } from './grant-walk';
import { Happening } from './happening';
import { useKeptDraft } from './kept-draft';
import { Card, Lost, Note, Waiting } from './kit';
import { RequestAnswer } from './request-answer';
import { requestPageWords } from './request-page.words';
import { kindNow, requestHeading } from './request-standing';

export function RequestPage({ id }: { id: string }) {
  const polled = useApi('runwayRequest', id);
  const ready = useKeptDraft();
  const { value, failure } = polled.value;
  const text = JSON.stringify(value);
  // The same request, however often it is asked for.
  const request = useMemo(() => value, [text]);
  if (!ready || (!request && !failure)) return <Waiting label={pageWords.working} lines={6} />;
  if (!request && failure && !isNone(failure)) return <Note tone="bad">{failure.words}</Note>;
  if (!request) return <Unknown id={id} gone={failure?.code === 'gone'} />;
  const owner = store.owner.value ?? '';
  if (!sameAddress(request.owner, owner)) {
    return (
      <Lost
        title={requestPageWords.ofAnotherTitle}
        text={requestPageWords.ofAnother(shortHex(owner))}
      />
    );
  }
  return (
    <>
      <p class="crumb">
        <a href="/">{pageWords.back}</a>
      </p>
      <h1 class="name">{requestHeading(request, kindNow(request))}</h1>
      <GrantWalk isOwn={(ask) => ask.request === id}>
        {isOpen(request) ? <RequestAnswer request={request} /> : <Answered request={request} />}
        <Happening />
      </GrantWalk>
    </>
  );
}

/** Everything else may pass: nobody has said that there is none. */
function isNone({ code }: Failure): boolean {
  return code === 'not_found' || code === 'gone' || code === 'bad_request';
}

function isOpen({ state, permission }: RunwayRecord): boolean {
  return (state === 'open' || state === 'intended') && permission === null;
}

/** What this browser has begun goes on, whatever the control plane knows just now. */
function Unknown({ id, gone }: { id: string; gone: boolean }) {
  if (draft.value?.ask.request === id) {
    return (
      <>
        <h1 class="name">{requestPageWords.making}</h1>
        <GrantWalk isOwn={(ask) => ask.request === id}>{null}</GrantWalk>
      </>
    );
  }
  return (
    <Lost
      title={requestPageWords.unknownTitle}
      text={gone ? requestPageWords.gone : requestPageWords.unknown}
    />
  );
}

/** Nothing is left to answer: what became of it. */
function Answered({ request }: { request: RunwayRecord }) {
  const { state, golem, askedAt } = request;
  const name = nameOf({ id: golem, name: request.name });
  const isKnown = store.golems.value.value?.golems.some(({ id }) => id === golem) ?? false;
  return (
    <Card title={requestPageWords.answeredTitle}>
      <p class="soft">
        {requestPageWords.asked(dateWords(askedAt))} <code>{golem}</code>
      </p>
      <Note tone={state === 'granted' ? 'good' : 'calm'}>{outcomeOf(request)}</Note>
      <div class="row">
        {isKnown ? (
          <a class="button main" href={linkTo('golem', golem)}>
            {requestPageWords.open(name)}
          </a>
        ) : null}
        <a class="button" href="/">
          {pageWords.back}
        </a>
      </div>
    </Card>
  );
}

function outcomeOf({ state, deadline }: RunwayRecord): string {
  switch (state) {
    case 'expired':
      return requestPageWords.expired(dateWords(deadline));
    case 'refused':
    case 'granted':
      return requestPageWords[state];
    case 'open':
    case 'intended':
      return requestPageWords.begun;
  }
}
