// The owner's terminals: since when, when they were used last, and the end of each.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { agoWords, dateWords } from '../../src/core/chain/time';
import type { TerminalRecord } from '../../src/core/protocol/terminal-shapes';
import * as store from '../owner/store';
import { working } from '../owner/work';
import { answered } from '../plane/plane';
import { pageWords } from '../words/page.words';
import { Button, Card, Note, Waiting } from './kit';
import { terminalListWords as words } from './terminal-list.words';

const terminals = signal<readonly TerminalRecord[] | 'unread' | null>(null);

export function renewTerminals(): void {
  void store.plane.ask('terminals').then((answer) => {
    terminals.value = answer.ok ? answer.value.terminals : 'unread';
  });
}

export function TerminalList() {
  const owner = store.owner.value;
  useEffect(() => {
    terminals.value = null;
    renewTerminals();
  }, [owner]);
  const known = terminals.value;
  if (known === null) return <Waiting label={pageWords.working} />;
  return (
    <Card title={words.heading}>
      {known === 'unread' ? (
        <Note tone="low">
          {words.unread} <Button onClick={renewTerminals}>{pageWords.again}</Button>
        </Note>
      ) : known.length === 0 ? (
        <p class="soft">{words.none}</p>
      ) : (
        <ul class="rows">
          {known.map((terminal) => (
            <li key={terminal.id}>
              <Terminal terminal={terminal} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Terminal({ terminal }: { terminal: TerminalRecord }) {
  const { id, name, since, lastUsedAt, expiresAt } = terminal;
  return (
    <div class="stack">
      <strong>
        <bdi>{name}</bdi>
      </strong>
      <p class="soft">
        {words.since} {dateWords(since)} · {words.used} {agoWords(lastUsedAt, store.now.value)} ·{' '}
        {words.until} {dateWords(expiresAt)}
      </p>
      <div class="row">
        <Button kind="danger" label={words.endOf(name)} onClick={() => end(id, name)}>
          {words.end}
        </Button>
      </div>
    </div>
  );
}

async function end(id: string, name: string): Promise<void> {
  await working(words.ending, async (turn) => {
    answered(await store.plane.ask('endTerminal', { id }));
    turn.say(words.ended(name));
  });
  renewTerminals();
}
