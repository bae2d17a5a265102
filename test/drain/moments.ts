// When a thief strikes.
import { readCaveats } from '../../src/core/caveats/list';
import type { Delegation } from '../../src/core/delegations/delegation';
import type { Dice } from './dice';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Both sides of every start, reset and end that the rules name, and some moments between. */
export function momentsOf(
  dice: Dice,
  scene: { chainId: number; now: number },
  links: readonly Delegation[],
): number[] {
  const { now } = scene;
  const turns = new Set<number>([now]);
  const end = now + 2 * DAY + 6;
  const add = (at: number) => {
    for (const one of [at - 1, at]) if (one > now && one < end) turns.add(one);
  };
  for (const { caveats } of links) {
    for (const { bounds } of readCaveats(caveats, scene)) {
      if (typeof bounds.until === 'bigint') add(Number(bounds.until));
      for (const { startsAt = 0n, every } of bounds.budgets ?? []) {
        if (startsAt < BigInt(end)) add(Number(startsAt));
        if (!every || every < BigInt(HOUR) || every > BigInt(3 * DAY)) continue;
        const step = Number(every);
        const first = now + (step - ((now - Number(startsAt)) % step));
        for (const at of [first, first + step]) add(at);
      }
    }
  }
  add(now + DAY);
  add(end);
  for (let count = 0; count < 3; count += 1) turns.add(now + dice.int(1, 2 * DAY));
  return [...turns].sort((a, b) => a - b).slice(0, 16);
}
