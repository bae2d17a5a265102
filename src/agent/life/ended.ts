// When the end that a node shows is sure enough to die of. Saying Terminal on chain and destroying a key cannot be undone, so
// one answer is never enough: a node may lag, follow a fork, or lie once. The same end must be seen twice, some blocks apart,
// on one and the same chain.
import type { EndedBy } from '../../core/runway/ended';
import type { Head } from '../chain/chain';
import type { RunwayState } from '../runway/runway-state';
import type { Golem } from './golem';

/** Blocks between the two looks: a few seconds on Base. */
const APART = 3n;
/** A block may be this many seconds ahead of our own clock before its word on time is doubted. */
const SKEW = 900;

type Kind = 'end' | 'stop';
type Look = { what: string; at: Head };

/** First looks. Not kept on disk: after a restart both looks are taken again. */
const looks = new WeakMap<Golem, Map<Kind, Look>>();

/** null = nothing ends it, or it is sure; else why it is not yet. */
export async function doubtOfEnd(golem: Golem, state: RunwayState): Promise<string | null> {
  const { ended, block } = state;
  if (ended === null) {
    looks.get(golem)?.delete('end');
    return null;
  }
  // A clock that runs wild in the node ends nothing: ours must agree.
  if (ended === 'expired' && block.timestamp > golem.now() + SKEW) {
    return 'the chain’s node says that the runway has expired, but its clock is far ahead of ours';
  }
  return (await isAgreed(golem, 'end', { what: `${ended} ${golem.runway?.context}`, at: block }))
    ? null
    : unsure(ended);
}

/** Whether the same was seen before, some blocks ago, in a block that still stands; else it is remembered. */
export async function isAgreed(golem: Golem, kind: Kind, now: Look): Promise<boolean> {
  const mine = looks.get(golem) ?? new Map<Kind, Look>();
  looks.set(golem, mine);
  const before = mine.get(kind);
  if (before?.what !== now.what) {
    mine.set(kind, now);
    return false;
  }
  if (now.at.number < before.at.number + APART) return false;
  const { hash } = await golem.chain.client.getBlock({ blockNumber: before.at.number });
  if (hash === before.at.hash) return true;
  mine.set(kind, now);
  return false;
}

function unsure(cause: EndedBy): string {
  return `the chain shows an end (${cause}); it is looked at again some blocks later before anything is given up`;
}
