import { describe, expect, it } from 'vitest';
import type { Facts } from '../../../src/core/audit/facts';
import { leftFinding, leftOf } from '../../../src/core/audit/left';
import { NOW } from '../../vectors/builders';
import { aHeld, aTarget, listed, someFacts } from '../../vectors/ledger';

const held = aHeld();
const left = (facts: Partial<Facts>) => leftOf(held, aTarget(), someFacts(facts));
const verdict = (said: string, facts: Partial<Facts> = {}, serverTime = NOW) =>
  leftFinding(listed(held, { left: said }), held, aTarget(), {
    facts: someFacts(facts),
    serverTime,
  })[0]?.verdict;

describe('What is left', () => {
  it('is the least of the grant’s period and the lease’s window', () => {
    expect(left({})).toBe(5_000_000n);
    expect(left({ periodLeft: () => 7n })).toBe(7n);
    expect(left({ budget: () => ({ floor: 1n, units: 20_000n }) })).toBe(3_000_000n);
    expect(left({ budget: () => ({ floor: 1n, units: 99_999n }) })).toBe(0n);
  });

  it('shrinks with the phase the oracle names', () => {
    const phase = (name: 'conservation' | 'declining' | 'terminal') =>
      left({ vitality: () => ({ phase: name, reportedAt: NOW }) });

    expect([phase('conservation'), phase('declining'), phase('terminal')]).toEqual([
      2_500_000n,
      500_000n,
      0n,
    ]);
  });

  it('is not known when a counter was not answered', () => {
    expect(left({ periodLeft: () => null })).toBeNull();
    expect(left({ budget: () => null })).toBeNull();
  });
});

describe('What the server says is left', () => {
  it('differs only when it is more than the chain has', () => {
    expect(verdict('5000000')).toBe('verified');
    expect(verdict('1')).toBe('verified');
    expect(verdict('5000001')).toBe('differs');
  });

  it('is not judged across the moment at which a counter starts again', () => {
    const start = held.grant.startAt;
    const facts = { time: start + 86_399, periodLeft: () => 0n };

    expect(verdict('5000000', facts, start + 86_400)).toBe('unproven');
    expect(verdict('5000000', { ...facts, time: start + 10 }, start + 11)).toBe('differs');
  });

  it('of a revoked permission is not judged', () => {
    const revoked = listed(held, { left: '9', revokedAt: NOW });

    expect(leftFinding(revoked, held, aTarget(), { facts: someFacts(), serverTime: NOW })).toEqual(
      [],
    );
  });
});
