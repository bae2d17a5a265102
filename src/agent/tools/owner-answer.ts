// Waiting for the owner's answer. A control plane keeps so many requests, and strangers can push one out: one that is gone
// is handed in again as it was signed, which makes it the same request, not a second one.
import type { RunwayAskBody, RunwayRecord } from '../../core/protocol/runway-shapes';
import type { Plane } from '../life/plane';

/** Who is pushed out more often than this is told so, and may ask anew when fewer are waiting. */
const MAX_RETURNS = 3;

/** Each such look is signed: they become rarer. In looks at the request. */
const FIRST_LOOK = 10;
const MAX_APART = 200;

export type Patience = { until: number; pollMs: number };

/** `expired` and `dropped` are our own words: the plane has no record any more. */
export type OwnerAnswer = RunwayRecord | { state: 'expired' | 'dropped' };

type Wait = {
  body: RunwayAskBody;
  asked: RunwayRecord;
  /** Whether the answer is there although the request itself does not say so. */
  isAnswered: () => Promise<boolean>;
};

/** The last word when the time is up; until then only one that is final. */
export async function ownerAnswer(
  plane: Plane,
  { body, asked, isAnswered }: Wait,
  { until, pollMs }: Patience,
): Promise<OwnerAnswer | 'leased'> {
  let last: OwnerAnswer = asked;
  let returns = 0;
  let looks = 0;
  let next = FIRST_LOOK;
  const look = async (): Promise<OwnerAnswer | 'leased' | null> => {
    looks += 1;
    if (looks === next) {
      next += Math.min(next, MAX_APART);
      if (await isAnswered()) return 'leased';
    }
    const answer = await plane.ask('runwayRequest', { id: asked.id });
    if (answer.ok) last = answer.value;
    else if (answer.code === 'gone' || answer.code === 'not_found') {
      if (returns >= MAX_RETURNS) return { state: 'dropped' };
      const again = await plane.ask('askRunway', { body });
      if (again.ok) {
        last = again.value;
        returns += 1;
      } else if (again.code === 'expired') return { state: 'expired' };
    }
    return last.state === 'open' || last.state === 'intended' ? null : last;
  };
  return (await poll({ until, pollMs }, look)) ?? last;
}

export async function poll<T>(
  { until, pollMs }: Patience,
  look: () => Promise<T | null>,
): Promise<T | null> {
  for (;;) {
    const found = await look();
    if (found !== null || performance.now() + pollMs > until) return found;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
