// Stored bytes to state: every version Bardo ever wrote is read, anything else is set aside.
import { check } from '../protocol/check';
import { emptyState, STATE_VERSION, type State, StateStruct } from './state';
import { each, fromThird } from './unpack';

/** Stored bytes to state. Anything but a known version of ours is set aside, not trusted, not lost. */
export function parseState(stored: unknown, now: number): State {
  if (stored === null || stored === undefined) return emptyState();
  const migrated = migrate(stored);
  const checked = check(migrated, StateStruct);
  if (checked.ok) return checked.value;
  return {
    ...emptyState(),
    set_aside: { at: now, reason: reasonOf(stored, checked.path), raw: rawOf(stored) },
  };
}

/**
 * Version 0 is the unversioned draft, with maps keyed by Golem id. Only the token crosses over: the
 * next check reads the rest again, and the draft's own health words are not ours. Version 1 knew
 * no chain: all of it crosses over, and nothing in it counts as proven. Version 2 did not tell restored bytes from
 * shown ones: they count as shown until our key has proven them again. Version 3 packed facts into keys.
 */
function migrate(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null) return stored;
  if ('version' in stored) {
    if (stored.version === 3) return fromThird(stored);
    if (stored.version !== 1) return stored.version === 2 ? fromThird(fromSecond(stored)) : stored;
    const { leases, orders, claims, heads } = emptyState();
    return fromThird(fromSecond({ ...stored, leases, orders, claims, heads }));
  }
  const { auth_token: token } = stored as { auth_token?: unknown };
  if (token !== null && typeof token !== 'string') return stored;
  return { ...emptyState(), auth_token: token };
}

function fromSecond(stored: object): object {
  const { alert_history: alerts, leases, heads, claims } = stored as { [name: string]: unknown };
  const { vitals, unasked, refused } = emptyState();
  const rank = (alert: { key?: unknown; rank?: unknown }) =>
    typeof alert.rank === 'number' && !isProvenDeath(alert.key, claims)
      ? (RANKS[alert.rank] ?? alert.rank)
      : alert.rank;
  return {
    ...stored,
    version: 3,
    alert_history: each(alerts, (alert) => ({
      ...{ label: 'Bardo alert', more: '', ...alert },
      rank: rank(alert),
    })),
    leases: each(leases, (one) => ('by' in one && one.by === 'restored' ? shown(one) : one)),
    heads: each(heads, (head) => ({ ...head, failing: 0, doubt: null })),
    ...{ vitals, unasked, refused },
  };
}

/** New ranks by old ones: died, contradiction, revoked, declining, critical, heartbeat, silent, gas, token, plane. */
const RANKS = [2, 3, 4, 5, 6, 7, 8, 9, 11, 12];

/**
 * Version 2 ranked a death that was merely reported like a proven one. Taken over so, the proof would never be told:
 * only what its ledger had seen itself keeps the first rank.
 */
function isProvenDeath(key: unknown, claims: unknown): boolean {
  return (
    Array.isArray(claims) &&
    claims.some((one) => key === `died:${one?.golem}` && one?.phase === 'terminal' && one?.seen)
  );
}

function shown(lease: object): object {
  return { ...lease, by: 'shown' };
}

function reasonOf(stored: unknown, path: readonly string[]): string {
  const version = (stored as { version?: unknown }).version;
  if (typeof version === 'number' && version > STATE_VERSION) {
    return `it was written by a newer Bardo (state version ${version})`;
  }
  return `its field "${path.join('.') || 'state'}" is damaged`.slice(0, 120);
}

/** Bounded copy for a person who wants to look; 64 KB is far more than a sound state of one Golem. */
function rawOf(stored: unknown): string {
  const text = JSON.stringify(stored) ?? '';
  return text.slice(0, 65_536);
}
