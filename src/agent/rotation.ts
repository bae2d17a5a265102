// A new key for an old one. The old key asks, the owner gives the new one a lease, the gas moves over, and
// only then is the old key destroyed: whatever fails on the way leaves a Golem that can still act.
import type { Hex } from 'viem';
import { sameAddress } from '../core/chain/addresses';
import { decodeContext } from '../core/permissions/delegation';
import { sweepGas } from './gas';
import { adoptRunway, type Golem, signerOf } from './golem';
import { reasonOf } from './reverts';
import type { SessionKey } from './session-key';

export type Rotation =
  | { state: 'waiting' }
  /** `orphans`: Replicants that hung on the old lease and need a new link. */
  | { state: 'done'; orphans: string[] }
  | { state: 'failed'; reason: string };

/** Two at once would each take the other's new key for the old one, and destroy it. */
const underWay = new WeakMap<Golem, Promise<Rotation>>();

/** One step; call it again while it answers `waiting`. Never waits for the owner. */
export function rotateStep(golem: Golem): Promise<Rotation> {
  const running = underWay.get(golem);
  if (running) return running;
  const step = takeStep(golem).finally(() => underWay.delete(golem));
  underWay.set(golem, step);
  return step;
}

async function takeStep(golem: Golem): Promise<Rotation> {
  const { key, plane } = golem;
  if (!golem.pendingKey) {
    const reason = key.rotationDue() ?? 'age';
    golem.pendingKey = key.successor(reason);
  }
  const next = golem.pendingKey;
  const leased = await leaseFor(golem, next);
  if (leased) return switchTo(golem, next, leased);
  // Asking again changes nothing, so a lost answer needs no memory.
  const body = { sessionKey: next.address };
  const asked = await plane.ask('rotate', { body, signer: signerOf(golem) });
  return asked.ok ? { state: 'waiting' } : { state: 'failed', reason: asked.reason };
}

/** Steps until the owner has answered or the time is up; the pending key is kept for a later try. */
export async function rotateKey(
  golem: Golem,
  { timeoutMs, pollMs = 5000 }: { timeoutMs: number; pollMs?: number },
): Promise<Rotation> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    const step = await rotateStep(golem);
    if (step.state === 'done' || performance.now() + pollMs > until) return step;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/**
 * A newer lease has ended ours on chain: the pending key's, or one for the key we have, when the owner has fed
 * us. True when we live on it now; false when nobody meant us, or we cannot know yet.
 */
export async function renewRunway(golem: Golem): Promise<boolean> {
  if (golem.pendingKey) return (await rotateStep(golem)).state === 'done';
  const context = await leaseFor(golem, golem.key);
  if (!context || context === golem.runway?.context) return false;
  return (await adoptRunway(golem, context)) === null;
}

/** The plane knows a key by its lease, so the new key's own question is answered once it has one. */
async function leaseFor(golem: Golem, next: SessionKey): Promise<Hex | null> {
  const answer = await golem.plane.ask('agentState', { signer: signerOf(golem, next) });
  if (!answer.ok) return null;
  const contexts = answer.value.contexts.map(({ context }) => context as Hex);
  return contexts.find((context) => sameAddress(delegateOf(context), next.address)) ?? null;
}

async function switchTo(golem: Golem, next: SessionKey, context: Hex): Promise<Rotation> {
  const old = { key: golem.key, sender: golem.sender };
  Object.assign(golem, { key: next, sender: golem.senderFor(next) });
  const problem = await adoptRunway(golem, context).catch(reasonOf);
  if (problem) {
    Object.assign(golem, old);
    return { state: 'failed', reason: `the new lease is not good: ${problem}` };
  }
  await sweepGas(golem.chain, old.sender, next.address).catch(() => null);
  old.key.destroy('rotated');
  const orphans = golem.children.map(({ id }) => id);
  Object.assign(golem, { pendingKey: null, children: [] });
  return { state: 'done', orphans };
}

function delegateOf(context: Hex): string | null {
  try {
    return decodeContext(context)[0]?.delegate ?? null;
  } catch {
    return null;
  }
}
