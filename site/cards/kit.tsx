// The few building blocks of every card.
import type { ComponentChildren } from 'preact';
import * as store from '../owner/store';
import { pageWords } from '../words/page.words';
import { Icon, type IconName } from './icon';

type ButtonProps = {
  children: ComponentChildren;
  onClick?: () => unknown;
  kind?: 'main' | 'plain' | 'danger';
  type?: 'button' | 'submit';
  disabled?: boolean;
  label?: string;
};

/** Disabled while the wallet is asked for something: a second window would only confuse. */
export function Button({
  children,
  onClick,
  kind = 'plain',
  type = 'button',
  disabled,
  label,
}: ButtonProps) {
  return (
    <button
      type={type}
      class={`button ${kind}`}
      disabled={disabled || store.busy.value !== null}
      aria-label={label}
      onClick={() => void onClick?.()}
    >
      {children}
    </button>
  );
}

type CardProps = {
  title: string;
  children: ComponentChildren;
  aside?: ComponentChildren;
  class?: string;
  level?: 1 | 2 | 3;
};

export function Card({ title, children, aside, class: extra = '', level = 2 }: CardProps) {
  const id = `card-${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
  const Heading = `h${level}` as 'h2';
  return (
    <section class={`card ${extra}`} aria-labelledby={id}>
      <header class="card-head">
        <Heading id={id}>{title}</Heading>
        {aside}
      </header>
      {children}
    </section>
  );
}

export type Tone = 'good' | 'low' | 'bad' | 'over' | 'calm' | 'held';

/** The sign is another way to tell than colour. */
const SIGNS: Record<Tone, IconName> = {
  good: 'check',
  low: 'half',
  bad: 'alert',
  over: 'cross',
  calm: 'ring',
  held: 'pause',
};

export function Badge({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return (
    <span class={`badge ${tone}`}>
      <Icon name={SIGNS[tone]} /> <span>{children}</span>
    </span>
  );
}

export function Note({
  tone = 'calm',
  children,
  role,
}: {
  tone?: Tone;
  children: ComponentChildren;
  role?: 'status' | 'alert';
}) {
  return (
    <div class={`note ${tone}`} role={role}>
      <Icon name={SIGNS[tone]} />
      <div>{children}</div>
    </div>
  );
}

/** Label, value and where the value comes from. */
export function Fact({
  label,
  children,
  source,
}: {
  label: string;
  children: ComponentChildren;
  source?: string;
}) {
  return (
    <div class="fact">
      <dt>{label}</dt>
      <dd>
        {children}
        {source ? <small> {source}</small> : null}
      </dd>
    </div>
  );
}

/** A place where nothing stands: what it would have been, and the way out. */
export function Lost({ title, text }: { title: string; text: string }) {
  return (
    <section class="card quiet">
      <h1 class="name">{title}</h1>
      <p>{text}</p>
      <p>
        <a class="button main" href="/">
          {pageWords.back}
        </a>
      </p>
    </section>
  );
}

/** Grey bars of about the size of what is coming, so that nothing jumps when it comes. */
export function Waiting({ label, lines = 3 }: { label: string; lines?: number }) {
  return (
    <section class="card waiting" aria-busy="true" aria-label={label}>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} class="bar" />
      ))}
    </section>
  );
}
