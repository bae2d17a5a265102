// The README's example as a process that kills itself: at the step that it is told, counted over all that leaves the process –
// questions to node and control plane, and files that take another's place – before or after it.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { createEvents, type Vitals } from '../../src/agent/index';
import { live } from './example-golem';

export type MortalLife = {
  home: Omit<Parameters<typeof live>[0], 'bill'>;
  /** Bills it has to pay before its life is over. */
  bills: number;
  /** null = it dies of old age. */
  killAt: number | null;
};

const { home, bills, killAt } = JSON.parse(process.env.MORTAL_LIFE ?? '{}') as MortalLife;

let steps = 0;
function step(): void {
  steps += 1;
  if (steps === killAt) process.kill(process.pid, 'SIGKILL');
}

const { fetch } = globalThis;
globalThis.fetch = async (...given) => {
  step();
  const answer = await fetch(...given);
  step();
  return answer;
};
const { renameSync } = fs;
fs.renameSync = (...given) => {
  step();
  renameSync(...given);
  step();
};
syncBuiltinESMExports();

let paid = 0;
const events = createEvents();
events.on('tool:end', ({ tool, redeemed }) => {
  if (tool === 'metamask_redeem_runway' && redeemed !== '0') paid += 1;
});
const vitals = (): Vitals =>
  paid < bills ? { phase: 'thriving', vitality: 9000 } : { phase: 'terminal', vitality: 0 };

await live({ ...home, bill: () => `bill ${Math.min(paid, bills - 1)}` }, vitals, events);
process.send?.({ steps });
process.disconnect?.();
