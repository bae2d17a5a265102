// GET /api/snap/status: one owner's whole status, and the token for the next visit. Who names no version gets the first.
import { check } from '../../../src/core/protocol/check';
import type { Infer, Struct } from '../../../src/core/protocol/schema';
import {
  FirstGolemStruct,
  FirstHistoryEntryStruct,
  MAX_GOLEMS,
  MAX_PERMISSIONS,
  PROTOCOL_VERSION,
  type StatusStruct,
} from '../../../src/core/protocol/status';
import { unreadOn } from '../chain/unread';
import type { Handler } from '../plane/plane';
import { Problem } from '../plane/problem';
import { type Estate, estateOf } from '../records/estate';
import { golemDocument } from '../records/golems';
import { historyOf } from '../records/history';
import { permissionDocuments } from '../records/permissions';
import type { Sql } from '../store/store';
import { waitingOf } from './waiting';

/** What is older was told by earlier visits, or is of no more use. */
const HISTORY_SECONDS = 7 * 86_400;

export const status: Handler<'status'> = async ({ plane, caller, query, now }) => {
  const version = versionOf(query.get('version'));
  const since = cursorOf(query.get('since'));
  const estate = await estateOf(plane.store, caller.owner, now);
  const history = await historyOf(plane.store, estate, { since, from: now - HISTORY_SECONDS });
  const newest = {
    ...(await presentOf(plane.store, estate)),
    nextToken: caller.nextToken,
    historyCursor: `h-${history.at(-1)?.seq ?? since}`,
    history: history.map(({ seq: _, ...entry }) => entry),
  };
  return version === 1 ? asFirst(newest) : newest;
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
    waiting: await waitingOf(sql, estate),
    mandates: [],
  };
}

/** What its readers would find unreadable, as a kind of history that came later, is left out. */
function asFirst({ waiting: _w, mandates: _m, ...rest }: Infer<typeof StatusStruct>) {
  return {
    ...rest,
    version: 1,
    golems: readable(rest.golems, FirstGolemStruct),
    history: readable(rest.history, FirstHistoryEntryStruct),
  };
}

function readable<T>(entries: readonly unknown[], struct: Struct<T>): T[] {
  return entries.flatMap((entry) => {
    const read = check(entry, struct);
    return read.ok ? [read.value] : [];
  });
}

/** A reader of more than we speak gets the newest we have. */
function versionOf(text: string | null): number {
  if (text === null) return 1;
  const version = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 0;
  if (version === 0) throw new Problem('bad_request', 'That is no version of the status.');
  return Math.min(version, PROTOCOL_VERSION);
}

function cursorOf(text: string | null): number {
  if (text === null) return 0;
  const seq = /^h-(\d{1,15})$/.exec(text)?.[1];
  if (seq === undefined) throw new Problem('bad_request', 'The history cursor is not one of ours.');
  return Number(seq);
}
