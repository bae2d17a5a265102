// GET /api/snap/status: one owner's whole status, and the token for the next visit.
import { MAX_GOLEMS, MAX_PERMISSIONS, PROTOCOL_VERSION } from '../../../src/core/protocol/status';
import { unreadOn } from '../chain/unread';
import type { Handler } from '../plane/plane';
import { Problem } from '../plane/problem';
import { type Estate, estateOf } from '../records/estate';
import { golemDocument } from '../records/golems';
import { historyOf } from '../records/history';
import { permissionDocuments } from '../records/permissions';
import type { Sql } from '../store/store';

/** What is older was told by earlier visits, or is of no more use. */
const HISTORY_SECONDS = 7 * 86_400;

export const status: Handler<'status'> = async ({ plane, caller, query, now }) => {
  const since = cursorOf(query.get('since'));
  const estate = await estateOf(plane.store, caller.owner, now);
  const history = await historyOf(plane.store, estate, { since, from: now - HISTORY_SECONDS });
  return {
    ...(await presentOf(plane.store, estate)),
    nextToken: caller.nextToken,
    historyCursor: `h-${history.at(-1)?.seq ?? since}`,
    history: history.map(({ seq: _, ...entry }) => entry),
  };
};

/** What is, without what was told before: alerts off the desktop are judged by the same document. */
export async function presentOf(sql: Sql, estate: Estate) {
  return {
    version: PROTOCOL_VERSION,
    serverTime: estate.now,
    owner: estate.owner,
    golems: estate.golems.slice(0, MAX_GOLEMS).map((golem) => golemDocument(estate, golem)),
    permissions: permissionDocuments(estate).slice(0, MAX_PERMISSIONS),
    chains: await Promise.all(
      estate.checkpoints.map(async ({ chain_id: chainId, number: block, hash, at }) => {
        const { ranges: unread } = await unreadOn(sql, chainId);
        return { chainId, block, hash, at, ...(unread.length > 0 ? { unread } : {}) };
      }),
    ),
  };
}

function cursorOf(text: string | null): number {
  if (text === null) return 0;
  const seq = /^h-(\d{1,15})$/.exec(text)?.[1];
  if (seq === undefined) throw new Problem('bad_request', 'The history cursor is not one of ours.');
  return Number(seq);
}
