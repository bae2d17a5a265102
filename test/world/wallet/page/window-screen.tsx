/** @jsxImportSource preact */
// A confirmation: what is asked in the wallet's words, then the Snap's insight, then the decision.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Fact, GrantEdit, Insight, Window } from '../view';
import { GrantFields } from './grant-fields';
import type { Link } from './link';
import { short } from './short';
import { SnapScreen } from './snap-screen';

type Props = { window: Window; waiting: number; snapName: string; link: Link };

export function WindowScreen({ window, waiting, snapName, link }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [edit, setEdit] = useState<GrantEdit>({});
  const [text, setText] = useState('');
  // A new window takes the focus, an update does not.
  useEffect(() => heading.current?.focus(), [window.id]);
  return (
    <section class="window" aria-label={window.title}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <div class="scroll" tabIndex={0}>
        {waiting > 0 ? <p class="soft">{`${waiting} more waiting`}</p> : null}
        <h1 ref={heading} tabIndex={-1}>
          {window.title}
        </h1>
        <span class="chip">{window.origin}</span>
        {window.lead ? <p>{window.lead}</p> : null}
        {window.form ? <GrantFields form={window.form} edit={edit} onEdit={setEdit} /> : null}
        {window.facts.length > 0 ? <Facts facts={window.facts} /> : null}
        {window.raw ? (
          <details class="card">
            <summary>{window.kind === 'transaction' ? 'Data' : 'Message'}</summary>
            <pre>{window.raw}</pre>
          </details>
        ) : null}
        {window.dialog ? <SnapScreen screen={window.dialog} link={link} /> : null}
        {window.dialog?.type === 'prompt' ? (
          <label>
            Answer
            <input value={text} onInput={(event) => setText(event.currentTarget.value)} />
          </label>
        ) : null}
        {window.insight ? (
          <InsightRow insight={window.insight} name={snapName} link={link} />
        ) : null}
      </div>
      <div class="actions">
        {window.reject ? (
          <button type="button" onClick={() => link.act({ act: 'reject', window: window.id })}>
            {window.reject}
          </button>
        ) : null}
        <button
          type="button"
          class="yes"
          onClick={() => link.act({ act: 'confirm', window: window.id, edit, text })}
        >
          {window.confirm}
        </button>
      </div>
    </section>
  );
}

function InsightRow({ insight, name, link }: { insight: Insight; name: string; link: Link }) {
  const title = `Insights from ${name}`;
  if (insight.state === 'none') {
    return (
      <section class="insight none" aria-label={title}>
        <header>{`${title}: No insight to show`}</header>
      </section>
    );
  }
  return (
    <section class="insight" aria-label={title} aria-busy={insight.state === 'loading'}>
      <header>
        {title}
        {insight.state === 'loading' ? (
          <span class="spinner" role="progressbar" aria-label="Loading" />
        ) : null}
      </header>
      {insight.state === 'shown' ? (
        <div class="body">
          <SnapScreen screen={insight.screen} link={link} />
        </div>
      ) : null}
    </section>
  );
}

function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl class="card facts">
      {facts.map(({ label, value, kind }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{kind === 'words' ? value : <code title={value}>{short(value)}</code>}</dd>
        </div>
      ))}
    </dl>
  );
}
