import { describe, expect, it } from 'vitest';
import { healthWords, leftWords, phaseWords } from '../../../src/core/watch/words';
import { aHash, anAddress, aPermission, NOW, SESSION_KEY } from '../../vectors/builders';

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
