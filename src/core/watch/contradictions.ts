// What in a status cannot be true: against itself, against what the same server said before, or
// against this computer's clock. Each is shown and announced; none is resolved by guessing.
import { durationWords, MINUTE } from '../chain/time';
import { type Golem, nameOf, type Permission, type Status } from '../protocol/status';
import type { Contradiction, State } from './state';

/** Compares the previous state with the status that is about to be merged into it. */
export function contradictionsOf(state: State, status: Status, fetchedAt: number): Contradiction[] {
  return [
    ...clockContradiction(status.serverTime - fetchedAt),
    ...status.unreadable.map((entry) => ({
      key: `unreadable:${entry.path}`.slice(0, 120),
      text: `A record of the control plane could not be read (${entry.path}).`,
      golem: entry.id,
    })),
    ...state.golems.flatMap((record) =>
      record.dismissed ? [] : againstBefore(record.golem, status),
    ),
    ...status.golems.flatMap((golem) => againstItself(golem, status.serverTime)),
    ...status.permissions.flatMap((one) => againstTerms(one, state, status)),
  ];
}

function againstBefore(before: Golem, status: Status): Contradiction[] {
  const name = nameOf(before);
  const next = status.golems.find((golem) => golem.id === before.id);
  const found = (kind: string, text: string) => [
    { key: `${kind}:${before.id}`, text, golem: before.id },
  ];
  if (!next) {
    const unread = status.unreadable.some((entry) => entry.id === before.id);
    if (unread || before.phase === 'terminal') return [];
    return found('missing', `The control plane no longer lists ${name}, and never said it died.`);
  }
  if (before.phase === 'terminal' && next.phase !== 'terminal') {
    return found(
      'risen',
      `${name} was reported dead and is now reported ${next.phase}. A terminal Golem cannot recover.`,
    );
  }
  const sameKey = before.sessionKey === next.sessionKey;
  if (sameKey && before.heartbeat && (next.heartbeat?.sequence ?? -1) < before.heartbeat.sequence) {
    return found(
      'replay',
      `${name}'s heartbeat went back from number ${before.heartbeat.sequence}. An old one may be replayed.`,
    );
  }
  return [];
}

function againstItself(golem: Golem, serverTime: number): Contradiction[] {
  const at = golem.heartbeat?.at ?? 0;
  if (at <= serverTime + 2 * MINUTE) return [];
  const text = `${nameOf(golem)}'s heartbeat is dated ${durationWords(at - serverTime)} in the future.`;
  return [{ key: `future:${golem.id}`, text, golem: golem.id }];
}

function againstTerms(permission: Permission, state: State, status: Status): Contradiction[] {
  const { id, golem } = permission;
  const found = (kind: string, text: string) => [{ key: `${kind}:${id}`, text, golem }];
  const owner = status.golems.find((one) => one.id === golem);
  const unread = status.unreadable.some((entry) => entry.id === golem);
  if (!owner) {
    return unread
      ? []
      : found('foreign', `Permission ${id} belongs to a Golem that is not listed.`);
  }
  const name = nameOf(owner);
  if (BigInt(permission.left) > BigInt(permission.cap)) {
    return found('left', `${name} is said to have more left than its whole cap.`);
  }
  const before = state.permissions.find((one) => one.id === id);
  if (
    before &&
    !before.delegationHashes.some((hash) => !permission.delegationHashes.includes(hash))
  ) {
    // Terms are part of what the hashes cover: the same hashes cannot carry other terms.
    const same = [
      'cap',
      'expiresAt',
      'token',
      'periodSeconds',
      'startAt',
      'manager',
      'chainId',
    ] as const;
    const changed = same.filter((field) => before[field] !== permission[field]);
    if (changed.length > 0) {
      return found(
        'terms',
        `${name}'s permission changed its ${changed.join(', ')} although it is the same signed delegation.`,
      );
    }
  }
  return [];
}

function clockContradiction(skew: number): Contradiction[] {
  if (Math.abs(skew) <= 10 * MINUTE) return [];
  const text = `The control plane's clock and this computer's differ by ${durationWords(Math.abs(skew))}. Ages and expiries are not reliable until they agree.`;
  return [{ key: 'clock', text, golem: null }];
}
