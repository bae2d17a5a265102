// Causes to the alert history: new causes are queued, lasting ones stay quiet, ended ones are marked.
import { HOUR } from '../chain/time';
import type { Alert } from '../memory/alert';
import { BOTH_CHANNELS, type Cause } from './cause';
import type { KeyOf } from './schedule';

const MAX_ALERTS = 600;

/** Far more than a sound server can make wait; beyond it a hostile one could fill the wallet. */
const MAX_WAITING = 5000;

/** A cause that flickers (a heartbeat around its limit) is announced at most once in this time. */
const QUIET_SECONDS = HOUR;

export type Present = {
  causes: readonly Cause[];
  /** A cause that can be neither confirmed nor denied at the moment. */
  isUndecided: (alert: Alert) => boolean;
};

export function reconcileBy(
  keyOf: KeyOf,
  alerts: readonly Alert[],
  present: Present,
  now: number,
): Alert[] {
  const active = new Map(present.causes.map((cause) => [keyOf(cause), cause]));
  const known = new Set(alerts.map(keyOf));
  const kept = alerts.map((alert) => {
    const cause = active.get(keyOf(alert));
    if (cause) return goOn(alert, cause, now);
    return present.isUndecided(alert) ? alert : end(alert, now);
  });
  const fresh = [...active]
    .filter(([key]) => !known.has(key))
    .map(([, cause]) => newAlert(cause, now));
  return bounded([...fresh, ...kept]);
}

function end(alert: Alert, now: number): Alert {
  return alert.clearedAt === null ? { ...alert, clearedAt: now, quietUntil: null } : alert;
}

/** The cause is there. One that came back soon after its announcement is announced again only if it stays. */
function goOn(alert: Alert, cause: Cause, now: number): Alert {
  const quietUntil = alert.at + QUIET_SECONDS;
  // A report that the chain now proves is worse news than it was, and is told whatever was told before.
  if (cause.rank < alert.rank) return newAlert(cause, now);
  // A time of announcement in the future means that the clock was set back: it binds nobody.
  const quiet = alert.at <= now && now < quietUntil;
  if (alert.clearedAt !== null) {
    if (!quiet) return newAlert(cause, now);
    const announced = alert.pending.length === 0;
    return { ...alert, clearedAt: null, quietUntil: announced ? quietUntil : null };
  }
  if (alert.quietUntil !== null && !quiet) return newAlert(cause, now);
  // Not announced at all yet: its words follow what is known by now.
  return alert.pending.length === BOTH_CHANNELS.length ? { ...alert, ...cause } : alert;
}

function newAlert(cause: Cause, now: number): Alert {
  return {
    ...cause,
    at: now,
    pending: [...BOTH_CHANNELS],
    clearedAt: null,
    quietUntil: null,
  };
}

/** Past the bounds ended ones go, oldest first: the announced soon, the waiting only beyond all measure. */
function bounded(alerts: Alert[]): Alert[] {
  const ended = alerts.filter((alert) => alert.clearedAt !== null).sort((a, b) => a.at - b.at);
  const announced = ended.filter((alert) => !alert.pending.includes('inApp'));
  const waiting = ended.filter((alert) => alert.pending.includes('inApp'));
  const gone = new Set([
    ...announced.slice(0, Math.max(0, alerts.length - MAX_ALERTS)),
    ...waiting.slice(0, Math.max(0, waiting.length - MAX_WAITING)),
  ]);
  return alerts.filter((alert) => !gone.has(alert));
}
