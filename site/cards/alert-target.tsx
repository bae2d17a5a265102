// One target: what it is, how it fares, and what can be done with it. The answer to a test stands beside its button.
import { useSignal } from '@preact/signals';
import { agoWords } from '../../src/core/chain/time';
import type { DeliveryRecord, TargetRecord } from '../../src/core/protocol/alert-shapes';
import * as store from '../owner/store';
import { working } from '../owner/work';
import { answered } from '../plane/plane';
import { toneOf } from './alert-deliveries';
import { alertDeliveriesWords } from './alert-deliveries.words';
import { alertsPageWords } from './alerts-page.words';
import { Badge, Button, Note } from './kit';

type Props = {
  target: TargetRecord;
  /** Its newest test. */
  test: DeliveryRecord | null;
  again: () => Promise<boolean>;
};

export function AlertTarget({ target, test, again }: Props) {
  const { id, kind, label, host, paused } = target;
  const asked = useSignal<string | null>(null);
  const send = () =>
    working(alertsPageWords.testing, async () => {
      asked.value = answered(await store.plane.ask('testTarget', { id })).delivery;
      await again();
    });
  return (
    <article class="stack" aria-label={label}>
      <h3>{label}</h3>
      <p class="soft">
        {alertsPageWords.kinds[kind]} · <code>{host}</code>{' '}
        <Badge tone={paused === null ? 'good' : paused === 'owner' ? 'over' : 'bad'}>
          {paused === null ? alertsPageWords.on : alertsPageWords.paused[paused]}
        </Badge>
      </p>
      <Health target={target} />
      <div aria-live="polite">
        {test && test.id === asked.value ? <TestAnswer test={test} /> : null}
      </div>
      <div class="row">
        <Button onClick={send} label={`${alertsPageWords.test}: ${label}`}>
          {alertsPageWords.test}
        </Button>
        {paused === 'sealed' ? null : <PauseButton target={target} again={again} />}
        <RemoveButton target={target} again={again} />
      </div>
    </article>
  );
}

function Health({ target: { paused, failingSince } }: { target: TargetRecord }) {
  if (paused === 'failing') return <Note tone="bad">{alertsPageWords.failingHelp}</Note>;
  if (paused === 'sealed') return <Note tone="bad">{alertsPageWords.sealedHelp}</Note>;
  if (paused !== null || failingSince === null) return null;
  const when = agoWords(failingSince, store.now.value);
  return <Note tone="low">{alertsPageWords.failing(when)}</Note>;
}

function TestAnswer({ test }: { test: DeliveryRecord }) {
  const { state, answer } = test;
  return (
    <p>
      <Badge tone={toneOf(state)}>
        {alertsPageWords.testState(alertDeliveriesWords.states[state])}
      </Badge>{' '}
      {answer ? (
        <>
          {alertDeliveriesWords.answer} <q>{answer}</q>
        </>
      ) : null}
    </p>
  );
}

function PauseButton({ target: { id, label, paused }, again }: Omit<Props, 'test'>) {
  const words = paused === null ? alertsPageWords.pause : alertsPageWords.resume;
  const press = () =>
    working(alertsPageWords.changing, async () => {
      answered(await store.plane.ask('pauseTarget', { id, body: { paused: paused === null } }));
      await again();
    });
  return (
    <Button onClick={press} label={`${words}: ${label}`}>
      {words}
    </Button>
  );
}

/** Asked once more, in place: what is removed cannot be brought back. */
function RemoveButton({ target: { id, label }, again }: Omit<Props, 'test'>) {
  const sure = useSignal(false);
  const remove = () =>
    working(alertsPageWords.changing, async (turn) => {
      answered(await store.plane.ask('removeTarget', { id }));
      await again();
      turn.say(alertsPageWords.removed(label));
    });
  const ask = (on: boolean) => () => {
    sure.value = on;
  };
  if (!sure.value) {
    return (
      <Button onClick={ask(true)} label={`${alertsPageWords.remove}: ${label}`}>
        {alertsPageWords.remove}
      </Button>
    );
  }
  return (
    <fieldset class="stack">
      <legend class="unseen">{`${alertsPageWords.remove}: ${label}`}</legend>
      <p>{alertsPageWords.removeText}</p>
      <div class="row">
        <Button kind="danger" onClick={remove}>
          {alertsPageWords.removeSure}
        </Button>
        <Button onClick={ask(false)}>{alertsPageWords.keep}</Button>
      </div>
    </fieldset>
  );
}
