// What was read of a chain, into the store: the rows and the checkpoint in one transaction.
import type { PublicClient } from 'viem';
import type { Sql, Store } from '../store/store';
import { headerAt } from './blocks';
import {
  type Checkpoint,
  checkpointOf,
  mark,
  moveTo,
  recountAfter,
  stillAt,
  writeRows,
} from './index-rows';
import { type Node, nodeOn } from './node';
import { type Piece, readSettled, SETTLED } from './pieces';
import { dueUnread, forgetUnread, markUnread, postponeUnread } from './unread';

export type Followed = {
  store: Store;
  client: PublicClient;
  chainId: number;
  fromBlock: number;
  /** Unix seconds; the computer's clock unless a test has its own. */
  now?: () => number;
};

/** null: each of them is another block now. A block that the node does not have is no answer. */
export async function newestOnChain(
  node: Node,
  marks: Checkpoint[],
): Promise<Checkpoint | 'unknown' | null> {
  for (const known of marks) {
    const seen = await headerAt(node, known.number);
    if (!seen) return 'unknown';
    if (seen.hash === known.hash) return known;
  }
  return null;
}

/** False when another process has moved on meanwhile. */
export function write(
  followed: Followed,
  checkpoint: Checkpoint | null,
  piece: Piece,
): Promise<boolean> {
  const { store, chainId } = followed;
  return store.transaction(async (sql) => {
    if (!(await stillAt(sql, chainId, checkpoint))) return false;
    await writePiece(sql, followed, piece, 0);
    await moveTo(sql, chainId, piece.to);
    return true;
  });
}

async function writePiece(sql: Sql, followed: Followed, piece: Piece, tries: number) {
  const { chainId } = followed;
  await writeRows(sql, chainId, piece.rows);
  for (const header of piece.blocks) await mark(sql, chainId, header);
  for (const range of piece.unread) {
    await markUnread(sql, chainId, { ...range, tries }, nowOf(followed));
  }
}

/** One stretch of blocks that could not be read before, if its time has come. */
export async function retryUnread(followed: Followed): Promise<void> {
  const { store, client, chainId } = followed;
  const [checkpoint, now] = [await checkpointOf(store, chainId), nowOf(followed)];
  const settled = (checkpoint?.number ?? 0) - SETTLED;
  const unread = await dueUnread(store, chainId, { now, settled });
  if (!unread || !checkpoint) return;
  const anchor = await headerAt(nodeOn(client), checkpoint.number);
  if (anchor?.hash !== checkpoint.hash) return;
  const piece = await readSettled({ ...unread, client, anchor, base: null }).catch(() => null);
  await store.transaction(async (sql) => {
    if (!(await stillAt(sql, chainId, checkpoint))) return;
    if (!piece) return postponeUnread(sql, chainId, unread, now);
    if (!(await forgetUnread(sql, chainId, unread))) return;
    await writePiece(sql, followed, piece, unread.tries + 1);
    await recountAfter(sql, chainId, piece.rows);
    if (piece.to.number >= unread.to) return;
    await markUnread(sql, chainId, { ...unread, from: piece.to.number + 1, tries: 0 }, now);
  });
}

function nowOf({ now }: Followed): number {
  return now ? now() : Math.floor(Date.now() / 1000);
}
