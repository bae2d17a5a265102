// Adding a target: what it is first, then what its kind wants. Secrets are typed here and never come back.
import { type Signal, useSignal } from '@preact/signals';
import {
  MAX_TARGETS,
  type NewTarget,
  TARGET_KINDS,
  type TargetKind,
} from '../../src/core/protocol/alert-shapes';
import type { ResponseOf } from '../../src/core/protocol/api';
import * as store from '../owner/store';
import { working } from '../owner/work';
import { answered } from '../plane/plane';
import { alertFormWords } from './alert-form.words';
import { Field, goToField } from './fields';
import { Button, Card, Note } from './kit';

export type Added = { id: string; secret: string | null };

type Typed = { label: string; url: string; topic: string; token: string; chat: string };
type Name = keyof Typed;

const EMPTY: Typed = { label: '', url: '', topic: '', token: '', chat: '' };

/** What each kind asks for, in this order; those of `FREE` may stay empty. */
const ASKED: Record<TargetKind, readonly Name[]> = {
  webhook: ['label', 'url'],
  slack: ['label', 'url'],
  telegram: ['label', 'token', 'chat'],
  ntfy: ['label', 'url', 'topic', 'token'],
};

const isFree = (kind: TargetKind, name: Name) => kind === 'ntfy' && name === 'token';

type Props = { alerts: ResponseOf<'alerts'>; onAdded: (added: Added) => Promise<unknown> };

export function AlertForm({ alerts, onAdded }: Props) {
  const kind = useSignal<TargetKind>('webhook');
  const typed = useSignal<Typed>(EMPTY);
  const shown = useSignal(false);
  if (alerts.targets.length >= MAX_TARGETS) {
    return (
      <Card title={alertFormWords.heading}>
        <p>{alertFormWords.full(MAX_TARGETS)}</p>
      </Card>
    );
  }
  const missing = ASKED[kind.value].filter(
    (name) => typed.value[name].trim() === '' && !isFree(kind.value, name),
  );
  const submit = async () => {
    shown.value = missing.length > 0;
    const [first] = missing;
    if (first) return goToField(`alert-${first}`);
    const body = bodyOf(kind.value, typed.value);
    await working(alertFormWords.adding, async (turn) => {
      const { target, secret } = answered(await store.plane.ask('addTarget', { body }));
      typed.value = EMPTY;
      await onAdded({ id: target.id, secret });
      turn.say(alertFormWords.added(target.label));
    });
  };
  return (
    <Card title={alertFormWords.heading}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Kinds kind={kind} />
        {ASKED[kind.value].map((name) => (
          <AskedField
            key={name}
            {...{ name, typed, kind: kind.value }}
            problem={shown.value && missing.includes(name) ? alertFormWords.missing : undefined}
          />
        ))}
        {kind.value === 'webhook' && store.settings.value?.demo ? <DemoHint typed={typed} /> : null}
        <Button kind="main" type="submit">
          {alertFormWords.submit}
        </Button>
      </form>
    </Card>
  );
}

function Kinds({ kind }: { kind: Signal<TargetKind> }) {
  return (
    <fieldset class="stack">
      <legend>{alertFormWords.kind}</legend>
      {TARGET_KINDS.map((one) => (
        <label key={one} class="tick" for={`alert-kind-${one}`}>
          <input
            id={`alert-kind-${one}`}
            type="radio"
            name="alert-kind"
            checked={kind.value === one}
            onChange={() => {
              kind.value = one;
            }}
          />
          <span>{alertFormWords.kinds[one]}</span>
        </label>
      ))}
    </fieldset>
  );
}

type AskedProps = {
  name: Name;
  kind: TargetKind;
  typed: Signal<Typed>;
  problem: string | undefined;
};

function AskedField({ name, kind, typed, problem }: AskedProps) {
  const { label, hint } = wordsOf(name, kind);
  return (
    <Field
      id={`alert-${name}`}
      label={label}
      hint={hint}
      problem={problem}
      value={typed.value[name]}
      onInput={(value) => {
        typed.value = { ...typed.value, [name]: value };
      }}
    />
  );
}

function wordsOf(name: Name, kind: TargetKind): { label: string; hint: string } {
  switch (name) {
    case 'label':
      return { label: alertFormWords.label, hint: alertFormWords.labelHint };
    case 'url':
      return { label: alertFormWords.url, hint: alertFormWords.urlHints[kind] };
    case 'topic':
      return { label: alertFormWords.topic, hint: alertFormWords.topicHint };
    case 'chat':
      return { label: alertFormWords.chat, hint: alertFormWords.chatHint };
    case 'token':
      return kind === 'telegram'
        ? { label: alertFormWords.botToken, hint: alertFormWords.botHint }
        : { label: alertFormWords.topicToken, hint: '' };
  }
}

function bodyOf(kind: TargetKind, typed: Typed): NewTarget {
  const fields = ASKED[kind]
    .map((name) => [name, typed[name].trim()] as const)
    .filter(([, value]) => value !== '');
  return { label: typed.label.trim(), ...Object.fromEntries(fields), kind };
}

/** Nobody has a server at hand there: one that shows what it gets listens on this very origin. */
function DemoHint({ typed }: { typed: Signal<Typed> }) {
  const inbox = `${location.origin}/demo-inbox`;
  return (
    <Note>
      <p>
        {alertFormWords.demo} <code>{`${inbox}/hook`}</code>
      </p>
      <p class="row">
        <Button
          onClick={() => {
            typed.value = { ...typed.value, label: 'Demo inbox', url: `${inbox}/hook` };
          }}
        >
          {alertFormWords.demoUse}
        </Button>
        <a class="button" href={inbox} target="_blank" rel="noreferrer">
          {alertFormWords.demoOpen}
        </a>
      </p>
    </Note>
  );
}
