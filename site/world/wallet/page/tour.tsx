/** @jsxImportSource preact */
// The guided tour: all six steps on its own tab, the next one as a bar under the others, and what to look at
// beside the windows a step opens.
import type { TourStep, WalletView } from '../view';
import type { Touring } from './touring';

const LOOKING = 'Under way: the tour waits for the site to offer it …';

type Props = { view: WalletView; tour: Touring };

export function Tour({ view, tour }: Props) {
  return (
    <section aria-label="Guided tour" class="tour">
      <h1>Six-step tour</h1>
      <ol>
        {view.tour.map((step, index) => (
          <li key={step.id} class={classOf(step, tour)} aria-current={isNext(step, tour) && 'step'}>
            <span class="number" aria-hidden="true">
              {step.done ? '✓' : index + 1}
            </span>
            <div>
              <b>
                {step.title}
                {step.done ? <span class="sr"> (done)</span> : null}
              </b>
              {isNext(step, tour) ? <Next step={step} tour={tour} /> : null}
            </div>
          </li>
        ))}
      </ol>
      {tour.next ? null : <Heir view={view} />}
    </section>
  );
}

/** Under the other tabs, so that the next step is one press away wherever the last one led. */
export function TourBar({ view, tour }: Props) {
  const { next, begun } = tour;
  if (!begun) return null;
  if (!next) {
    return (
      <section class="bar" aria-label="Guided tour">
        <Heir view={view} />
      </section>
    );
  }
  return (
    <section class="bar" aria-label="Guided tour">
      {begun.done && begun.id !== next.id ? <Look step={begun} /> : null}
      <b>{`Step ${tour.number} of ${view.tour.length}: ${next.title}`}</b>
      <StepButton step={next} tour={tour} />
    </section>
  );
}

/** Beside a window that a step opened. */
export function TourHint({ view, tour }: Props) {
  const { begun } = tour;
  if (!begun) return null;
  const number = view.tour.findIndex(({ id }) => id === begun.id) + 1;
  return <p class="hint">{`Step ${number}. ${begun.look}`}</p>;
}

function Next({ step, tour }: { step: TourStep; tour: Touring }) {
  return (
    <>
      <span class="soft">{step.look}</span>
      <StepButton step={step} tour={tour} />
    </>
  );
}

function StepButton({ step, tour }: { step: TourStep; tour: Touring }) {
  const { looking, waiting, missed, press } = tour;
  const waits = waiting || step.busy !== null;
  return (
    <>
      <button type="button" class="wide yes" disabled={waits} onClick={() => press(step)}>
        {step.button}
      </button>
      <span class="soft" role="status">
        {step.busy ?? (looking ? LOOKING : waiting ? 'Under way …' : '')}
      </span>
      {missed ? (
        <span class="fault" role="alert">
          {`The site does not show “${missed}” now. `}
          <a href="/">Go to its first page</a> and press again.
        </span>
      ) : null}
    </>
  );
}

function Look({ step }: { step: TourStep }) {
  return <span class="soft">{step.look}</span>;
}

function Heir({ view }: { view: WalletView }) {
  const { heirTo } = view;
  return (
    <p>
      {'That was a whole life. '}
      {heirTo ? (
        <a href={heirTo.path}>{`See what is left of ${heirTo.name}, and its heir`}</a>
      ) : null}
    </p>
  );
}

function isNext(step: TourStep, { next }: Touring): boolean {
  return step.id === next?.id;
}

function classOf(step: TourStep, tour: Touring): string {
  return `step ${step.done ? 'done' : ''} ${isNext(step, tour) ? 'next' : ''}`;
}
