// The scheduler of notices against the wallet's own rate limits, restarts, refusals and clocks.
import { describe, expect, it } from 'vitest';
import { emptyState } from '../../../src/core/memory/state';
import { BOTH_CHANNELS } from '../../../src/core/watch/cause';
import { markSent, planNotices, requeue } from '../../../src/core/watch/notices';
import { hasRoom } from '../../../src/core/watch/schedule';
import { NOW } from '../../vectors/builders';
import { anAlert, aState, named } from '../../vectors/memory';
import { leases, plan, waiting } from './waiting';

describe('Within the budget', () => {
  it('each alert is a notice of its own', () => {
    const { inApp } = plan(waiting(2));

    expect(inApp.map((notice) => notice.message)).toEqual(['Title 0. Body 0', 'Title 1. Body 1']);
    const page = ['The control plane reports it.'];
    const link = { page: 'golem', golem: 'atlas' };
    expect(inApp[0]).toMatchObject({ keys: ['contradiction:k-0'], link, title: 'Decline', page });
  });

  it('the worst goes first, the older of two equals before the newer', () => {
    const alerts = waiting(3, (n) => ({ rank: [5, 0, 5][n] ?? 9, at: NOW - n }));

    expect(plan(alerts).inApp.map((notice) => notice.keys[0])).toEqual(
      ['k-1', 'k-2', 'k-0'].map((name) => `contradiction:${name}`),
    );
  });

  it('an alert goes out only on the channels it still waits for', () => {
    const { native, inApp } = plan(waiting(1, () => ({ pending: ['inApp'] })));

    expect([native.length, inApp.length]).toEqual([0, 1]);
  });
});

describe('Beyond the budget', () => {
  it('the rest is merged into the last notice, and nothing waits', () => {
    const { native, inApp } = plan(waiting(30));

    expect(native.map((notice) => notice.message)).toEqual(['Native 0 (+29 more)']);
    expect(inApp.map((notice) => notice.keys.length)).toEqual([1, 1, 1, 27]);
    expect(inApp[3]).toMatchObject({ title: '27 alerts', link: null });
  });

  it('nothing goes out when none is left, and all when the window has passed', () => {
    const sent = { native: [NOW], inApp: [NOW, NOW, NOW, NOW] };

    expect(plan(waiting(1), sent, NOW + 57)).toEqual({ native: [], inApp: [] });
    expect(plan(waiting(1), sent, NOW + 58).inApp).toHaveLength(1);
    expect(plan(waiting(1), sent, NOW + 289).native).toHaveLength(0);
    expect(plan(waiting(1), sent, NOW + 290).native).toHaveLength(1);
  });

  it('times of a clock that was set back do not use up the budget', () => {
    expect(plan(waiting(1), { native: [NOW + 999, NOW + 999], inApp: [] }).native).toHaveLength(1);
  });
});

