// What in a status cannot be true: against itself, against what the same server said before, or
// against this computer's clock. Each is shown and announced; none is resolved by guessing.

import { isProvenAlive } from '../audit/believe';
import { durationWords, MINUTE } from '../chain/time';
import { leasedHere } from '../memory/leases';
import type { Contradiction, State } from '../memory/state';
import type { Unreadable } from '../protocol/entries';
import { type Golem, nameOf, type Permission, type Status } from '../protocol/status';
import { isLive } from '../runway/health';
import { TOLERATED_SKEW } from './clock';

type Heartbeat = NonNullable<Golem['heartbeat']>;

/** More are counted, not told one by one: a server that contradicts itself everywhere is told once. */
const MAX_TOLD = 100;

/** Terms are part of what the hashes cover: the same hashes cannot carry other terms. */
const TERMS = [
  'cap',
  'expiresAt',
  'token',
  'periodSeconds',
  'startAt',
  'manager',
  'chainId',
] as const;

/** Compares the previous state with the status that is about to be merged into it. */
export function contradictionsOf(state: State, status: Status, fetchedAt: number): Contradiction[] {
  const all = [
    ...clockContradiction(status.serverTime - fetchedAt),
    ...state.golems.flatMap((record) =>
      record.dismissed
        ? []
        : againstBefore(record.golem, status, isProvenAlive(state, record.golem.id)),
    ),
    ...status.golems.flatMap((golem) => againstItself(golem, status.serverTime)),
    ...status.permissions.flatMap((one) => againstTerms(one, state, status)),
    ...state.permissions.flatMap((one) => withdrawal(one, status)),
    ...status.unreadable.map(unreadableContradiction),
  ];
  if (all.length <= MAX_TOLD) return all;
  // Of Golems leased here first: noise about others must not push them out of the telling.
  const leased = leasedHere(state);
  const rank = ({ what, golem }: Contradiction) =>
    what === 'clock' || leased.has(golem ?? '') ? 0 : 1;
  all.sort((a, b) => rank(a) - rank(b));
  const text = `The status holds ${all.length - MAX_TOLD} more contradictions.`;
  return [...all.slice(0, MAX_TOLD), { what: 'more', of: null, text, golem: null }];
}

/**
 * A permission in force that the server stopped listing although it lists the Golem, and never said
 * that it was revoked. A sound server lists a permission until it has ended.
 */
export function isWithdrawn(permission: Permission, status: Status): boolean {
  const { id, golem } = permission;
  return (
    isLive(permission, status.serverTime) &&
    status.golems.some((one) => one.id === golem) &&
    !status.permissions.some((one) => one.id === id) &&
    !status.unreadable.some((entry) => entry.list === 'permissions' && entry.id === id) &&
    !status.history.some((entry) => entry.kind === 'revoked' && entry.permission === id)
  );
}

function withdrawal(permission: Permission, status: Status): Contradiction[] {
  if (!isWithdrawn(permission, status)) return [];
  const golem = status.golems.find((one) => one.id === permission.golem);
  const name = golem ? nameOf(golem) : permission.golem;
  const text = `The control plane no longer lists permission ${permission.id} of ${name}, which was in force, and never said it was revoked.`;
  return [{ what: 'withdrawn', of: permission.id, text, golem: permission.golem }];
}

/** Keyed by id where there is one: the place in a list changes, the cause does not. */
function unreadableContradiction({ list, path, id }: Unreadable): Contradiction {
  return {
    what: 'unreadable',
    of: id === null ? path : `${list}:${id}`,
    text: `A record of the control plane could not be read (${path}).`,
    golem: list === 'golems' ? id : null,
  };
}

function againstBefore(before: Golem, status: Status, alive: boolean): Contradiction[] {
  const name = nameOf(before);
  const next = status.golems.find((golem) => golem.id === before.id);
  const found = (what: string, text: string) => [{ what, of: before.id, text, golem: before.id }];
  if (!next) {
    if (isUnreadable(before.id, status) || before.phase === 'terminal') return [];
    return found('missing', `The control plane no longer lists ${name}, and never said it died.`);
  }
  if (before.phase === 'terminal' && next.phase !== 'terminal' && !alive) {
    return found(
      'risen',
      `${name} was reported dead and is now reported ${next.phase}. A terminal Golem cannot recover.`,
    );
  }
  const last = before.sessionKey === next.sessionKey ? before.heartbeat : null;
  if (last && !next.heartbeat) {
    return found('replay', `${name}'s heartbeats, last number ${last.sequence}, are gone.`);
  }
  if (last && next.heartbeat && wentBack(last, next.heartbeat)) {
    return found(
      'replay',
      `${name}'s heartbeat went back from number ${last.sequence} to ${next.heartbeat.sequence}. An old one may be replayed.`,
    );
  }
  return [];
}

/**
 * A new key starts counting at one, and it may speak first in the very second of the old key's last heartbeat. So a
 * lower number counts only with an earlier time, or with the very bytes that stood under the higher number.
 */
export function wentBack(last: Heartbeat, next: Heartbeat): boolean {
  if (next.sequence >= last.sequence) return false;
  return next.at < last.at || (next.at === last.at && next.signature === last.signature);
}

function againstItself(golem: Golem, serverTime: number): Contradiction[] {
  const at = golem.heartbeat?.at ?? 0;
  if (at <= serverTime + 2 * MINUTE) return [];
  const text = `${nameOf(golem)}'s heartbeat is dated ${durationWords(at - serverTime)} in the future.`;
  return [{ what: 'future', of: golem.id, text, golem: golem.id }];
}

function againstTerms(permission: Permission, state: State, status: Status): Contradiction[] {
  const { id, golem } = permission;
  const found = (what: string, text: string) => [{ what, of: id, text, golem }];
  const owner = status.golems.find((one) => one.id === golem);
  if (!owner) {
    if (isUnreadable(golem, status)) return [];
    return found('foreign', `Permission ${id} belongs to a Golem that is not listed.`);
  }
  const name = nameOf(owner);
  if (BigInt(permission.left) > BigInt(permission.cap)) {
    return found('left', `${name} is said to have more left than its whole cap.`);
  }
  const before = state.permissions.find((one) => one.id === id);
  if (!before?.delegationHashes.every((hash) => permission.delegationHashes.includes(hash))) {
    return [];
  }
  const changed = TERMS.filter((field) => before[field] !== permission[field]);
  if (changed.length === 0) return [];
  return found(
    'terms',
    `${name}'s permission changed its ${changed.join(', ')} although it is the same signed delegation.`,
  );
}

function isUnreadable(golem: string, status: Status): boolean {
  return status.unreadable.some((entry) => entry.list === 'golems' && entry.id === golem);
}

function clockContradiction(skew: number): Contradiction[] {
  if (Math.abs(skew) <= TOLERATED_SKEW) return [];
  const text = `The control plane's clock and this computer's differ by ${durationWords(Math.abs(skew))}. Ages and expiries are not reliable until they agree.`;
  return [{ what: 'clock', of: null, text, golem: null }];
}
