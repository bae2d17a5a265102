// Status documents of this very moment: the Snap under test reads the real clock. Terms of permissions
// are fixed when the file is loaded, because the same signed delegation cannot change them.

import type { State } from '../../src/core/memory/state';
import type { Golem, Permission, Status } from '../../src/core/protocol/status';
import { aGolem, aPermission, aStatus } from '../vectors/builders';

export const DAY = 86_400;
export const START = now();

export function now(): number {
  return Math.floor(Date.now() / 1000);
}

/** Its last heartbeat is `heartbeatAge` seconds old, one is due every five minutes. */
export function liveGolem(over: Partial<Golem> & { heartbeatAge?: number } = {}): Golem {
  const { heartbeatAge = 60, ...golem } = over;
  const beat = aGolem().heartbeat;
  return aGolem({ heartbeat: beat && { ...beat, at: now() - heartbeatAge }, ...golem });
}

export function livePermission(over: Partial<Permission> = {}): Permission {
  return aPermission({ startAt: START - DAY, expiresAt: START + 5 * DAY + DAY / 2, ...over });
}

export function liveStatus(over: Partial<Status> = {}): Omit<Status, 'unreadable'> {
  const { unreadable: _, ...status } = aStatus({
    serverTime: now(),
    golems: [liveGolem()],
    permissions: [livePermission()],
    ...over,
  });
  return status;
}

/** `count` Golems with a healthy runway each. */
export function aClade(count: number, over: (index: number) => Partial<Golem> = () => ({})) {
  const ids = Array.from({ length: count }, (_, index) => `golem-${String(index + 1)}`);
  return {
    golems: ids.map((id, index) => liveGolem({ id, name: `Golem ${index + 1}`, ...over(index) })),
    permissions: ids.map((golem) => livePermission({ id: `${golem}-runway`, golem })),
  };
}

const TERMS = new Set(['golem', 'permissions', 'history']);

/** The same memory, found `seconds` later: every note of time in it is that much older. */
export function later(state: State, seconds: number): State {
  const older = (value: unknown, key = ''): unknown => {
    if (TERMS.has(key)) return value;
    if (typeof value === 'number') return value > 1_000_000_000 ? value - seconds : value;
    if (Array.isArray(value)) return value.map((one) => older(one));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, older(one, name)]));
  };
  return older(state) as State;
}
