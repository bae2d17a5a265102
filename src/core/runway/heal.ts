// What a guardian's order to heal would do for a Golem that its phase limits: fed, it may spend all of its cap again.
import type { Golem, Permission, Phase } from '../protocol/status';
import { stateOf } from './golem-state';

export type Healing = {
  from: Phase;
  to: 'thriving' | 'stable';
  /** Basis points. */
  score: number;
};

/** Above what a limited Golem has, and no more than its own reports may take back. */
const HEALED_SCORE = 6000;

/**
 * Stable: all of its cap, and no promise of more than that. `onChain`: the rank that the oracle shows, where it was
 * asked; a guardian may not worsen what is better there. null = nothing limits it, nothing heals it (terminal), or it lives
 * on another's record.
 */
export function healingOf(
  golem: Golem,
  permissions: readonly Permission[],
  now: number,
  onChain: number | null = null,
): Healing | null {
  if (golem.guardian === null || golem.parent !== null) return null;
  const own = permissions.filter((one) => one.golem === golem.id);
  if (stateOf(golem, own, now).next !== 'heal') return null;
  const score = Math.max(HEALED_SCORE, golem.vitality * 100);
  return { from: golem.phase, to: onChain === 0 ? 'thriving' : 'stable', score };
}
