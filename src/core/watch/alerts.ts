// Causes to the alert history: new causes are queued, lasting ones stay quiet, ended ones are marked.
import { HOUR } from '../chain/time';
import type { Condition } from './conditions';
import type { Alert } from './state';

const MOST_ALERTS = 600;

/** A cause that flickers (a heartbeat around its limit) is announced at most once in this time. */
const QUIET_SECONDS = HOUR;

export function reconcileAlerts(
  alerts: readonly Alert[],
  conditions: readonly Condition[],
  now: number,
): Alert[] {
  const active = new Map(conditions.map((condition) => [condition.key, condition]));
  const kept = alerts.map((alert) => settle(alert, active.get(alert.key), now));
  const known = new Set(alerts.map((alert) => alert.key));
  const fresh = [...active.values()]
    .filter((condition) => !known.has(condition.key))
    .map((condition) => newAlert(condition, now));
  return bounded([...fresh, ...kept]);
}

function settle(alert: Alert, condition: Condition | undefined, now: number): Alert {
  if (!condition) {
    return alert.clearedAt === null ? { ...alert, clearedAt: now } : alert;
  }
  if (alert.clearedAt === null) return alert;
  const again = now - alert.at >= QUIET_SECONDS;
  return again ? newAlert(condition, now) : { ...alert, clearedAt: null };
}

function newAlert(condition: Condition, now: number): Alert {
  return { ...condition, at: now, pending: ['native', 'inApp'], clearedAt: null };
}

/** Past the bound the oldest ended ones go first; one that still waits to be announced never goes. */
function bounded(alerts: Alert[]): Alert[] {
  if (alerts.length <= MOST_ALERTS) return alerts;
  const expendable = alerts
    .filter((alert) => alert.clearedAt !== null && alert.pending.length === 0)
    .sort((a, b) => a.at - b.at)
    .slice(0, alerts.length - MOST_ALERTS);
  const gone = new Set(expendable);
  return alerts.filter((alert) => !gone.has(alert));
}
