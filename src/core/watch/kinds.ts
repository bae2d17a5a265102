// Every kind of alert, by the name it is stored under. To add one: its entry, beside its words, and a line here.
import type { Alert } from '../memory/state';
import { asks } from './asked-causes';
import { ended, endedLease, lie, silent } from './audit-causes';
import { ALWAYS_DECIDED, type AlertKind, type Cause, RANK } from './cause';
import { stale, unasked, unchecked } from './chain-causes';
import { died } from './death';
import { critical, declining, gas, heartbeat, revoked } from './golem-causes';
import { contradiction, doubt, plane, token } from './status-causes';
import { unread } from './unread';

export const KINDS: { readonly [kind: string]: AlertKind } = {
  died,
  contradiction,
  doubt,
  lie,
  revoked,
  ended,
  'ended-lease': endedLease,
  declining,
  critical,
  heartbeat,
  silent,
  gas,
  unchecked,
  stale,
  unasked,
  unread,
  token,
  plane,
  asks,
};

/** Of a kind that a later version gave up: it is over at the next check. */
const RETIRED: AlertKind = {
  rank: RANK.plane,
  label: 'Bardo alert',
  by: ['golem', 'chainId', 'point'],
  undecided: ALWAYS_DECIDED,
  find: () => [],
};

export function entryOf({ kind }: Pick<Alert, 'kind'>): AlertKind {
  return Object.hasOwn(KINDS, kind) ? (KINDS[kind] ?? RETIRED) : RETIRED;
}

/** The identity of a cause: one key, one announcement while it lasts. Nothing is read back from it. */
export function keyOf(cause: Pick<Cause, 'kind' | 'golem' | 'chainId' | 'point'>): string {
  const parts = entryOf(cause).by.flatMap((field) =>
    field === 'point' ? [cause.point?.what, cause.point?.of] : [cause[field]],
  );
  return [cause.kind, ...parts.filter((part) => part !== null && part !== undefined)].join(':');
}
