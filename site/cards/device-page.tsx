// /device: a code is entered here. A terminal's is approved or denied on this page; a request's leads to the request.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { AskingTerminalRecord } from '../../src/core/protocol/terminal-shapes';
import { parseUserCode } from '../../src/core/protocol/user-code';
import * as store from '../owner/store';
import { working } from '../owner/work';
import { answered, type Failure } from '../plane/plane';
import { go, routeOf } from '../routes/routes';
import { pageWords } from '../words/page.words';
import { devicePageWords } from './device-page.words';
import { Field } from './fields';
import { Button, Card } from './kit';
import { TerminalApproval } from './terminal-approval';
import { TerminalList } from './terminal-list';

export function DevicePage() {
  const asking = useSignal<AskingTerminalRecord | null>(null);
  const over = () => {
    asking.value = null;
  };
  return (
    <>
      <p class="crumb">
        <a href="/">{pageWords.back}</a>
      </p>
      {asking.value ? (
        <TerminalApproval key={asking.value.id} terminal={asking.value} onOver={over} />
      ) : (
        <CodeForm
          onTerminal={(terminal) => {
            asking.value = terminal;
          }}
        />
      )}
      <TerminalList />
    </>
  );
}

type CodeFormProps = { onTerminal: (terminal: AskingTerminalRecord) => void };

/** A link may carry the code; it is still the owner who presses the button. */
function CodeForm({ onTerminal }: CodeFormProps) {
  const code = useSignal(codeInLink());
  const problem = useSignal<string | undefined>(undefined);
  useEffect(() => document.getElementById('user-code')?.focus(), []);
  const find = async () => {
    problem.value = problemOf(code.value);
    if (problem.value) return;
    await working(devicePageWords.finding, async () => {
      const found = await store.plane.ask('enterCode', { body: { code: code.value.trim() } });
      if (!found.ok && wordsFor(found.failure)) {
        problem.value = wordsFor(found.failure);
        return;
      }
      const { request, terminal } = answered(found);
      if (terminal) onTerminal(terminal);
      else if (request) goToRequest(request);
    });
    if (problem.value) document.getElementById('user-code')?.focus();
  };
  return (
    <Card title={devicePageWords.heading} level={1}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void find();
        }}
      >
        <p>{devicePageWords.text}</p>
        <Field
          id="user-code"
          label={devicePageWords.label}
          value={code.value}
          hint={devicePageWords.hint}
          problem={problem.value}
          onInput={(typed) => {
            code.value = typed;
            problem.value = undefined;
          }}
        />
        <div class="row">
          <Button kind="main" type="submit">
            {devicePageWords.find}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function codeInLink(): string {
  return parseUserCode(new URLSearchParams(location.search).get('code') ?? '') ?? '';
}

function problemOf(typed: string): string | undefined {
  if (typed.trim() === '') return devicePageWords.empty;
  return parseUserCode(typed) === null ? devicePageWords.notACode : undefined;
}

function wordsFor({ code }: Failure): string | undefined {
  if (code === 'not_found') return devicePageWords.notFound;
  return code === 'rate_limited' ? devicePageWords.tooMany : undefined;
}

function goToRequest(id: string): void {
  const path = `/request/${id}`;
  go(routeOf(path), path);
}
