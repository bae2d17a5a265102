import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { State } from '../../../src/core/memory/state';
import { parseState } from '../../../src/core/memory/stored';
import { withAlerts } from '../../../src/core/watch/absorb';
import { ALWAYS_DECIDED, type AlertKind, BOTH_CHANNELS, RANK } from '../../../src/core/watch/cause';
import { causesOf } from '../../../src/core/watch/causes';
import { entryOf, KINDS, keyOf } from '../../../src/core/watch/kinds';
import { planNotices } from '../../../src/core/watch/notices';
import { IN_APP_LIMIT, NATIVE_LIMIT } from '../../../src/core/watch/schedule';
import { aGolem, anAddress, aWaiting, NOW } from '../../vectors/builders';
import { anAlert, aRecord, aState } from '../../vectors/memory';

const NEXT_KEY = anAddress(0x5f);

/** Each kind lasts in one of them. Whoever adds a kind adds the state that brings it about. */
const SCENES: State[] = [
  ...(JSON.parse(readFileSync('test/vectors/states/version-3.json', 'utf8')) as unknown[]).map(
    (stored) => parseState(stored, NOW),
  ),
  withAlerts(
    aState({
      golems: [aRecord({ golem: aGolem({ rotation: { key: NEXT_KEY, askedAt: NOW - 60 } }) })],
      waiting: [
        aWaiting({ id: 'r-1' }),
        aWaiting({ id: 'r-2', kind: 'key', knownKey: false }),
        aWaiting({ id: 'r-3', golem: 'stranger', knownKey: false }),
      ],
    }),
    NOW,
  ),
];

const CLOCK = { now: NOW, skew: 0 };
const found = (state: State, clock: { now: number | null; skew: number } = CLOCK) =>
  causesOf(state, clock);
const all = SCENES.flatMap((state) => found(state));

describe('Every kind of alert', () => {
  it('has a scene that brings it about, and every cause is of a kind of the table', () => {
    expect([...new Set(all.map(({ kind }) => kind))].sort()).toEqual(Object.keys(KINDS).sort());
  });

  it.each(Object.entries(KINDS))(
    '%s says all that a notice needs, within the limits',
    (kind, entry) => {
      expect(Object.values<number>(RANK)).toContain(entry.rank);
      expect(entry.label).not.toBe('');
      expect([undefined, 'succession']).toContain(entry.link);
      for (const one of all.filter((cause) => cause.kind === kind)) {
        expect(one.native.length).toBeGreaterThan(0);
        expect(one.native.length).toBeLessThanOrEqual(NATIVE_LIMIT);
        expect(`${one.title}. ${one.body}`.length).toBeLessThanOrEqual(IN_APP_LIMIT);
        expect(one.title).not.toMatch(/\.$/);
        expect(one.more).not.toBe('');
        for (const field of entry.by) expect(one[field], `${kind} by ${field}`).not.toBeNull();
      }
    },
  );

  it.each(Object.entries(KINDS))(
    '%s leads to its page, and is one cause for each identity',
    (kind, entry) => {
      for (const state of SCENES) {
        const own = found(state).filter((cause) => cause.kind === kind);
        expect(new Set(own.map(keyOf)).size).toBe(own.length);
        for (const cause of own) {
          const alert = anAlert({ ...cause, pending: [...BOTH_CHANNELS] });
          const sent = { native: [], inApp: [] };
          const [notice] = planNotices({ ...state, leases: [], sent, alert_history: [alert] }, NOW);
          const listed = state.golems.some(({ golem }) => golem.id === cause.golem);
          const page = listed ? { page: entry.link ?? 'golem', golem: cause.golem } : null;
          const asked = cause.request && { page: 'request', request: cause.request };
          expect(notice?.link).toEqual(asked ?? page);
        }
      }
    },
  );

  // An alert that is forgotten while it cannot be judged is announced again when it can.
  it.each([
    ['while no Golem is listed', 'unlisted'],
    ['while the clocks disagree', 'timeless'],
  ] as const)('that goes out of sight %s says that it is undecided then', (_, when) => {
    for (const state of SCENES) {
      const hidden: State = {
        ...state,
        golems: state.golems.map((one) => ({ ...one, listing: 'missing' })),
      };
      const after = when === 'unlisted' ? found(hidden) : found(state, { now: null, skew: 99_999 });
      const still = new Set(after.map(keyOf));
      const gone = found(state).filter((cause) => !still.has(keyOf(cause)));
      expect(gone.filter((cause) => !entryOf(cause).undecided[when]).map(keyOf)).toEqual([]);
    }
  });

  it('comes back in sight without being announced again', () => {
    for (const state of SCENES) {
      const told = state.alert_history.map((alert) => ({ ...alert, pending: [] }));
      const golems = state.golems.map((one) => ({ ...one, listing: 'missing' as const }));
      const hidden = withAlerts({ ...state, golems, alert_history: told }, NOW + 7200);
      const back = withAlerts({ ...state, alert_history: hidden.alert_history }, NOW + 14_400);
      expect(back.alert_history.filter(({ pending }) => pending.length > 0)).toEqual([]);
    }
  });
});

it('An incomplete kind is refused by its type', () => {
  const whole: AlertKind = {
    ...{ rank: RANK.plane, label: 'x', by: [] },
    ...{ undecided: ALWAYS_DECIDED, find: () => [] },
  };
  const { undecided: _undecided, ...forgotten } = whole;
  // @ts-expect-error: whether it is undecided decides whether a notice is repeated
  const incomplete: AlertKind = forgotten;
  expect(Object.keys(whole).length - Object.keys(incomplete).length).toBe(1);
});

it('An alert of a kind that a later version gave up is told apart by all its fields, and is over', () => {
  const alert = anAlert({ kind: 'constructor', pending: [] });
  expect(keyOf(alert)).toBe('constructor:atlas');
  const [state] = SCENES as [State];
  const after = withAlerts({ ...state, alert_history: [alert] }, NOW + 60).alert_history;
  expect(after.find(({ kind }) => kind === 'constructor')?.clearedAt).toBe(NOW + 60);
});
