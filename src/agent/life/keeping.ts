// What a Golem writes down of itself, so that the next process finds it again.
import { reasonOf } from '../chain/reverts';
import { sealNext } from '../key/next-key';
import type { SessionKey } from '../key/session-key';
import type { Golem } from './golem';

/** Runway, gas lease and children. A store that fails costs the next process a question to the control plane, nothing else. */
export async function keepHeld(golem: Golem): Promise<void> {
  try {
    await golem.memory.change(() => heldBy(golem));
  } catch (error) {
    const reason = `memory: ${reasonOf(error)}`;
    golem.events.emit('work:failed', { golem: golem.id, reason });
  }
}

/** Sealed by the present key. It must be safe before anybody is asked to lease it. */
export function keepNextKey(golem: Golem, next: SessionKey): Promise<void> {
  const nextKey = sealNext(golem.key, next);
  return golem.memory.change(() => ({ nextKey }));
}

function heldBy({ runway, gas, children, permission }: Golem) {
  return {
    runway: runway?.context ?? null,
    gas: gas?.context ?? null,
    permission,
    children: children.map(({ id, context }) => ({ id, context })),
  };
}
