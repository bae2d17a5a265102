// The full edition's alerts: the life of a cause, each named by the entry of its kind.
import type { Alert } from '../memory/alert';
import { type Present, reconcileBy } from './alert-life';
import { keyOf } from './kinds';

export function reconcileAlerts(alerts: readonly Alert[], present: Present, now: number): Alert[] {
  return reconcileBy(keyOf, alerts, present, now);
}
