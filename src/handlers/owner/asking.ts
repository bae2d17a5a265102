// One question of the site at a time, and a pause after three refusals: a page that opens window after window
// until one is approved by mistake gets none.
import { nowSeconds } from '../../host/clock';
import { SnapError } from '../../host/errors';

const PAUSE_SECONDS = 60;
const MAX_REFUSALS = 3;

type Answered = { approved: boolean; reason?: string };

let open = false;
let refusals: number[] = [];

/** Runs `ask` unless a window is open or the owner has just said no three times. */
export async function asking<T extends Answered>(ask: () => Promise<T>): Promise<T> {
  refusals = refusals.filter((at) => Math.abs(nowSeconds() - at) < PAUSE_SECONDS);
  if (open) throw busy('Bardo is already asking the owner something.');
  if (refusals.length >= MAX_REFUSALS) {
    throw busy('The owner has refused three times within a minute. Ask again later.');
  }
  open = true;
  try {
    const answer = await ask();
    if (isOwnersNo(answer)) refusals.push(nowSeconds());
    return answer;
  } finally {
    open = false;
  }
}

/** With a reason the Snap itself refused, and no window was opened. */
function isOwnersNo({ approved, reason }: Answered): boolean {
  return !approved && (reason === undefined || reason === 'declined');
}

function busy(reason: string): SnapError {
  return new SnapError('resourceUnavailable', reason);
}
