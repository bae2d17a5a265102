import { describe, expect, it } from 'vitest';
import type { WorstCase } from '../../../src/core/delegations/pots';
import { worstCaseWords } from '../../../src/core/delegations/worst-case-words';
import { BASE, NOW, OWNER, USDC_ON_BASE } from '../../vectors/builders';

const aWorstCase = (over: Partial<WorstCase> = {}): WorstCase => ({
  chainId: BASE,
  account: OWNER,
  token: USDC_ON_BASE,
  now: { uncapped: 10_000_000n, held: null },
  anyDay: { uncapped: 20_000_000n, held: null },
  untilEnd: { uncapped: 70_000_000n, held: null },
  endsAt: NOW,
  endBlock: null,
  unmetered: false,
  weighed: false,
  ...over,
});

describe('the worst case in words', () => {
  it('says what can be lost at once, in the worst day and until the end', () => {
    expect(worstCaseWords(aWorstCase())).toBe(
      'Worst case on Base if every key is stolen: 10 USDC at once, 20 USDC in 24 hours, 70 USDC by 21 Sep 2026 14:13 UTC.',
    );
  });

  it('puts what is held now beside the uncapped figure', () => {
    const text = worstCaseWords(
      aWorstCase({
        now: { uncapped: 20_000_000n, held: 3_000_000n },
        untilEnd: { uncapped: 70_000_000n, held: 3_000_000n },
      }),
    );

    expect(text).toContain(': 20 USDC (3 USDC of what you hold now) at once, ');
    expect(text).toContain(', 70 USDC (3 USDC of what you hold now) by 21 Sep 2026 14:13 UTC.');
  });

  it('says unlimited, endless and tiny as such', () => {
    const gas = aWorstCase({
      token: null,
      now: { uncapped: 1n, held: 1n },
      anyDay: { uncapped: 1n, held: 1n },
      untilEnd: { uncapped: 'unlimited', held: null },
      endsAt: null,
    });

    expect(worstCaseWords(gas)).toBe(
      'Worst case on Base if every key is stolen: less than 0.000001 ETH at once, any amount of ETH without end.',
    );
    expect(worstCaseWords(aWorstCase({ token: 'any' }))).toContain('every token of the account');
  });
});
