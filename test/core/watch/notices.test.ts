// The scheduler of notices against the wallet's own rate limits, restarts, refusals and clocks.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Alert, emptyState, type State } from '../../../src/core/memory/state';
import { withAlerts } from '../../../src/core/watch/absorb';
import { reconcileAlerts } from '../../../src/core/watch/alerts';
import {
  type Channel,
  hasRoomForTest,
  IN_APP_LIMIT,
  markSent,
  NATIVE_LIMIT,
  type Notice,
  planNotices,
  requeue,
} from '../../../src/core/watch/notices';
import { aGolem, aPermission, NOW } from '../../vectors/builders';
import {
  aCause,
  aClaim,
  aLeaseRecord,
  anAlert,
  aProof,
  aRecord,
  aState,
  aVital,
} from '../../vectors/memory';

function waiting(count: number, over: (n: number) => Partial<Alert> = () => ({})): Alert[] {
  return Array.from({ length: count }, (_, n) =>
    anAlert({
      key: `k-${n}`,
      title: `Title ${n}`,
      native: `Native ${n}`,
      body: `Body ${n}`,
      ...over(n),
    }),
  );
}

/** Somebody is leased here: only a death that the chain shows has the place that is kept. */
const leases = [aLeaseRecord()];

function plan(alerts: Alert[], sent: State['sent'] = { native: [], inApp: [] }, now = NOW) {
  const notices = planNotices({ alert_history: alerts, sent, leases }, now);
  const of = (channel: Channel) => notices.filter((notice) => notice.channel === channel);
  return { native: of('native'), inApp: of('inApp') };
}

