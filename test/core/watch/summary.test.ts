import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyState } from '../../../src/core/memory/state';
import { summaryOf } from '../../../src/core/watch/summary';
import { aGolem, aHash, aPermission, NOW, OWNER, SESSION_KEY } from '../../vectors/builders';
import { anAlert, aProof, aRecord, aState, TOKEN } from '../../vectors/memory';

describe('What the Portal gets', () => {
  it('is the status with our own judgement', () => {
    expect(summaryOf(aState({ alert_history: [anAlert({ pending: [] })] }), NOW)).toEqual({
      connected: true,
      owner: OWNER,
      lastFetchAt: NOW,
      failure: null,
      golems: [
        {
          id: 'atlas',
          name: 'Atlas',
          phase: 'thriving',
          vitality: 90,
          health: 'healthy',
          listing: 'listed',
          revoking: false,
          leftToday: '8000000',
          cap: '10000000',
          expiresAt: NOW + 6 * 86_400,
          lastHeartbeatAt: NOW - 60,
          canSpend: null,
          checked: null,
          claims: [],
        },
      ],
      alerts: [
        {
          key: 'declining:atlas',
          at: NOW,
          title: 'Atlas is declining',
          body: 'A declining Golem is limited to 10 % of its cap.',
          golem: 'atlas',
        },
      ],
      contradictions: [],
      chains: [],
      source: 'control plane, not checked on chain',
    });
  });

  it('is called checked only when no chain is silent', () => {
    const head = (chainId: number, problem: string | null) => ({
      ...{ chainId, seen: null, problem },
      failing: 0,
      doubt: null,
    });
    const sourceOf = (...heads: ReturnType<typeof head>[]) =>
      summaryOf(aState({ heads }), NOW).source;

    expect(sourceOf(head(8453, null), head(84_532, null))).toMatch(/, checked on chain$/);
    expect(sourceOf(head(8453, null), head(84_532, 'no answer'))).toMatch(/not checked on chain$/);
    expect(sourceOf()).toMatch(/not checked on chain$/);
  });

  it('is not called checked by an old block, and the chain says why', () => {
    const seen = { block: 7, time: NOW - 7200, at: NOW };
    const heads = [{ chainId: 8453, seen, problem: null, failing: 0, doubt: null }];
    const { source, chains, golems } = summaryOf(
      aState({ heads, claims: [aProof({ seen })] }),
      NOW,
    );

    expect(source).toMatch(/not checked on chain$/);
    expect(chains[0]?.problem).toBe("its newest is block 7, 2 h old by this computer's clock");
    expect(golems[0]?.checked).toEqual({ block: 7, at: NOW - 7200 });
  });

  it('is an empty house before the first connection', () => {
    expect(summaryOf(emptyState(), NOW)).toMatchObject({
      connected: false,
      owner: null,
      golems: [],
    });
  });

  it('counts by the tightest link and the phase', () => {
    const lease = {
      generation: 1,
      budgetId: aHash(1),
      sessionKey: SESSION_KEY,
      cap: '4000000',
      expiresAt: NOW + 7200,
    };
    const state = aState({
      golems: [aRecord({ golem: aGolem({ phase: 'conservation' }) })],
      permissions: [aPermission({ lease })],
    });

    expect(summaryOf(state, NOW).golems[0]).toMatchObject({
      leftToday: '2000000',
      cap: '4000000',
      expiresAt: NOW + 7200,
      health: 'critical',
    });
  });
});

describe('The Portal', () => {
  it('hears no judgement by time when clocks disagree', () => {
    const state = aState({
      server_time: NOW + 7200,
      permissions: [aPermission({ expiresAt: NOW - 1 })],
    });

    expect(summaryOf(state, NOW).golems[0]?.health).toBe('unknown');
  });

  it('gets plain JSON and no token, whatever else the memory holds', () => {
    const kinds = ['rejected', 'slow', 'other-owner'] as const;
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Za-z0-9_-]{20,64}$/),
        fc.constantFrom(...kinds),
        (token, kind) => {
          const state = aState({
            auth_token: token,
            failure: { kind, detail: 'x', at: NOW, count: 1, since: NOW },
            set_aside: { at: NOW, reason: 'x', raw: JSON.stringify({ auth_token: token }) },
          });
          const summary = summaryOf(state, NOW);

          expect(JSON.parse(JSON.stringify(summary))).toEqual(summary);
          expect(JSON.stringify(summary)).not.toContain(token);
        },
      ),
    );
    expect(JSON.stringify(summaryOf(aState(), NOW))).not.toContain(TOKEN);
  });
});
