// Which terminal asks, with its code to compare, and what it may do. Approve or deny.
import { useSignal } from '@preact/signals';
import { dateWords } from '../../src/core/chain/time';
import type { AskingTerminalRecord } from '../../src/core/protocol/terminal-shapes';
import * as store from '../owner/store';
import { type Turn, working } from '../owner/work';
import { answered } from '../plane/plane';
import { Trouble } from '../wallet/errors';
import { Button, Card, Fact, Note } from './kit';
import { terminalApprovalWords as words } from './terminal-approval.words';
import { renewTerminals } from './terminal-list';

type Props = { terminal: AskingTerminalRecord; onOver: () => void };

export function TerminalApproval({ terminal, onOver }: Props) {
  const done = useSignal<string | null>(null);
  const { id, name, code } = terminal;
  if (done.value) {
    return (
      <Card title={words.heading} level={1}>
        <Note tone="good" role="status">
          {done.value}
        </Note>
      </Card>
    );
  }
  const answer = (doing: string, how: (turn: Turn) => Promise<string>) =>
    working(doing, async (turn) => {
      const said = await how(turn);
      done.value = said;
      turn.say(said);
      renewTerminals();
    }).then((well) => {
      // It is answered, expired or gone: what can be done now is to enter a code again.
      if (!well && done.value === null && store.trouble.value) onOver();
    });
  return (
    <Card title={words.heading} level={1}>
      <dl class="facts">
        <Fact label={words.name}>
          <q>
            <bdi>{name}</bdi>
          </q>
        </Fact>
        <Fact label={words.code}>
          <code>{code}</code>
        </Fact>
        <Fact label={words.way}>{words.ways[terminal.way]}</Fact>
        <Fact label={words.asked}>{dateWords(terminal.askedAt)}</Fact>
        <Fact label={words.until}>{dateWords(terminal.deadline)}</Fact>
      </dl>
      <Note tone="low">{words.compare(code)}</Note>
      {terminal.near ? null : <Note tone="bad">{words.far}</Note>}
      <h2>{words.mayTitle}</h2>
      <p>{words.may}</p>
      <p>{words.mayNot}</p>
      <div class="row">
        <Button kind="main" onClick={() => answer(words.approving, () => approve(id))}>
          {words.approve}
        </Button>
        <Button onClick={() => answer(words.denying, () => deny(id))}>{words.deny}</Button>
      </div>
    </Card>
  );
}

async function approve(id: string): Promise<string> {
  const { redirect } = answered(await store.plane.ask('approveTerminal', { id }));
  if (redirect === null) return words.approved;
  // A control plane that lies could send the owner's browser anywhere: it goes to this computer, or nowhere.
  const { protocol, hostname, pathname } = new URL(redirect);
  const isHere = protocol === 'http:' && hostname === '127.0.0.1' && pathname === '/';
  if (!isHere) throw new Trouble(words.elsewhere);
  location.assign(redirect);
  return words.leading;
}

async function deny(id: string): Promise<string> {
  answered(await store.plane.ask('denyTerminal', { id }));
  return words.denied;
}
