// A new status into what we remember. The server may say what it likes about the present; it may not
// rewrite what it said before: the dead stay dead, an old heartbeat never replaces a newer one, and
// what is no longer listed is kept and said to be missing.

import { isProvenAlive, isShownLiving } from '../audit/believe';
import { leasedHere } from '../memory/leases';
import type { GolemRecord, State } from '../memory/state';
import {
  type Golem,
  type HistoryEntry,
  MAX_GOLEMS,
  MAX_PERMISSIONS,
  type Permission,
  type Status,
} from '../protocol/status';
import { isWithdrawn, wentBack } from './contradictions';
import { unreadIn } from './unread';

const KEPT_HISTORY = 100;

export function mergeStatus(state: State, status: Status, fetchedAt: number): State {
  const golems = mergeGolems(state, status, fetchedAt);
  const { unread: _before, waiting: _asked, ...known } = state;
  const unread = unreadIn(state, status, fetchedAt);
  return {
    ...known,
    ...(unread.length > 0 ? { unread } : {}),
    ...(status.waiting.length > 0 ? { waiting: status.waiting } : {}),
    golems,
    permissions: mergePermissions(state, status, golems),
    history: mergeHistory(state.history, status.history),
    history_cursor: status.historyCursor,
    owner: status.owner,
    last_fetch_at: fetchedAt,
    server_time: status.serverTime,
    failure: null,
  };
}

/** As many unlisted ones are kept as may be listed, so that no server can fill the wallet. */
function mergeGolems(state: State, status: Status, fetchedAt: number): GolemRecord[] {
  const { golems: before } = state;
  const known = new Map(before.map((record) => [record.golem.id, record]));
  const listed = new Set(status.golems.map((golem) => golem.id));
  const broken = unreadableIds(status, 'golems');
  const leased = leasedHere(state);
  const present = status.golems.map((golem) => {
    const record = mergeGolem(known.get(golem.id), golem, fetchedAt);
    // A death that the chain denies was no death, and who was put away for it comes back into sight.
    const dismissed = record.dismissed && !isShownLiving(state, golem.id);
    return isProvenAlive(state, golem.id)
      ? { ...record, dismissed, golem: { ...record.golem, phase: golem.phase } }
      : { ...record, dismissed };
  });
  const absent = before
    .filter((record) => !listed.has(record.golem.id))
    .map((record) => ({
      ...record,
      listing: broken.has(record.golem.id) ? ('unreadable' as const) : ('missing' as const),
    }))
    .sort(
      (a, b) =>
        // Leased here first: however many names a server lists and drops, these are not forgotten.
        Number(leased.has(b.golem.id)) - Number(leased.has(a.golem.id)) ||
        Number(a.dismissed) - Number(b.dismissed) ||
        b.seenAt - a.seenAt,
    );
  const kept = absent.filter(({ golem }, at) => at < MAX_GOLEMS || leased.has(golem.id));
  return [...present, ...kept];
}

function mergeGolem(before: GolemRecord | undefined, golem: Golem, fetchedAt: number): GolemRecord {
  const dead = golem.phase === 'terminal';
  const record = { golem, seenAt: fetchedAt, listing: 'listed' as const, dismissed: false };
  if (!before) return record;
  // Put away while dead and listed alive again: a new life, shown from the start.
  if (before.dismissed) return dead ? { ...record, dismissed: true } : record;
  const phase = before.golem.phase === 'terminal' ? 'terminal' : golem.phase;
  return { ...record, golem: { ...golem, phase, heartbeat: newerHeartbeat(before.golem, golem) } };
}

/** Sequences are counted per session key: a rotated key starts anew, perhaps a while after it is named. */
function newerHeartbeat(before: Golem, next: Golem): Golem['heartbeat'] {
  if (!before.heartbeat || before.sessionKey !== next.sessionKey) return next.heartbeat;
  if (!next.heartbeat) return before.heartbeat;
  return wentBack(before.heartbeat, next.heartbeat) ? before.heartbeat : next.heartbeat;
}

/** What is not listed any more stays with its last known terms, unless it had ended. */
function mergePermissions(
  state: State,
  status: Status,
  golems: readonly GolemRecord[],
): Permission[] {
  const listed = new Set(status.permissions.map((one) => one.id));
  const broken = unreadableIds(status, 'permissions');
  const absent = new Set(
    golems.filter((record) => record.listing !== 'listed').map((record) => record.golem.id),
  );
  const leased = leasedHere(state);
  const kept = state.permissions
    .filter(
      (one) =>
        !listed.has(one.id) &&
        (absent.has(one.golem) || broken.has(one.id) || isWithdrawn(one, status)),
    )
    .sort((a, b) => Number(leased.has(b.golem)) - Number(leased.has(a.golem)));
  return [...status.permissions, ...kept.slice(0, MAX_PERMISSIONS)];
}

function unreadableIds(status: Status, list: 'golems' | 'permissions'): Set<string | null> {
  return new Set(status.unreadable.flatMap((entry) => (entry.list === list ? [entry.id] : [])));
}

/** Oldest first. Overlapping requests and a new token bring the same entries again: one stays. */
function mergeHistory(
  before: readonly HistoryEntry[],
  next: readonly HistoryEntry[],
): HistoryEntry[] {
  const known = new Set(before.map((entry) => JSON.stringify(entry)));
  const fresh = next.filter((entry) => !known.has(JSON.stringify(entry)));
  return [...before, ...fresh].sort((a, b) => a.at - b.at).slice(-KEPT_HISTORY);
}
