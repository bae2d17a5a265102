// Every text of a notice fits into the wallet, whatever the Golems are called and however many there are.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { State } from '../../../src/core/memory/state';
import { withAlerts } from '../../../src/core/watch/absorb';
import { keyOf } from '../../../src/core/watch/kinds';
import { IN_APP_LIMIT, NATIVE_LIMIT } from '../../../src/core/watch/schedule';
import { aGolem, aPermission, NOW } from '../../vectors/builders';
import { aClaim, aLeaseRecord, aProof, aRecord, aState, aVital } from '../../vectors/memory';
import { plan, waiting } from './waiting';

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
    what: 'terms',
    of: `${owner}-${n}`,
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
    const kinds = new Set(alerts.map((alert) => alert.kind));
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
          const unique = some.map((alert, n) => ({
            ...alert,
            kind: 'lie',
            point: { what: `${keyOf(alert)}`, of: `${n}` },
          }));
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
