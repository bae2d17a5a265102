// The tour under way: which step the visitor started, and what it could not find on the site.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { TourStep, WalletView } from '../view';
import { moveOnSite } from './hands';
import type { Link } from './link';

export type Touring = {
  /** The first that is not done; null at the end. */
  next: TourStep | null;
  /** The step begun last: its words stay with the windows it opens. */
  begun: TourStep | null;
  number: number;
  /** Something on the site is looked for. */
  looking: boolean;
  /** The step is under way: pressing again would do it twice. */
  waiting: boolean;
  missed: string | null;
  press: (step: TourStep) => void;
};

type Doors = { link: Link; onTab: (tab: 'snap' | 'notices') => void };

/** How long after a press, or after its last window, a step may take before it can be pressed again. */
const GRACE_MS = 6_000;

export function useTour(view: WalletView | null, { link, onTab }: Doors): Touring {
  const [begun, setBegun] = useState<string | null>(null);
  const [looking, setLooking] = useState(false);
  const [missed, setMissed] = useState<string | null>(null);
  const steps = view?.tour ?? [];
  const latest = useRef(steps);
  latest.current = steps;
  const at = steps.findIndex((step) => !step.done);
  const windows = view?.windows.length ?? 0;
  const waiting = useGrace(begun !== null && begun === steps[at]?.id, windows);
  const press = (step: TourStep) => {
    const { presses } = step;
    setBegun(step.id);
    setMissed(null);
    if ('act' in presses) link.act(presses.act);
    else if ('tab' in presses) onTab(presses.tab);
    else {
      const over = () => latest.current.some(({ id, done }) => id === step.id && done);
      setLooking(true);
      void moveOnSite(presses.site, over).then((words) => {
        setLooking(false);
        setMissed(words);
      });
    }
  };
  return {
    next: steps[at] ?? null,
    begun: steps.find((step) => step.id === begun) ?? null,
    number: at + 1,
    looking,
    waiting: looking || waiting,
    missed,
    press,
  };
}

/** True while a step that was begun has windows open, and a little longer. */
function useGrace(begun: boolean, windows: number): boolean {
  const [waiting, setWaiting] = useState(false);
  useEffect(() => {
    setWaiting(begun);
    if (!begun || windows > 0) return;
    const timer = setTimeout(() => setWaiting(false), GRACE_MS);
    return () => clearTimeout(timer);
  }, [begun, windows]);
  return waiting;
}
