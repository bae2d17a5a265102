import { describe, expect, it } from 'vitest';
import type { Golem } from '../../../src/core/protocol/status';
import { golemListOf } from '../../../src/core/watch/golem-list';
import {
  healthWords,
  heartbeatAge,
  leftWords,
  phaseWords,
  runwayWords,
} from '../../../src/core/watch/words';
import { aGolem, aHash, anAddress, aPermission, NOW, SESSION_KEY } from '../../vectors/builders';
import { aRecord, aState } from '../../vectors/memory';

const lease = {
  generation: 1,
  budgetId: aHash(1),
  sessionKey: SESSION_KEY,
  cap: '2000000',
  expiresAt: NOW + 7200,
};

describe('What is left', () => {
  it('is said against what the phase allows', () => {
    expect(leftWords(aPermission(), 'thriving')).toBe('8 of 10 USDC left');
    expect(leftWords(aPermission(), 'conservation')).toBe(
      '5 of 5 USDC left (its phase allows 5 of 10)',
    );
    expect(leftWords(aPermission({ left: '400000' }), 'declining')).toBe(
      '0.4 of 1 USDC left (its phase allows 1 of 10)',
    );
    expect(leftWords(aPermission(), 'terminal')).toBe(
      '0 of 0 USDC left (its phase allows 0 of 10)',
    );
  });

  it('is said against the lease where that is tighter', () => {
    expect(leftWords(aPermission({ lease }), 'thriving')).toBe('2 of 2 USDC left');
  });

  it('is in base units for a token Bardo does not know itself', () => {
    expect(leftWords(aPermission({ token: anAddress(0x77) }), 'thriving')).toBe(
      '8,000,000 of 10,000,000 base units left',
    );
  });

  it('is rounded down', () => {
    expect(leftWords(aPermission({ left: '1' }), 'thriving')).toBe('0.000001 of 10 USDC left');
  });
});

describe('A runway', () => {
  it('ends in a time, or at a date when clocks disagree', () => {
    expect(runwayWords(aPermission(), NOW)).toBe('Base · ends in 6 days');
    expect(runwayWords(aPermission(), null)).toBe('Base · until 27 Sep 2026 14:13 UTC');
  });

  it('ends with its lease', () => {
    expect(runwayWords(aPermission({ lease }), NOW)).toBe('Base · ends in 2 h');
  });
});

describe('A heartbeat', () => {
  const age = (heartbeat: Golem['heartbeat'], now: number | null) => {
    const [row] = golemListOf(aState({ golems: [aRecord({ golem: aGolem({ heartbeat }) })] }), {
      now,
      skew: 0,
    });
    return row && heartbeatAge(row, now);
  };

  it('has an age, or a date when clocks disagree', () => {
    expect(age(aGolem().heartbeat, NOW)).toBe('1 min ago');
    expect(age(aGolem().heartbeat, null)).toBe('21 Sep 2026 14:12 UTC');
    expect(age(null, NOW)).toBe('never');
  });

  it('of the future is not fresh', () => {
    expect(age(aGolem().heartbeat, NOW - 7200)).toBe('1 h in the future');
  });
});

it('every health and phase has its words', () => {
  expect(
    (['healthy', 'low', 'critical', 'revoked', 'unknown', null] as const).map(healthWords),
  ).toEqual([
    'healthy',
    'low',
    'critical',
    'revoked',
    'not known (clocks disagree)',
    'no runway yet',
  ]);
  expect((['thriving', 'terminal'] as const).map(phaseWords)).toEqual([
    'thriving',
    'terminal (dead)',
  ]);
});
