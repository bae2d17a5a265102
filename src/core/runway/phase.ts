// What a phase does to a Golem's spending. The reader computes it; a server's opinion is not asked.
import { PHASES, type Phase } from '../protocol/status';

/** Share of the cap a phase leaves, in tenths: thriving 1, stable 1, conservation ½, declining ⅒, terminal 0. */
const TENTHS: Record<Phase, bigint> = {
  thriving: 10n,
  stable: 10n,
  conservation: 5n,
  declining: 1n,
  terminal: 0n,
};

/** Rounded down, like the enforcer: the last base unit is never promised twice. */
export function effectiveCap(cap: bigint, phase: Phase): bigint {
  return (cap * TENTHS[phase]) / 10n;
}

/** Position from best (0) to worst (4). */
export function phaseRank(phase: Phase): number {
  return PHASES.indexOf(phase);
}
