// One beat: look at the chain, keep what has to be kept, tell the control plane.
import type { Phase } from '../../core/protocol/status';
import { reasonOf } from '../chain/reverts';
import type { RunwayState } from '../runway/runway-state';
import { doubtOfEnd } from './ended';
import { tellExpiry } from './expiry';
import { keepGas } from './gas-keeping';
import { type Golem, phaseOf, presentBlock, reconcile, type Vitals, vitalsOf } from './golem';
import { sendHeartbeat } from './heartbeat';
import { report, reportDue } from './oracle';
import { tellPause } from './pause';
import { isGivenAnew } from './renewal';
import { renewRunway, rotateStep } from './rotation';
import { chainStop, judgeStop, type StopOrder, type StopProof } from './stop';

export type Beat =
  | { ok: true; phase: Phase; stop: StopProof | null }
  | { ok: false; reason: string };

export async function beatOnce(golem: Golem, intervalSeconds: number): Promise<Beat> {
  // A death that was begun is finished, however the Golem feels by now.
  const { death } = await golem.memory.recall();
  if (death && death.completedAt === null) {
    return { ok: true, phase: 'terminal', stop: { by: 'itself' } };
  }
  const state = await presentState(golem);
  const phase = phaseOf(golem, state);
  const doubt = state && (await doubtOfEnd(golem, state));
  const shown = state && !doubt && chainStop(state);
  if (shown) return { ok: true, phase, stop: shown };
  if (golem.vitals().phase === 'terminal') return { ok: true, phase, stop: { by: 'itself' } };
  if (doubt) return { ok: false, reason: doubt };
  const vitals = { ...vitalsOf(golem), phase };
  if (state) await keepAll(golem, state, vitals);
  // A rotation waits for the owner; each beat takes it one step further.
  if (golem.runway && (golem.pendingKey || golem.key.rotationDue())) await keepRotating(golem);
  const head = state?.block ?? (await presentBlock(golem));
  const answer = await sendHeartbeat(golem, vitals, head, intervalSeconds);
  if (!answer.ok) return { ok: false, reason: answer.reason };
  return { ok: true, phase, stop: await heard(golem, answer.value.stop) };
}

/**
 * The end of the lease we hold is no death if the owner has given us another: fed us, or replaced the grant.
 * What ends without a newer lease is obeyed even when no plane can be asked. `superseded` alone says that
 * there is a newer one, so until the plane has told whose it is, we wait.
 */
async function presentState(golem: Golem): Promise<RunwayState | null> {
  const held = golem.runway;
  if (!held) return null;
  const state = await reconcile(golem, held);
  const { ended } = state;
  if (ended === null || ended === 'terminal' || ended === 'raised') return state;
  const renewal = golem.runway === held ? await renewRunway(golem) : 'renewed';
  // Renewed by us, or by the Golem's own work while we looked: then this was the end of a lease it no longer holds.
  if (golem.runway && (renewal === 'renewed' || golem.runway !== held)) {
    return reconcile(golem, golem.runway);
  }
  if (ended === 'superseded' && renewal === 'unknown') {
    throw new Error('the lease that replaced ours is not there yet');
  }
  if (renewal === 'none' && (await isGivenAnew(golem))) {
    throw new Error(
      'the owner has given a new grant in place of this one; its lease is not there yet',
    );
  }
  return state;
}

async function keepAll(golem: Golem, state: RunwayState, vitals: Vitals): Promise<void> {
  tellPause(golem, state);
  await tellExpiry(golem, state);
  await keepPayments(golem);
  await keepFresh(golem, state, vitals);
  // Gas comes by a redemption too.
  if (!state.paused) await keepGas(golem);
}

/** A payment that a dropped block held, or that is in doubt, need not wait for the next call. */
async function keepPayments({ sender, journal, events, id }: Golem): Promise<void> {
  try {
    await sender.tend?.(await journal.formerKeys(id, sender.address));
  } catch (error) {
    events.emit('work:failed', { golem: id, reason: `payments: ${reasonOf(error)}` });
  }
}

/** A report that fails costs spending, not the heartbeat: the owner must see it all the more. */
async function keepFresh(golem: Golem, state: RunwayState, vitals: Vitals): Promise<void> {
  if (!reportDue(golem, state, vitals)) return;
  const { phase, vitality: score } = vitals;
  try {
    await report(golem, vitals);
    // Heard by itself: what is better than this later is a heal.
    golem.heard = { phase, score, reportedAt: state.block.timestamp };
  } catch (error) {
    golem.events.emit('oracle:failed', { golem: golem.id, reason: reasonOf(error) });
  }
}

async function keepRotating(golem: Golem): Promise<void> {
  const step = await rotateStep(golem);
  if (step.state !== 'failed') return;
  golem.events.emit('work:failed', { golem: golem.id, reason: `rotation: ${step.reason}` });
}

async function heard(golem: Golem, order: StopOrder | null): Promise<StopProof | null> {
  if (!order) return null;
  const judged = await judgeStop(golem, order);
  if (judged.obey) return judged.proof;
  golem.events.emit('stop:refused', { golem: golem.id, reason: judged.reason });
  return null;
}
