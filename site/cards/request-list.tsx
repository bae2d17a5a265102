// What Golems ask for themselves. A request gives nothing away: the owner answers or refuses.
import { dateWords } from '../../src/core/chain/time';
import type { RunwayRecord } from '../../src/core/protocol/api-shapes';
import { nameOf } from '../../src/core/protocol/status';
import { renewEstate } from '../estate';
import { money } from '../golem-view';
import { openRequest } from '../grant/desk';
import { working } from '../owner';
import { believed } from '../plane';
import * as store from '../store';
import { words } from '../words';
import { Badge, Button, Card } from './kit';

export function RequestList() {
  const open = store.requests.value.value?.requests ?? [];
  if (open.length === 0) return null;
  return (
    <Card title={words.requests.heading}>
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
  const { knownKey, reason, deadline } = request;
  const name = nameOf({ id: request.golem, name: request.name });
  return (
    <article class="stack">
      <h3>
        {words.requests.line(name, money(request, BigInt(request.amount), 'up'), request.days)}
      </h3>
      <Badge tone={knownKey ? 'good' : 'low'}>
        {knownKey ? words.requests.known : words.requests.unknown}
      </Badge>
      {reason ? (
        <p class="soft">
          {words.requests.reason} <q>{reason}</q>
        </p>
      ) : null}
      <p class="soft">{words.requests.until(dateWords(deadline))}</p>
      <div class="row">
        <Button kind="main" onClick={() => answer(request)}>
          {words.requests.answer}
        </Button>
        <Button onClick={() => refuse(request)}>{words.requests.refuse}</Button>
      </div>
    </article>
  );
}

function answer(request: RunwayRecord): void {
  const known = store.golems.value.value?.golems.find(({ id }) => id === request.golem);
  openRequest(request, known);
}

async function refuse({ id }: RunwayRecord): Promise<void> {
  await working(words.requests.refusing, async () => {
    believed(await store.plane.ask('refuse', { id }));
    renewEstate();
  });
}
