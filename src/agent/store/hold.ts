// One process per store: two that each know half of what was paid would pay the other half again. The hold is a file that
// appears with its content (`link`), so nobody reads half of it. Only its holder removes it: who finds a holder dead must
// first win the right to follow that very holder, a file that can be made once (`….after.<id>`), and then replaces the hold
// in one step. So nobody removes a fresh hold for the dead one they saw a moment ago. Who dies with the right is followed in
// the same way. A holder that stood still until its lease was over finds out before it writes again (`check`).
import { hostname } from 'node:os';
import { aBid, follows, type Hold, linked, StoreInUse } from './hold-bid';
import { type Holder, isAlive, readHolder } from './holder';

/** Any number that start at once have been told by then. */
const PATIENCE_MS = 60_000;

type Held = { users: number; hold: Promise<Hold> };

/** By the path of the hold: all of one process share it. */
const held = new Map<string, Held>();

/** Throws `StoreInUse`, naming the process that has it. `store`: what is held, in words. */
export async function takeHold(path: string, store: string): Promise<Hold> {
  const mine = held.get(path) ?? { users: 0, hold: acquired(path, store) };
  held.set(path, mine);
  mine.users += 1;
  const isLast = () => {
    mine.users -= 1;
    if (mine.users === 0 && held.get(path) === mine) held.delete(path);
    return mine.users === 0;
  };
  const hold = await mine.hold.catch((error: unknown) => {
    isLast();
    throw error;
  });
  let over = false;
  const release = () => {
    if (!over && isLast()) hold.release();
    over = true;
  };
  return { check: hold.check, release };
}

async function acquired(path: string, store: string): Promise<Hold> {
  const bid = aBid(path, store);
  try {
    for (const started = performance.now(); performance.now() - started < PATIENCE_MS; ) {
      if (linked(bid.own, path)) return bid.won();
      const holder = readHolder(path);
      if (!holder) continue;
      if (await isAlive(holder, path)) {
        // It may have been let go, or taken by another, while we looked.
        if (readHolder(path)?.id !== holder.id) continue;
        throw new StoreInUse(inUse(store, holder));
      }
      if (await follows(bid.own, path, holder)) return bid.won();
    }
    throw new StoreInUse(`${store} is being taken by other processes. Try again.`);
  } catch (error) {
    bid.end();
    throw error;
  }
}

function inUse(store: string, { pid, since, host }: Holder): string {
  const who = `process ${pid}${host && host !== hostname() ? ` on ${host}` : ''}`;
  return `${store} is in use by ${who} since ${since}. One process at a time pays from it: stop that one first.`;
}