describe('A death', () => {
  const death = (n: number) =>
    anAlert({ ...named(`died-${n}`), rank: 0, native: `Golem ${n} is dead` });
  const messages = ({ native }: ReturnType<typeof plan>) => native.map(({ message }) => message);

  it('goes out at once after lesser news of the last minutes, whatever their number', () => {
    let state = aState({ alert_history: waiting(40), leases });
    state = markSent(state, planNotices(state, NOW), NOW);
    state = { ...state, alert_history: [...waiting(9, (n) => named(`more-${n}`)), death(1)] };

    const { native, inApp } = plan(state.alert_history, state.sent, NOW + 20);

    expect(native.map(({ keys }) => keys)).toEqual([['contradiction:died-1']]);
    expect(inApp.map(({ keys }) => keys)).toEqual([['contradiction:died-1']]);
  });

  it('leaves room for the next one: lesser news waits, and is not lost', () => {
    const alerts = [...waiting(3), death(1)];
    const first = plan(alerts);
    const state = aState({ alert_history: [...alerts, death(2)], leases });
    const after = markSent(state, planNotices({ ...state, alert_history: alerts }, NOW), NOW);

    expect(messages(first)).toEqual(['Golem 1 is dead']);
    expect(messages(plan(after.alert_history, after.sent, NOW + 60))).toEqual(['Golem 2 is dead']);
    expect(messages(plan(after.alert_history, after.sent, NOW + 290))).toEqual(['Golem 2 is dead']);
    const told = markSent(after, planNotices(after, NOW + 60), NOW + 60);
    expect(messages(plan(told.alert_history, told.sent, NOW + 350))).toEqual([
      'Native 0 (+2 more)',
    ]);
  });

  it('among many is named with the others, never under "alerts" without a word of death', () => {
    const long = { native: `${'M'.repeat(24)} is reported dead` };
    const alerts = [...waiting(5), ...[1, 2, 3].map((n) => ({ ...death(n), ...long }))];

    expect(messages(plan(alerts))).toEqual([
      long.native,
      '2 Golems dead or reported so. Open MetaMask.',
    ]);
  });

  it('is spelled out alone only where the others surely have a place too', () => {
    const alerts = [1, 2, 3].map(death);
    // A second before the wallet's window of 300 is over: of two places believed in, the second would be refused.
    const early = { native: [NOW - 299], inApp: [NOW - 59, NOW - 59, NOW - 59, NOW - 59] };

    const { native, inApp } = plan(alerts, early);

    expect([native, inApp].map((all) => all.map(({ keys }) => keys.length))).toEqual([[3], [3]]);
    expect(messages(plan(alerts, { native: [NOW - 301], inApp: [] }))).toHaveLength(2);
    expect(messages(plan(alerts, { native: [NOW - 299, NOW - 299], inApp: [] }))).toHaveLength(1);
  });

  it('remembers what was sent for as long as the wallet does', () => {
    const state = aState({ alert_history: [death(1)], leases });
    const before = { ...state, sent: { native: [NOW - 300], inApp: [NOW - 60] } };

    const { sent } = markSent(before, planNotices(before, NOW), NOW);

    expect(sent).toEqual({ native: [NOW - 300, NOW], inApp: [NOW - 60, NOW] });
  });

  it('is not kept waiting by tests the owner asks for', () => {
    expect(hasRoom({ sent: { native: [], inApp: [] } }, BOTH_CHANNELS, NOW)).toBe(true);
    expect(hasRoom({ sent: { native: [NOW - 9], inApp: [] } }, BOTH_CHANNELS, NOW)).toBe(false);
    expect(hasRoom({ sent: { native: [NOW - 290], inApp: [] } }, BOTH_CHANNELS, NOW)).toBe(true);
  });
});

describe('Sending', () => {
  it('marks what goes out before it goes out', () => {
    const state = aState({ alert_history: waiting(3) });
    const notices = planNotices(state, NOW).filter((notice) => notice.channel === 'native');

    const marked = markSent(state, notices, NOW);

    expect(marked.alert_history.map((alert) => alert.pending)).toEqual([
      ['inApp'],
      ['inApp'],
      ['inApp'],
    ]);
    expect(marked.sent.native).toEqual([NOW]);
  });

  it('puts back what the wallet refused, on that channel only', () => {
    const state = aState({ alert_history: waiting(2) });
    const notices = planNotices(state, NOW);
    const refused = notices.filter(
      (notice) => notice.channel === 'inApp' && notice.keys.includes('contradiction:k-1'),
    );

    const after = requeue(markSent(state, notices, NOW), refused);

    expect(after.alert_history.map((alert) => alert.pending)).toEqual([[], ['inApp']]);
    expect(requeue(after, refused)).toEqual(after);
  });

  it('takes no place in the window when the wallet refused it', () => {
    const state = { ...emptyState(), alert_history: waiting(1) };
    const notices = planNotices(state, NOW);

    const after = requeue(markSent(state, notices, NOW), notices);

    expect(after.sent).toEqual({ native: [], inApp: [] });
    expect(planNotices(after, NOW + 1)).toEqual(notices);
  });
});