describe('Within the budget', () => {
  it('each alert is a notice of its own', () => {
    const { inApp } = plan(waiting(2));

    expect(inApp.map((notice) => notice.message)).toEqual(['Title 0. Body 0', 'Title 1. Body 1']);
    const page = ['The control plane reports it.'];
    expect(inApp[0]).toMatchObject({ keys: ['k-0'], golem: 'atlas', title: 'Decline', page });
  });

  it('the worst goes first, the older of two equals before the newer', () => {
    const alerts = waiting(3, (n) => ({ rank: [5, 0, 5][n] ?? 9, at: NOW - n }));

    expect(plan(alerts).inApp.map((notice) => notice.keys[0])).toEqual(['k-1', 'k-2', 'k-0']);
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
    expect(inApp[3]).toMatchObject({ title: '27 alerts', golem: null });
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
  const death = (n: number) => anAlert({ key: `died-${n}`, rank: 0, native: `Golem ${n} is dead` });
  const messages = ({ native }: ReturnType<typeof plan>) => native.map(({ message }) => message);

  it('goes out at once after lesser news of the last minutes, whatever their number', () => {
    let state = aState({ alert_history: waiting(40), leases });
    state = markSent(state, planNotices(state, NOW), NOW);
    state = { ...state, alert_history: [...waiting(9, (n) => ({ key: `more-${n}` })), death(1)] };

    const { native, inApp } = plan(state.alert_history, state.sent, NOW + 20);

    expect(native.map(({ keys }) => keys)).toEqual([['died-1']]);
    expect(inApp.map(({ keys }) => keys)).toEqual([['died-1']]);
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

  it('is not kept waiting by tests the owner asks for', () => {
    expect(hasRoomForTest({ sent: { native: [], inApp: [] } }, NOW)).toBe(true);
    expect(hasRoomForTest({ sent: { native: [NOW - 9], inApp: [] } }, NOW)).toBe(false);
    expect(hasRoomForTest({ sent: { native: [NOW - 290], inApp: [] } }, NOW)).toBe(true);
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
      (notice) => notice.channel === 'inApp' && notice.keys.includes('k-1'),
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

/** The longest of everything a server can make us say. */
function worstCase(): State {
  const id = 'm'.repeat(64);
  const heartbeat = { ...aGolem().heartbeat, at: NOW - 400_000, intervalSeconds: 1 } as never;
  const golem = (n: number, name: string, over = {}) =>
    aRecord({
      golem: aGolem({
        id: `${id.slice(0, 60)}${n}`,
        name,
        gasPullsLeft: 0,
        heartbeat,
        knowledgeRecord: id,
        ...over,
      }),
    });
  const name = 'M'.repeat(24);
  const golems = [
    golem(1, name, { phase: 'declining' }),
    golem(2, 'M'.repeat(25), { phase: 'declining' }),
    golem(3, name, { phase: 'terminal' }),
    golem(4, '', { phase: 'terminal' }),
    golem(5, '', {}),
  ];
  const permissions = golems.flatMap(({ golem: { id: owner } }, n) => [
    aPermission({ id: `p-${n}`, golem: owner, left: '0', ...(n === 4 ? { revokedAt: NOW } : {}) }),
  ]);
  const contradictions = golems.map(({ golem: { id: owner } }, n) => ({
    key: `terms:${owner}-${n}`,
    text: `${owner}'s permission changed its cap, expiresAt, token, periodSeconds, startAt, manager, chainId although it is the same signed delegation.`,
    golem: owner,
  }));
  const failure = {
    kind: 'slow' as const,
    detail: 'd'.repeat(120),
    at: NOW,
    count: 9,
    since: NOW - 9999,
  };
  const [first = '', second = '', third = '', fourth = ''] = golems.map(
    (record) => record.golem.id,
  );
  const end = { permission: 'p-1', what: 'lease' as const, words: 'ended by the guardian' };
  const claims = [
    aProof({ golem: first, claims: [aClaim({ verdict: 'contradicted', words: 'w'.repeat(300) })] }),
    aProof({ golem: second, silent: { reportedAt: NOW - 9999 }, ends: [end] }),
    aProof({ golem: fourth, ends: [{ ...end, permission: 'p-3', what: 'grant' }] }),
  ];
  const head = {
    chainId: 4_294_967_295,
    seen: null,
    problem: 'x'.repeat(80),
    failing: 3,
    doubt: null,
  };
  const states: Partial<State>[] = [
    { failure },
    { failure: { ...failure, kind: 'rejected' } },
    { failure: { ...failure, kind: 'other-owner' } },
  ];
  const all = states.map((over) => {
    const unasked = { since: NOW, checks: 3, permissions: 1900, golems: 16, unreached: 4 };
    const vitals = [aVital({ golem: third, phase: 'terminal', chainId: head.chainId })];
    const revoking = [second, fourth].map((golem) => ({ golem, at: NOW }));
    const own = [aLeaseRecord({ golem: third, chainId: head.chainId })];
    const found = { claims, heads: [head], unasked, vitals, revoking, leases: own };
    return withAlerts(aState({ golems, permissions, contradictions, ...found, ...over }), NOW);
  });
  const alert_history = all.flatMap((state) => state.alert_history);
  return { ...aState(), alert_history };
}

describe('Every text fits into the wallet', () => {
  const alerts = worstCase().alert_history;

  it('for every cause and names and ids of maximal length', () => {
    const kinds = new Set(alerts.map((alert) => alert.key.split(':')[0]));
    expect([...kinds].sort()).toEqual([
      'contradiction',
      'critical',
      'declining',
      'died',
      'ended',
      'ended-lease',
      'gas',
      'heartbeat',
      'lie',
      'plane',
      'revoked',
      'silent',
      'token',
      'unasked',
      'unchecked',
    ]);
    for (const alert of alerts) {
      expect(alert.native.length, alert.native).toBeLessThanOrEqual(NATIVE_LIMIT);
      expect(alert.body.length, alert.body).toBeLessThanOrEqual(IN_APP_LIMIT);
      expect(alert.body).not.toMatch(/\(s\)|undefined|NaN|null/);
    }
  });

  it('with its subject and its news first, and a page that adds and does not repeat', () => {
    for (const alert of alerts) {
      const { native, inApp } = plan([alert]);
      const [short, long] = [native[0], inApp[0]];
      const subject = alert.golem
        ? new RegExp(`^(“?M+”?|${alert.golem.slice(0, 15)})`)
        : /^(Bardo|The status|chain \d+|m+\d)/;
      expect(alert.title).toMatch(subject);
      expect(short?.message, 'native is never cut').toBe(alert.native);
      expect(long?.message.startsWith(`${alert.title}. `)).toBe(true);
      expect(long?.title).not.toContain(alert.title);
      const page = long?.page.join(' ') ?? '';
      expect(page).not.toBe('');
      expect(page).not.toContain(alert.title);
    }
  });

  it('and a name that could itself be news is quoted', () => {
    const golems = [aRecord({ golem: aGolem({ name: 'Ember is dead', phase: 'declining' }) })];
    const [alert] = withAlerts(aState({ golems }), NOW).alert_history;

    expect(alert?.title).toBe('“Ember is dead” is declining');
  });

  it('alone or merged, in any number', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...alerts), { minLength: 1, maxLength: 600 }),
        (some) => {
          const unique = some.map((alert, n) => ({ ...alert, key: `${alert.key}:${n}` }));
          const { native, inApp } = plan(unique);
          for (const { message } of native)
            expect(message.length).toBeLessThanOrEqual(NATIVE_LIMIT);
          for (const { message, title, page } of inApp) {
            expect(message.length).toBeLessThanOrEqual(IN_APP_LIMIT);
            expect(title).not.toBe('');
            expect(page.join('')).not.toBe('');
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it('and any longer text is cut', () => {
    const long = waiting(1, () => ({ native: 'n'.repeat(80), body: 'b'.repeat(900) }));

    expect(plan(long).native[0]?.message).toHaveLength(NATIVE_LIMIT);
    expect(plan(long).inApp[0]?.message).toHaveLength(IN_APP_LIMIT);
  });

  it('without a link or markup in it', () => {
    for (const alert of alerts) {
      expect(`${alert.native}${alert.title}${alert.body}`).not.toMatch(/[[\]<>*]|https?:/);
    }
  });
});

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
  const causes = step.present.map((n) => aCause({ key: `k-${n}`, rank: n % 9 }));
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
        for (const n of calm.present) expect(owner.seen.get(`native:k-${n}`)).toBeGreaterThan(0);
        for (const n of new Set(steps.flatMap((step) => step.present))) {
          expect(owner.seen.get(`inApp:k-${n}`)).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('what ended before it could go out is listed as over, and calls nobody', () => {
    const over = anAlert({ clearedAt: NOW + 5 });

    const notices = planNotices(
      { alert_history: [over], sent: { native: [], inApp: [] }, leases },
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

        expect(owner.seen.get('native:k-0')).toBe(1);
        expect(owner.seen.get('inApp:k-0')).toBe(1);
      }),
    );
  });
});
