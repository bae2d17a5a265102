// A new key for an old one. The old key asks, the owner gives the new one a lease, the gas moves over, and
// only then is the old key destroyed: whatever fails on the way leaves a Golem that can still act.
import type { Hex } from 'viem';
import { sameAddress } from '../../core/chain/addresses';
import { isFinal, reasonOf } from '../chain/reverts';
import type { SessionKey } from '../key/session-key';
import { sweepGas } from '../runway/gas';
import { type Runway, readRunway } from '../runway/runway';
import { readRunwayState } from '../runway/runway-state';
import { adoptRunway } from './adoption';
import { type Golem, signerOf } from './golem';
import { keepHeld, keepNextKey } from './keeping';

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
  const { plane } = golem;
  const next = golem.pendingKey ?? (await chosenNext(golem).catch(reasonOf));
  if (typeof next === 'string') {
    return { state: 'failed', reason: `the next key could not be kept: ${next}` };
  }
  const leased = await leaseFor(golem, next);
  if (leased) return switchTo(golem, next, leased);
  // Asking again changes nothing, so a lost answer needs no memory.
  const body = { sessionKey: next.address };
  const asked = await plane.ask('rotate', { body, signer: signerOf(golem) });
  if (!asked.ok) return { state: 'failed', reason: asked.reason };
  tellWaiting(golem, next);
  return { state: 'waiting' };
}

/** Safe on disk before anybody hears of it: a key that the owner leases must not be lost with the process. */
async function chosenNext(golem: Golem): Promise<SessionKey> {
  const { key, keeper } = golem;
  // Whoever opens the file must find the key that the next one is sealed by.
  if (keeper && keeper.kept() !== key.address) await keeper.save(key);
  const next = key.successor(key.rotationDue() ?? 'age');
  await keepNextKey(golem, next);
  golem.pendingKey = next;
  return next;
}

/** Keys of which the owner was told in this process. */
const told = new WeakSet<SessionKey>();

function tellWaiting(golem: Golem, next: SessionKey): void {
  if (told.has(next)) return;
  told.add(next);
  const { id, plane, runway, events } = golem;
  const link = { approval_url: `${plane.portal}/golem/${id}`, request_id: null, user_code: null };
  const ends = runway ? { expires_at: runway.expiresAt } : { expires_at: null };
  events.emit('request:waiting', { golem: id, kind: 'rotation', ...link, ...ends });
}

/**
 * After a crash: the next key had its lease already, as our own memory (`taken`) or the control plane says. Nobody is asked for
 * anything. Whether the next key has taken over.
 */
export async function finishRotation(golem: Golem, taken: Leased | null): Promise<boolean> {
  const next = golem.pendingKey;
  if (!next) return false;
  const own = taken && tryRead(golem, taken.context);
  const known = own && sameAddress(own.redeemer, next.address) ? taken : null;
  const leased = known ?? (await leaseFor(golem, next));
  return leased ? (await switchTo(golem, next, leased)).state === 'done' : false;
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
 * Our lease is over on chain; perhaps a newer one is there: the pending key's, or one for the key we have, when
 * the owner has fed us. `unknown`: the plane did not say.
 */
export async function renewRunway(golem: Golem): Promise<'renewed' | 'none' | 'unknown'> {
  if (golem.pendingKey) return (await rotateStep(golem)).state === 'done' ? 'renewed' : 'unknown';
  const found = await leaseFor(golem, golem.key);
  if (found === undefined) return 'unknown';
  return found && (await livesOn(golem, found)) ? 'renewed' : 'none';
}

/** A plane that hands out a dead lease must not make us leave the one we have. */
async function livesOn(golem: Golem, { context, permission }: Leased): Promise<boolean> {
  const { runway: held, permission: known } = golem;
  let tried = held;
  let alive = false;
  try {
    if ((await adoptRunway(golem, context, permission)) !== null || !golem.runway) return false;
    tried = golem.runway;
    alive = (await readRunwayState(golem.chain, tried)).ended === null;
    return alive;
  } finally {
    // Unless the Golem's own work has taken up another meanwhile.
    if (!alive && golem.runway === tried) {
      Object.assign(golem, { runway: held, permission: known });
      await keepHeld(golem);
    }
  }
}

type Leased = { context: Hex; permission: string | null };

/** Answers that say no. A plane that is down, slow, busy or confused has said nothing. */
const NO: readonly string[] = ['unauthorized', 'forbidden', 'not_found'];

/**
 * The plane knows a key by its lease, so the new key's own question is answered once it has one. Another lease
 * than the one we hold, for the same money; null = there is none, undefined = nobody knows.
 */
async function leaseFor(golem: Golem, next: SessionKey): Promise<Leased | null | undefined> {
  const answer = await golem.plane.ask('agentState', { signer: signerOf(golem, next) });
  if (!answer.ok) return NO.includes(answer.code) ? null : undefined;
  const found = answer.value.contexts.find(({ context }) => {
    const runway = context === golem.runway?.context ? null : tryRead(golem, context);
    if (!runway || !sameAddress(runway.redeemer, next.address)) return false;
    return !golem.runway || runway.token === golem.runway.token;
  });
  return found ?? null;
}

async function switchTo(
  golem: Golem,
  next: SessionKey,
  { context, permission }: Leased,
): Promise<Rotation> {
  const { key, sender, runway } = golem;
  const old = { key, sender, runway, permission: golem.permission };
  Object.assign(golem, { key: next, sender: golem.senderFor(next) });
  const problem = await adoptRunway(golem, context, permission).catch(reasonOf);
  if (problem) {
    Object.assign(golem, old);
    return { state: 'failed', reason: `the new lease is not good: ${problem}` };
  }
  try {
    await sweepGas(golem.chain, sender, next.address);
  } catch (error) {
    // Only the old key can move its gas: while that may still work, it stays.
    if (!isFinal(error)) {
      Object.assign(golem, old);
      return { state: 'failed', reason: `the gas has not moved yet: ${reasonOf(error)}` };
    }
  }
  const kept = await keptAlone(golem, next);
  key.destroy('rotated');
  const orphans = golem.children.map(({ id }) => id);
  // Its gas lease was the old key's; the owner gives the new one its own.
  Object.assign(golem, { pendingKey: null, children: [], gas: null });
  await keepHeld(golem);
  if (kept) await golem.memory.change(() => ({ nextKey: null })).catch(() => undefined);
  // The heartbeat rotates by itself, and its result reaches nobody.
  if (orphans.length > 0) golem.events.emit('replicants:orphaned', { golem: golem.id, orphans });
  return { state: 'done', orphans };
}

/** In the file in the old one's place; false while only the record that the old one opens holds it. */
async function keptAlone({ id, keeper, events }: Golem, next: SessionKey): Promise<boolean> {
  try {
    await keeper?.save(next);
    return true;
  } catch (error) {
    events.emit('work:failed', { golem: id, reason: `key file: ${reasonOf(error)}` });
    return false;
  }
}

function tryRead({ chain }: Golem, context: Hex): Runway | null {
  try {
    return readRunway(context, chain.chainId);
  } catch {
    return null;
  }
}
