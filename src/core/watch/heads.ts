// The newest block seen of every chain the owner's Golems live on. Kept when a later question stays
// without an answer, together with the reason: "last seen at block N, since then nobody answered".
import type { ChainRead } from '../chain/multicall';
import { type Head, MOST_HEADS, type State } from './state';

/** Chains asked in one heartbeat: owners use one or two, and a server could name any number. */
const MOST_CHAINS = 4;

export type Sighting = { chainId: number; read: ChainRead };

/** Chains of leases signed here come first: those are ours, not a server's word. */
export function chainsOf(state: Pick<State, 'leases' | 'golems' | 'permissions'>): number[] {
  const shown = state.golems.filter((record) => !record.dismissed);
  const named = [
    ...state.leases.map(({ chainId }) => chainId),
    ...shown.map(({ golem }) => golem.chainId),
    ...state.permissions.map(({ chainId }) => chainId),
  ];
  return [...new Set(named)].slice(0, MOST_CHAINS);
}

export function withHeads(state: State, sightings: readonly Sighting[], now: number): State {
  if (sightings.length === 0) return state;
  const seen = new Map(sightings.map(({ chainId, read }) => [chainId, read]));
  const others = state.heads.filter((head) => !seen.has(head.chainId));
  const fresh = sightings.map(({ chainId, read }): Head => {
    const before = state.heads.find((head) => head.chainId === chainId);
    if (!read.ok) return { chainId, seen: before?.seen ?? null, problem: read.reason };
    return { chainId, seen: { block: read.block, time: read.time, at: now }, problem: null };
  });
  return { ...state, heads: [...fresh, ...others].slice(0, MOST_HEADS) };
}
