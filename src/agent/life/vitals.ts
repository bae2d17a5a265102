// How the Golem feels, and what a heal changes about that. The runtime measures its own vitals, perhaps seldom: for a while
// after its guardian healed it, an old measure does not undo the heal. A new and worse one counts at once.
import type { Phase } from '../../core/protocol/status';
import { phaseRank } from '../../core/runway/phase';

/** Vitality in basis points. */
export type Vitals = { phase: Phase; vitality: number };

/** The oracle's word. */
export type Word = { phase: Phase | null; score: number; reportedAt: number };

export type Healed = Vitals & {
  /** As it felt when it was healed. */
  before: Vitals;
  until: number;
};

/** Seconds in which the runtime has to measure again. */
const GRACE = 900;

/** Better than before, by a newer word: a block that was dropped shows an older one. */
export function isHealed(before: Word | null, word: Word | null): word is Word & { phase: Phase } {
  if (!before?.phase || !word?.phase) return false;
  return phaseRank(word.phase) < phaseRank(before.phase) && word.reportedAt > before.reportedAt;
}

export function healedBy(word: Word & { phase: Phase }, before: Vitals, now: number): Healed {
  // The runtime may keep one record and write into it.
  return { phase: word.phase, vitality: word.score, before: { ...before }, until: now + GRACE };
}

/** Its own word, unless that is still the one from before the heal. */
export function feltNow(own: Vitals, healed: Healed | null, now: number): Vitals {
  if (!healed || now >= healed.until || own.phase === 'terminal') return own;
  const { phase, vitality, before } = healed;
  const worse = phaseRank(own.phase) > phaseRank(before.phase) || own.vitality < before.vitality;
  return worse || phaseRank(own.phase) <= phaseRank(phase) ? own : { phase, vitality };
}
