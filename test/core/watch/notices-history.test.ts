// Over any sequence of causes, checks, refusals and clock jumps the owner hears of everything, and of nothing twice.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyState, type State } from '../../../src/core/memory/state';
import { reconcileAlerts } from '../../../src/core/watch/alerts';
import type { Channel } from '../../../src/core/watch/cause';
import { markSent, planNotices, requeue } from '../../../src/core/watch/notices';
import type { Notice } from '../../../src/core/watch/schedule';
import { NOW } from '../../vectors/builders';
import { aCause, anAlert, named } from '../../vectors/memory';
import { golems, leases } from './waiting';

type Step = { seconds: number; present: number[]; refuses: boolean[] };

/** What the owner has seen: by cause and channel, the spells in which it was announced. */
class Owner {
  readonly seen = new Map<string, number>();
  take(notice: Notice): void {
    for (const key of notice.keys) {
      const entry = `${notice.channel}:${key}`;
      this.seen.set(entry, (this.seen.get(entry) ?? 0) + 1);
    }
  }
}

function tick(state: State, step: Step, now: number, owner: Owner): State {
  const causes = step.present.map((n) => aCause({ ...named(`k-${n}`), rank: n % 9 }));
  const present = { causes, isUndecided: () => false };
  const alerted = { ...state, alert_history: reconcileAlerts(state.alert_history, present, now) };
  const notices = planNotices(alerted, now);
  const refused = notices.filter((_, n) => step.refuses[n % step.refuses.length]);
  for (const notice of notices) if (!refused.includes(notice)) owner.take(notice);
  return requeue(markSent(alerted, notices, now), refused);
}

const aStep: fc.Arbitrary<Step> = fc.record({
  seconds: fc.oneof(
    fc.constant(300),
    fc.integer({ min: 0, max: 4000 }),
    fc.integer({ min: -90_000, max: 90_000 }),
  ),
  present: fc.uniqueArray(fc.nat(12)),
  refuses: fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
});

describe('Over any sequence of causes, ticks, refusals and clock jumps', () => {
  it('nothing is announced twice while it lasts', () => {
    fc.assert(
      fc.property(fc.array(aStep, { maxLength: 40 }), (steps) => {
        let state = emptyState();
        let now = NOW;
        const owner = new Owner();
        const spells = new Map<number, number>();
        let before: number[] = [];
        for (const step of steps) {
          now += step.seconds;
          for (const n of step.present)
            if (!before.includes(n)) spells.set(n, (spells.get(n) ?? 0) + 1);
          before = step.present;
          state = tick(state, step, now, owner);
          for (const [entry, times] of owner.seen) {
            expect(times).toBeLessThanOrEqual(spells.get(Number(entry.split('-')[1])) ?? 0);
          }
        }
      }),
    );
  });

  it('nothing is lost: once the wallet takes notices again, what lasts was called out and all of it is listed', () => {
    fc.assert(
      fc.property(fc.array(aStep, { maxLength: 40 }), (steps) => {
        let state = emptyState();
        let now = NOW;
        const owner = new Owner();
        for (const step of steps) {
          now += step.seconds;
          state = tick(state, step, now, owner);
        }
        const calm = { seconds: 0, present: steps.at(-1)?.present ?? [], refuses: [false] };
        for (const wait of [7200, 14_400]) state = tick(state, calm, now + wait, owner);

        const lasting = state.alert_history.filter((alert) => alert.clearedAt === null);
        expect(lasting.flatMap((alert) => alert.pending)).toEqual([]);
        for (const n of calm.present)
          expect(owner.seen.get(`native:contradiction:k-${n}`)).toBeGreaterThan(0);
        for (const n of new Set(steps.flatMap((step) => step.present))) {
          expect(owner.seen.get(`inApp:contradiction:k-${n}`)).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('what ended before it could go out is listed as over, and calls nobody', () => {
    const over = anAlert({ clearedAt: NOW + 5 });

    const notices = planNotices(
      { alert_history: [over], sent: { native: [], inApp: [] }, leases, golems },
      NOW + 9,
    );

    expect(notices.map(({ channel }) => channel)).toEqual(['inApp']);
    expect(notices[0]?.message).toBe(`${over.title} (over by now). ${over.body}`);
  });

  it('the wallet’s limits are kept while its clock runs forward', () => {
    const forward = aStep.map((step) => ({
      ...step,
      seconds: Math.abs(step.seconds) % 400,
      refuses: [false],
    }));
    fc.assert(
      fc.property(fc.array(forward, { maxLength: 40 }), (steps) => {
        let state = emptyState();
        let now = NOW;
        const out: { at: number; channel: Channel }[] = [];
        for (const step of steps) {
          now += step.seconds;
          const at = now;
          const owner = { take: (notice: Notice) => out.push({ at, channel: notice.channel }) };
          state = tick(state, step, now, owner as unknown as Owner);
        }
        for (const { at } of out) {
          const within = (channel: Channel, seconds: number) =>
            out.filter((one) => one.channel === channel && one.at >= at && one.at < at + seconds)
              .length;
          expect(within('native', 290)).toBeLessThanOrEqual(2);
          expect(within('inApp', 58)).toBeLessThanOrEqual(5);
        }
      }),
    );
  });

  it('a death that comes alone goes out in the very tick it is known, on both channels', () => {
    const forward = aStep.map((step) => ({
      seconds: Math.abs(step.seconds) % 400,
      present: step.present.filter((n) => n % 9 !== 0),
      refuses: [false],
    }));
    fc.assert(
      fc.property(fc.array(forward, { maxLength: 40 }), fc.nat(399), (steps, wait) => {
        let state: State = { ...emptyState(), leases };
        let now = NOW;
        const owner = new Owner();
        for (const step of steps) {
          now += step.seconds;
          state = tick(state, step, now, owner);
        }
        const present = [...(steps.at(-1)?.present ?? []), 0];

        tick(state, { seconds: 0, present, refuses: [false] }, now + wait, owner);

        expect(owner.seen.get('native:contradiction:k-0')).toBe(1);
        expect(owner.seen.get('inApp:contradiction:k-0')).toBe(1);
      }),
    );
  });
});
