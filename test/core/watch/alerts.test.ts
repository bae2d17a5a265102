import { describe, expect, it } from 'vitest';
import type { Alert } from '../../../src/core/memory/state';
import type { Present } from '../../../src/core/watch/alert-life';
import { reconcileAlerts } from '../../../src/core/watch/alerts';
import { NOW } from '../../vectors/builders';
import { aCause, anAlert, named } from '../../vectors/memory';

const HOUR = 3600;
const PRESENT: Present = { causes: [aCause()], isUndecided: () => false };
const ABSENT: Present = { causes: [], isUndecided: () => false };

function announced(over: Partial<Alert> = {}): Alert {
  return anAlert({ pending: [], ...over });
}

function one(alerts: Alert[]): Alert {
  expect(alerts).toHaveLength(1);
  return alerts[0] as Alert;
}

describe('A cause', () => {
  it('that is new waits to be announced on both channels', () => {
    expect(reconcileAlerts([], PRESENT, NOW)).toEqual([anAlert()]);
  });

  it('that lasts stays quiet, for ever', () => {
    const alert = announced();

    expect(reconcileAlerts([alert], PRESENT, NOW + 1000 * HOUR)).toEqual([alert]);
  });

  it('that ended is marked with the time it ended, once', () => {
    const ended = reconcileAlerts([announced()], ABSENT, NOW + 5);

    expect(ended).toEqual([announced({ clearedAt: NOW + 5 })]);
    expect(reconcileAlerts(ended, ABSENT, NOW + 10)).toEqual(ended);
  });

  it('that ended before it was announced still waits: nothing is lost', () => {
    expect(one(reconcileAlerts([anAlert()], ABSENT, NOW + 5)).pending).toEqual(['native', 'inApp']);
  });

  it('that comes back after an hour is news again, in its new words', () => {
    const causes = { ...PRESENT, causes: [aCause({ body: 'Vitality 3.' })] };

    expect(
      one(reconcileAlerts([announced({ clearedAt: NOW + 5 })], causes, NOW + HOUR)),
    ).toMatchObject({
      at: NOW + HOUR,
      body: 'Vitality 3.',
      pending: ['native', 'inApp'],
    });
  });

  it('that cannot be judged neither ends nor begins', () => {
    const undecided: Present = { causes: [], isUndecided: () => true };

    expect(reconcileAlerts([announced()], undecided, NOW + HOUR)).toEqual([announced()]);
    expect(reconcileAlerts([], undecided, NOW)).toEqual([]);
  });
});

describe('A cause that flickers', () => {
  const back = one(reconcileAlerts([announced({ clearedAt: NOW + 300 })], PRESENT, NOW + 600));

  it('is quiet within the hour and shown as lasting', () => {
    expect(back).toMatchObject({ pending: [], clearedAt: null, at: NOW });
    expect(reconcileAlerts([back], PRESENT, NOW + HOUR - 1)).toEqual([back]);
  });

  it('is announced after the hour if it is still there', () => {
    const again = one(reconcileAlerts([back], PRESENT, NOW + HOUR));

    expect(again).toMatchObject({ pending: ['native', 'inApp'], quietUntil: null, at: NOW + HOUR });
    expect(reconcileAlerts([again], PRESENT, NOW + 9 * HOUR)).toEqual([again]);
  });

  it('is not announced if it ended again', () => {
    const ended = reconcileAlerts([back], ABSENT, NOW + 900);

    expect(one(reconcileAlerts(ended, ABSENT, NOW + 2 * HOUR)).pending).toEqual([]);
  });

  it('before its first announcement is announced once', () => {
    const waiting = reconcileAlerts([anAlert({ clearedAt: NOW + 300 })], PRESENT, NOW + 600);

    expect(one(waiting)).toEqual(anAlert());
  });

  it('is not silenced for years by a clock that was set back', () => {
    const future = announced({ at: NOW + 1000 * HOUR, clearedAt: NOW + 1001 * HOUR });

    expect(one(reconcileAlerts([future], PRESENT, NOW)).pending).toEqual(['native', 'inApp']);
  });
});

describe('The history of alerts is bounded', () => {
  const many = (count: number, over: Partial<Alert>) =>
    Array.from({ length: count }, (_, n) => anAlert({ ...named(`k-${n}`), at: NOW + n, ...over }));

  it('at 600: the oldest that ended and were announced go', () => {
    const kept = reconcileAlerts(many(700, { pending: [], clearedAt: NOW }), PRESENT, NOW);

    expect(kept).toHaveLength(600);
    expect(kept.some((alert) => alert.point?.what === 'k-100')).toBe(false);
    expect(kept.some((alert) => alert.point?.what === 'k-101')).toBe(true);
    expect(kept.some((alert) => alert.kind === 'declining')).toBe(true);
  });

  it('but never by one that lasts, nor by one that waits', () => {
    const causes = many(700, {}).map(({ kind, point }) => aCause({ kind, point }));

    expect(reconcileAlerts(many(700, { pending: [] }), { ...ABSENT, causes }, NOW)).toHaveLength(
      700,
    );
    expect(reconcileAlerts(many(700, { clearedAt: NOW }), ABSENT, NOW)).toHaveLength(700);
  });

  it('beyond all measure, so that no server can fill the wallet of an owner who refuses notices', () => {
    expect(reconcileAlerts(many(9000, { clearedAt: NOW }), ABSENT, NOW)).toHaveLength(5000);
  });
});

describe('A death that was reported and is then proven', () => {
  const cause = (rank: number) => aCause({ kind: 'died', rank });
  const causes = (...ranks: number[]) => ({
    causes: ranks.map(cause),
    isUndecided: () => false,
  });

  it('is announced again, also soon after the report was denied; proven once, never twice', () => {
    const [reported] = reconcileAlerts([], causes(2), NOW);
    const told = [{ ...(reported as Alert), pending: [] }];
    const denied = reconcileAlerts(told, causes(), NOW + 60);

    const proven = reconcileAlerts(denied, causes(0), NOW + 120);

    expect(proven).toMatchObject([{ rank: 0, pending: ['native', 'inApp'], clearedAt: null }]);
    const after = proven.map((alert) => ({ ...alert, pending: [] }));
    expect(reconcileAlerts(after, causes(2), NOW + 180)).toMatchObject([{ rank: 0, pending: [] }]);
  });
});
