import { describe, expect, it } from 'vitest';
import type { WorstCase } from '../../../src/core/delegations/worst-case';
import { worstCaseLines } from '../../../src/core/delegations/worst-case-words';
import { BASE, NOW, OWNER, USDC_ON_BASE } from '../../vectors/builders';

const aWorstCase = (over: Partial<WorstCase> = {}): WorstCase => ({
  chainId: BASE,
  account: OWNER,
  token: USDC_ON_BASE,
  today: { uncapped: 10_000_000n, held: null },
  anyDay: { uncapped: 20_000_000n, held: null },
  untilExpiry: { uncapped: 70_000_000n, held: null },
  endsAt: NOW,
  ...over,
});

describe('the worst case in words', () => {
  it('says today, the worst day and the end', () => {
    expect(worstCaseLines(aWorstCase())).toEqual([
      'If every key is stolen now, 10 USDC can be lost on Base within 24 hours.',
      'Around a reset it can be 20 USDC within 24 hours.',
      'If nobody ends it: 70 USDC until 21 Sep 2026 14:13 UTC.',
    ]);
  });

  it('puts what is held now beside the uncapped figure', () => {
    const [today, day] = worstCaseLines(
      aWorstCase({
        today: { uncapped: 20_000_000n, held: 3_000_000n },
        untilExpiry: { uncapped: 70_000_000n, held: 3_000_000n },
      }),
    );

    expect(today).toContain('20 USDC, 3 USDC by what you hold now, can be lost');
    expect(day).toBe(
      'If nobody ends it: 70 USDC, 3 USDC by what you hold now, until 21 Sep 2026 14:13 UTC.',
    );
  });

  it('says unlimited and endless as such, and rounds up', () => {
    const gas = aWorstCase({
      token: null,
      today: { uncapped: 1n, held: 1n },
      anyDay: { uncapped: 1n, held: 1n },
      untilExpiry: { uncapped: 'unlimited', held: null },
      endsAt: null,
    });

    expect(worstCaseLines(gas)).toEqual([
      'If every key is stolen now, 0.000001 ETH can be lost on Base within 24 hours.',
      'If nobody ends it: any amount of ETH for ever: it has no end.',
    ]);
    expect(worstCaseLines(aWorstCase({ token: 'any' }))[0]).toContain('every token of the account');
  });
});
