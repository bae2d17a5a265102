// Where a grant stands, in the steps a person counts, and what is being done inside the present one.
import type { HumanStep } from '../grant/human-steps';
import { humanStepsWords } from './human-steps.words';

type Props = {
  steps: readonly HumanStep[];
  /** null = all are done. */
  at: HumanStep | null;
  /** What the present one is about just now. */
  doing?: string;
};

export function HumanSteps({ steps, at, doing }: Props) {
  const now = at === null ? steps.length : steps.indexOf(at);
  return (
    <ol class="walk" aria-label={humanStepsWords.label}>
      {steps.map((step, index) => {
        const state = index < now ? 'past' : index === now ? 'now' : 'next';
        return (
          <li key={step} class={state} aria-current={state === 'now' ? 'step' : undefined}>
            <span class="walk-number" aria-hidden="true">
              {state === 'past' ? '✓' : index + 1}
            </span>
            <span>
              <span class="walk-title">{humanStepsWords[step]}</span>
              {state === 'past' ? <span class="unseen"> ({humanStepsWords.done})</span> : null}
              {state === 'now' && doing ? <small class="walk-doing">{doing}</small> : null}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
