// From when until when a link works. An end by block is an end, but no date: nobody can say when a block
// comes, so it bounds nothing that grows with time.
import { blockNumber } from '../caveats/block-number';
import { NEVER } from '../caveats/budget-words';
import type { Rule, SignedCaveat } from '../caveats/caveat';
import { mortalityTimeWindow } from '../caveats/mortality-time-window';
import { timestamp } from '../caveats/timestamp';
import { sameAddress } from '../chain/addresses';

export type Life = {
  /** First second at which it works. */
  opensAt: number;
  /** First second at which it no longer does; null = no date. */
  endsAt: number | null;
  /** First block in which it no longer does; null = no block. */
  endBlock: bigint | null;
};

export const FOREVER: Life = { opensAt: 0, endsAt: null, endBlock: null };

/** Of two rules that must both pass. */
export function shorter(a: Life, b: Life): Life {
  return {
    opensAt: Math.max(a.opensAt, b.opensAt),
    endsAt: earlier(a.endsAt, b.endsAt),
    endBlock: earlier(a.endBlock, b.endBlock),
  };
}

/** Of a rule whose terms could be read; not of a lease, which says more than that. */
export function lifeOf({ enforcer, terms }: SignedCaveat, { bounds }: Rule): Life {
  if (sameAddress(enforcer, mortalityTimeWindow.address)) {
    const { start, end } = mortalityTimeWindow.decode(terms);
    return { ...FOREVER, opensAt: Number(start), endsAt: Number(end) };
  }
  if (sameAddress(enforcer, blockNumber.address)) {
    const { before } = blockNumber.decode(terms);
    return { ...FOREVER, endBlock: bounds.until === 'block' ? before : null };
  }
  if (!sameAddress(enforcer, timestamp.address)) return FOREVER;
  // Strict on both sides: the first good second is `after + 1`.
  const { after, before } = timestamp.decode(terms);
  return {
    ...FOREVER,
    opensAt: after === 0n ? 0 : Number(after >= NEVER ? NEVER : after + 1n),
    endsAt: before === 0n || before > NEVER ? null : Number(before),
  };
}

function earlier<T extends number | bigint>(a: T | null, b: T | null): T | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}
