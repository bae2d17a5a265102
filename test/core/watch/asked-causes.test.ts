import { describe, expect, it } from 'vitest';
import type { State } from '../../../src/core/memory/state';
import { withAlerts } from '../../../src/core/watch/absorb';
import { causesOf } from '../../../src/core/watch/causes';
import { golemListOf } from '../../../src/core/watch/golem-list';
import { alertTitles } from '../../../src/core/watch/home';
import { keyOf } from '../../../src/core/watch/kinds';
import { markSent, planNotices } from '../../../src/core/watch/notices';
import { aGolem, anAddress, aWaiting, NOW } from '../../vectors/builders';
import { aLeaseRecord, aRecord, aState, aVital } from '../../vectors/memory';

const CLOCK = { now: NOW, skew: 0 };
const asks = (over: Partial<State>) =>
  causesOf(aState(over), CLOCK).filter(({ kind }) => kind === 'asks');
const strangers = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) =>
    aWaiting({ id: `s-${from + n}`, golem: `stranger-${from + n}`, knownKey: false }),
  );

describe('The notice of what waits', () => {
  it('leads to the page of the request, and to the Golem’s for a new key', () => {
    const golem = aGolem({ rotation: { key: anAddress(0x5f), askedAt: NOW } });
    const state = withAlerts(aState({ golems: [aRecord({ golem })], waiting: [aWaiting()] }), NOW);
    const links = state.alert_history.map((one) => {
      const [notice] = planNotices({ ...state, alert_history: [one] }, NOW);
      return notice?.link;
    });
    expect(links).toEqual([
      { page: 'golem', golem: 'atlas' },
      { page: 'request', request: 'd1'.repeat(32) },
    ]);
  });

  it('doubts a key it does not know, and gives the code to compare', () => {
    const waiting = [aWaiting({ kind: 'key', knownKey: false, code: 'BARD-7F3A-K9QX' })];
    expect(asks({ waiting })).toMatchObject([
      {
        native: 'Somebody asks as Atlas',
        title: 'Somebody asks as Atlas for a new key',
        body: 'You have not approved this key, and names can be faked. Compare its code BARD-7F3A-K9QX with what your agent prints.',
      },
    ]);
  });

  it('is one for all strangers, however many they are and however often they change', () => {
    let state = aState({ waiting: strangers(200), leases: [aLeaseRecord()] });
    const sent: string[] = [];
    for (let check = 0; check < 6; check += 1) {
      const now = NOW + check * 300;
      const waiting = strangers(200, check * 200);
      state = withAlerts({ ...state, waiting, server_time: now, last_fetch_at: now }, now);
      const notices = planNotices(state, now);
      sent.push(...notices.map(({ message }) => message));
      state = markSent(state, notices, now);
    }
    const told = sent.filter((one) => /not listed/.test(one));
    expect(told).toHaveLength(2);
    expect(told.join()).toContain('200 requests of Golems that are not listed');
  });

  it('never takes the place of a death', () => {
    const golem = aGolem({ id: 'ember', name: 'Ember' });
    const records = Array.from({ length: 60 }, (_, n) =>
      aRecord({ golem: aGolem({ id: `g-${n}`, name: `G ${n}` }) }),
    );
    const waiting = records.map((one, n) => aWaiting({ id: `w-${n}`, golem: one.golem.id }));
    const flooded = aState({
      ...{ waiting, golems: [...records, aRecord({ golem })] },
      ...{ leases: [aLeaseRecord({ golem: 'ember' })] },
      vitals: [aVital({ golem: 'ember', phase: 'terminal' })],
    });
    const [native] = planNotices(withAlerts(flooded, NOW), NOW);
    expect(native?.message).toContain('Ember is dead');
  });

  it('ends when it is answered, and is new when something else is asked', () => {
    const asked = withAlerts(aState({ waiting: [aWaiting()] }), NOW);
    expect(asked.alert_history.filter(({ clearedAt }) => clearedAt === null)).toHaveLength(1);
    const { waiting: _answered, ...rest } = asked;
    const over = withAlerts(rest, NOW + 300);
    expect(over.alert_history.filter(({ clearedAt }) => clearedAt === null)).toEqual([]);
    const other = asks({ waiting: [aWaiting({ kind: 'payment' })] });
    expect(other.map(keyOf)).not.toEqual(asks({ waiting: [aWaiting()] }).map(keyOf));
  });

  it('puts no Golem among the troubled, and stands in no list of alerts', () => {
    const state = withAlerts(aState({ waiting: [aWaiting()] }), NOW);
    expect(golemListOf(state, CLOCK)[0]?.standing).toBe('well');
    expect(alertTitles(state)).toEqual([]);
  });
});
