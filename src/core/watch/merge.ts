// A new status into what we remember. The server may say what it likes about the present; it may not
// rewrite what it said before: the dead stay dead, an old heartbeat never replaces a newer one, and
// a Golem that is no longer listed is kept and said to be missing.
import type { Golem, Permission, Status } from '../protocol/status';
import type { GolemRecord, State } from './state';

const KEPT_HISTORY = 100;

export function mergeStatus(state: State, status: Status, fetchedAt: number): State {
  const golems = mergeGolems(state.golems, status, fetchedAt);
  return {
    ...state,
    golems,
    permissions: mergePermissions(state.permissions, status.permissions, golems),
    history: [...state.history, ...status.history].slice(-KEPT_HISTORY),
    history_cursor: status.historyCursor,
    owner: status.owner,
    last_fetch_at: fetchedAt,
    server_time: status.serverTime,
    failure: null,
    revoking: state.revoking.filter((one) => stillLive(one.golem, status)),
  };
}

function mergeGolems(
  before: readonly GolemRecord[],
  status: Status,
  fetchedAt: number,
): GolemRecord[] {
  const known = new Map(before.map((record) => [record.golem.id, record]));
  const listed = new Set(status.golems.map((golem) => golem.id));
  const broken = new Set(status.unreadable.map((entry) => entry.id));
  const present = status.golems.map((golem) => mergeGolem(known.get(golem.id), golem, fetchedAt));
  const absent = before
    .filter((record) => !listed.has(record.golem.id) && !record.dismissed)
    .map((record) => ({
      ...record,
      listing: broken.has(record.golem.id) ? ('unreadable' as const) : ('missing' as const),
    }));
  return [...present, ...absent];
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

/** Sequences are counted per session key, so a rotated key starts anew. */
function newerHeartbeat(before: Golem, next: Golem): Golem['heartbeat'] {
  if (!before.heartbeat || before.sessionKey !== next.sessionKey) return next.heartbeat;
  if (!next.heartbeat) return before.heartbeat;
  return next.heartbeat.sequence >= before.heartbeat.sequence ? next.heartbeat : before.heartbeat;
}

/** Permissions of Golems that are no longer listed stay with their last known terms. */
function mergePermissions(
  before: readonly Permission[],
  next: readonly Permission[],
  golems: readonly GolemRecord[],
): Permission[] {
  const listed = new Set(next.map((permission) => permission.id));
  const absent = new Set(
    golems.filter((record) => record.listing !== 'listed').map((record) => record.golem.id),
  );
  return [...next, ...before.filter((one) => !listed.has(one.id) && absent.has(one.golem))];
}

/** A confirmed end stays "pending" until the status shows no permission of that Golem in force. */
function stillLive(golemId: string, status: Status): boolean {
  return status.permissions.some(
    (one) => one.golem === golemId && one.revokedAt === null && one.expiresAt > status.serverTime,
  );
}
