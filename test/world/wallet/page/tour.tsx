/** @jsxImportSource preact */
// The guided tour. Where the site itself has the button, the tour presses that one: nothing is faked.
import { useState } from 'preact/hooks';
import type { TourStep, WalletView } from '../view';
import type { Link } from './link';

type Props = { view: WalletView; link: Link; onTab: (tab: 'snap' | 'notices') => void };

export function Tour({ view, link, onTab }: Props) {
  const [missed, setMissed] = useState<string | null>(null);
  const next = view.tour.find((step) => !step.done)?.id;
  const press = (step: TourStep) => {
    const { presses } = step;
    setMissed(null);
    if ('act' in presses) link.act(presses.act);
    else if ('tab' in presses) onTab(presses.tab);
    else if (!presses.site.some(pressOnSite)) setMissed(step.id);
  };
  return (
    <section aria-label="Guided tour" class="tour">
      <h1>Six steps, from connect to death</h1>
      {view.tour.map((step, index) => (
        <div
          key={step.id}
          class={`step ${step.done ? 'done' : ''} ${step.id === next ? 'next' : ''}`}
        >
          <span class="number" aria-hidden="true">
            {step.done ? '✓' : index + 1}
          </span>
          <div>
            <b>
              {step.title}
              {step.done ? <span class="sr"> (done)</span> : null}
            </b>
            {step.id === next || step.done ? <span class="soft">{step.look}</span> : null}
            {step.id === next ? (
              <button type="button" class="wide yes" onClick={() => press(step)}>
                {step.button}
              </button>
            ) : null}
            {missed === step.id ? (
              <span class="fault" role="status">
                The site does not offer this here. <a href="/">Go to its first page</a> and press
                again.
              </span>
            ) : null}
          </div>
        </div>
      ))}
    </section>
  );
}

/** Presses the site's own button with these words; false when there is none. */
function pressOnSite(words: string): boolean {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('button, a[role=button]')];
  const said = (button: HTMLElement) =>
    button.getAttribute('aria-label') ?? button.textContent ?? '';
  const found = buttons.find((button) => !button.disabled && said(button).trim() === words);
  found?.scrollIntoView({ block: 'center' });
  found?.click();
  return found !== undefined;
}
