// The newest block seen of every chain the owner's Golems live on. Kept when a later question stays
// without an answer, together with the reason: "last seen at block N, since then nobody answered".
import type { ChainRead } from '../chain/multicall';
import { type Head, MOST_HEADS, type State } from './state';

export type Sighting = { chainId: number; read: ChainRead };

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
