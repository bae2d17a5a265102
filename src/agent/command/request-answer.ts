// The owner's answer to a request. A control plane keeps so many: one that had to make room is handed in again as it was signed.

import { durationWords } from '../../core/chain/time';
import type { RunwayAskBody, RunwayRecord } from '../../core/protocol/runway-shapes';
import { Stop } from './exit';
import type { Output } from './output';
import type { Terminal } from './plane';
import { waitFor } from './waiting';

const MAX_RETURNS = 3;
const PACE = 3;

export async function answerTo(
  plane: Terminal,
  body: RunwayAskBody,
  { id, interval = PACE }: RunwayRecord,
  output: Output,
): Promise<RunwayRecord> {
  let returns = 0;
  const stopped = new AbortController();
  const stop = () => {
    const words =
      'Interrupted. The request stays open until its time is up; the owner can still answer it.';
    stopped.abort(new Stop('interrupted', words));
  };
  process.once('SIGINT', stop);
  try {
    return await waitFor({
      look: () => plane.ask('runwayOutcome', { id }),
      interval,
      until: body.deadline,
      onLook: (left) => output.progress(`Waiting for the owner… ${durationWords(left)} left`),
      refused: 'The owner refused. Nothing was granted.',
      late: 'The owner did not answer in time. Ask again.',
      onGone: async () => {
        if (returns >= MAX_RETURNS) return false;
        returns += 1;
        return (await plane.ask('askRunway', { body })).ok;
      },
      signal: stopped.signal,
    });
  } finally {
    process.removeListener('SIGINT', stop);
  }
}
