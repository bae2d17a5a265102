// Follows one chain from a checkpoint: replays what was missed, undoes what was reorganised away. Nodes are
// asked outside the transaction; inside it the checkpoint must still be the one that was read, so any
// number of processes may follow the same chain and each batch is written once.
import type { Store } from '../store/store';
import { type Header, headerAt, headOf } from './blocks';
import { type Checkpoint, checkpointOf, marksBelow, stillAt, undoTo } from './index-rows';
import { type Followed, newestOnChain, retryUnread, write } from './index-write';
import { nodeOn } from './node';
import { readHead, readSettled, SETTLED } from './pieces';

/** `wait`: nothing is wrong with what we have, but the nodes do not agree on what follows. */
export type Step = 'more' | 'done' | 'wait';

const WAITS_MS = [50, 150, 400, 1000];

/** As far as the chain is now, or `steps` batches; false when there is more, or nobody to tell it. */
export async function catchUp(followed: Followed, steps = 10_000): Promise<boolean> {
  let waited = 0;
  for (let step = 0; step < steps; step += 1) {
    const next = await followChain(followed);
    if (next === 'done') {
      await retryUnread(followed);
      return true;
    }
    if (next === 'more') waited = 0;
    else {
      const pause = WAITS_MS[waited];
      if (pause === undefined) return false;
      waited += 1;
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random() / 2)));
    }
  }
  return false;
}

/** One step. */
export async function followChain(followed: Followed): Promise<Step> {
  const { store, client, chainId, fromBlock } = followed;
  const node = nodeOn(client);
  const checkpoint = await checkpointOf(store, chainId);
  const head = await headOf(node);
  const place = await placeOf(followed, checkpoint, head);
  if (place === 'turned' && checkpoint) return undo(followed, checkpoint, head);
  if (place === 'behind') return 'done';
  if (place === 'unknown') return 'wait';
  const from = checkpoint ? checkpoint.number + 1 : fromBlock;
  if (from > head.number) return 'done';

  const base = place === 'pruned' ? null : checkpoint;
  const anchor = from <= head.number - SETTLED ? await headerAt(node, head.number - SETTLED) : null;
  const piece = anchor
    ? await readSettled({ client, from, to: anchor.number, anchor, base })
    : await readHead({ client, from, to: head.number, base });
  if (!piece) return 'wait';
  const written = await write(followed, checkpoint, piece);
  return !written || piece.to.number < head.number ? 'more' : 'done';
}

/** Where our checkpoint stands on the chain that the node shows. */
type Place = 'here' | 'turned' | 'behind' | 'unknown' | 'pruned';

/**
 * A node that lags shows our chain, only less of it: nothing is undone for that. Behind one address there may be
 * several nodes, and the one that knew the head is not the one that does not know our block. A node that threw
 * away a block far below its head shows nothing against it.
 */
async function placeOf(
  { store, client, chainId }: Followed,
  checkpoint: Checkpoint | null,
  head: Header,
): Promise<Place> {
  if (!checkpoint) return 'here';
  const node = nodeOn(client);
  if (head.number >= checkpoint.number) {
    const seen = await headerAt(node, checkpoint.number);
    if (seen) return seen.hash === checkpoint.hash ? 'here' : 'turned';
    return checkpoint.number < head.number - SETTLED ? 'pruned' : 'unknown';
  }
  const [known] = await marksBelow(store, chainId, head.number + 1);
  const seen = known ? await headerAt(node, known.number) : null;
  // A node that ends below everything we remember, or does not know that block, shows nothing against it.
  if (!known || !seen) return 'unknown';
  return seen.hash === known.hash ? 'behind' : 'turned';
}

/** Back to the newest mark that is still on the chain; to the beginning only when a second look shows none either. */
async function undo(followed: Followed, from: Checkpoint, head: Header): Promise<Step> {
  const { store, client, chainId, fromBlock } = followed;
  const marks = await marksBelow(store, chainId, Math.min(from.number, head.number + 1));
  const fork = await newestOnChain(nodeOn(client), marks);
  if (fork === 'unknown' || (!fork && !isSecondLook(followed, from))) return 'wait';
  await store.transaction(async (sql) => {
    if (await stillAt(sql, chainId, from)) await undoTo(sql, chainId, fork, fromBlock);
  });
  return 'more';
}

/** The checkpoints of which a first look showed that nothing below them is left, by chain. */
const emptied = new WeakMap<Store, Map<number, string>>();

function isSecondLook({ store, chainId }: Followed, { hash }: Checkpoint): boolean {
  const seen = emptied.get(store) ?? new Map<number, string>();
  emptied.set(store, seen);
  const again = seen.get(chainId) === hash;
  if (again) seen.delete(chainId);
  else seen.set(chainId, hash);
  return again;
}
