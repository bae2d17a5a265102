// When a key gets old, and when its budget gets low.
import { DAY } from '../../core/chain/time';

export type RotationRules = {
  /** Anything the key signs is an operation. */
  maxOperations: number;
  maxAgeSeconds: number;
  /** Share of the budget below which a warning is sent. */
  budgetFloor: number;
};

export const ROTATION: RotationRules = {
  maxOperations: 10_000,
  maxAgeSeconds: 7 * DAY,
  budgetFloor: 0.1,
};

/** What may still be spent under the key's lease until that ends, and what it started with. */
export type Budget = { total: bigint; left: bigint };

/** What is left of it, 0 to 1. */
export function share({ left, total }: Budget): number {
  return Number((left * 10_000n) / total) / 10_000;
}
