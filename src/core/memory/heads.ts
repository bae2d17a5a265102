// The newest block seen of every chain the owner's Golems live on. Kept when a later question stays
// without an answer, together with the reason: "last seen at block N, since then nobody answered". What is strange
// about an answer is told beside it: an endpoint can lie, lag or be reset.
import type { ChainRead } from '../chain/multicall';
import { dateWords, durationWords, MINUTE } from '../chain/time';
import { isOld, oldBlockWords } from './freshness';
import { isOwn } from './leases';
import { type Head, MAX_HEADS, type State } from './state';

export type Sighting = { chainId: number; read: ChainRead };

/** No chain makes more; what is ahead of it has made up its numbers. */
const BLOCKS_A_SECOND = 200;

/** A reorganisation, or the next of several nodes behind one name. */
const TOLERATED_BACK = 64;

/** All of one check: a chain that answered once in it has answered. */
export function withHeads(state: State, sightings: readonly Sighting[], now: number): State {
  if (sightings.length === 0) return state;
  const reads = new Map<number, ChainRead>();
  for (const { chainId, read } of sightings) {
    if (read.ok || !reads.get(chainId)?.ok) reads.set(chainId, read);
  }
  const fresh = [...reads].map(([chainId, read]): Head => {
    const before = state.heads.find((head) => head.chainId === chainId);
    return headOf(chainId, read, before, now);
  });
  const others = state.heads.filter(({ chainId }) => !reads.has(chainId));
  // Signed for here before whatever chain a server names: its names push no head out.
  const own = new Set(state.leases.filter(isOwn).map(({ chainId }) => chainId));
  const named = new Set(state.golems.map(({ golem }) => golem.chainId));
  const heads = [
    ...fresh,
    ...others.filter(({ chainId }) => own.has(chainId) || named.has(chainId)),
  ];
  heads.sort((a, b) => Number(own.has(b.chainId)) - Number(own.has(a.chainId)));
  return { ...state, heads: heads.slice(0, MAX_HEADS) };
}

function headOf(chainId: number, read: ChainRead, before: Head | undefined, now: number): Head {
  const last = before?.seen ?? null;
  if (!read.ok) {
    const failing = (before?.failing ?? 0) + 1;
    // Silence is no fresh block either: an endpoint that alternates between the two begins no new count.
    const stale = before?.stale ? { stale: before.stale + 1 } : {};
    return { chainId, seen: last, problem: read.reason, failing, doubt: null, ...stale };
  }
  const seen = { block: read.block, time: read.time, at: now };
  const stale = isOld(seen) ? { stale: (before?.stale ?? 0) + 1 } : {};
  return { chainId, seen, problem: null, failing: 0, doubt: doubtOf(seen, last, now), ...stale };
}

/** What an honest endpoint would hardly say. Nothing is refused for it here: it is told. */
function doubtOf(seen: NonNullable<Head['seen']>, last: Head['seen'], now: number): string | null {
  const { block, time } = seen;
  if (time > now + 10 * MINUTE) {
    return `its block is dated ${dateWords(time)}, ${durationWords(time - now)} ahead of this computer's clock`;
  }
  if (isOld(seen)) return `its newest is ${oldBlockWords(seen)}`;
  if (last && block < last.block - TOLERATED_BACK) {
    return `its newest block is older than block ${last.block} seen before`;
  }
  const most = BLOCKS_A_SECOND * Math.max(MINUTE, now - (last?.at ?? now));
  if (last && last.at <= now && block > last.block + most) {
    return `it jumped from block ${last.block} within ${durationWords(now - last.at)}`;
  }
  return null;
}
