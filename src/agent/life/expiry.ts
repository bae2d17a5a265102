// The end of a runway is told in time: when the site begins to suggest feeding, and a day before. Each once for each lease,
// also when the process is started again in between: what was told is written down first.
import { DAY } from '../../core/chain/time';
import { reasonOf } from '../chain/reverts';
import { MARKS, type Mark } from '../memory/golem-record';
import type { Runway } from '../runway/runway';
import type { RunwayState } from '../runway/runway-state';
import type { Golem } from './golem';

/** Seconds before the end. A window shorter than a day has no second mark. */
export function marksOf({ startAt, expiresAt }: Pick<Runway, 'startAt' | 'expiresAt'>): {
  [mark in Mark]: number;
} {
  const window = expiresAt - startAt;
  return { third: Math.min(7 * DAY, window / 3), day: window > DAY ? DAY : 0 };
}

/** Where several marks were passed at once, the last one is told and stands for all. */
export async function tellExpiry(golem: Golem, { block, ended }: RunwayState): Promise<void> {
  const { id, runway, permission, memory, events } = golem;
  const [leaf] = runway?.hashes ?? [];
  if (!runway || !leaf || ended !== null) return;
  const secondsLeft = runway.expiresAt - block.timestamp;
  const limits = marksOf(runway);
  const passed = MARKS.filter((mark) => secondsLeft < limits[mark]);
  try {
    const { warned } = await memory.recall();
    const told = warned?.leaf === leaf ? warned.marks : [];
    const mark = passed.filter((one) => !told.includes(one)).at(-1);
    if (!mark) return;
    await memory.change(() => ({ warned: { leaf, marks: [...passed] } }));
    const { expiresAt } = runway;
    events.emit('runway:expiring', { golem: id, permission, mark, expiresAt, secondsLeft });
  } catch (error) {
    events.emit('work:failed', { golem: id, reason: `memory: ${reasonOf(error)}` });
  }
}
