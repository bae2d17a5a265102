/** @jsxImportSource preact */
// A confirmation: what is asked in the wallet's words, then the Snap's insight, then the decision.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { problemOf } from '../rules/edit';
import type { Fact, GrantEdit, Insight, Window } from '../view';
import { GrantFields } from './grant-fields';
import type { Link } from './link';
import { short } from './short';
import { SnapScreen } from './snap-screen';

type Props = {
  window: Window;
  waiting: number;
  snapName: string;
  /** What the tour says about it. */
  hint: ComponentChildren;
  link: Link;
};

export function WindowScreen({ window, waiting, snapName, hint, link }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [edit, setEdit] = useState<GrantEdit>({});
  const [text, setText] = useState('');
  useEffect(() => takeFocus(heading.current), [window.id]);
  return (
    <section class="window" aria-label={window.title} data-window={window.id}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <div class="scroll" tabIndex={0}>
        {hint}
        {waiting > 0 ? <p class="soft">{`${waiting} more waiting`}</p> : null}
        <h1 ref={heading} tabIndex={-1}>
          {window.title}
        </h1>
        <span class="chip">{window.origin}</span>
        {window.lead ? <p>{window.lead}</p> : null}
        {window.form ? <GrantFields form={window.form} edit={edit} onEdit={setEdit} /> : null}
        {window.facts.length > 0 ? <Facts facts={window.facts} /> : null}
        {window.raw ? (
          <details class="card" open={window.rawOpen}>
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
          disabled={window.form !== null && problemOf(edit, window.form.decimals) !== null}
          onClick={() => link.act({ act: 'confirm', window: window.id, edit, text })}
        >
          {window.confirm}
        </button>
      </div>
    </section>
  );
}

/** A new window takes the focus, an update does not. Whoever had it gets it back: the site, or the open tab. */
function takeFocus(heading: HTMLElement | null) {
  const panel = heading?.getRootNode();
  const before = document.activeElement;
  heading?.focus();
  return () => {
    setTimeout(() => {
      if (!(panel instanceof ShadowRoot) || panel.activeElement) return;
      const tab = panel.querySelector<HTMLElement>('[role=tab][aria-selected=true]');
      // A tab that was replaced by the window has left the focus to the body.
      const ours = before === panel.host || before === document.body;
      const back = ours ? tab : (before as HTMLElement | null);
      back?.focus({ preventScroll: true });
    });
  };
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
        <div key={label} class={kind}>
          <dt>{label}</dt>
          <dd>{kind === 'words' ? value : <code title={value}>{short(value)}</code>}</dd>
        </div>
      ))}
    </dl>
  );
}
