import { describe, expect, it } from 'vitest';
import type { WorstCase } from '../../../src/core/delegations/worst-case';
import { worstCaseLines } from '../../../src/core/delegations/worst-case-words';
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
    expect(worstCaseLines(aWorstCase())).toEqual([
      'If every key is stolen now, 10 USDC can be lost on Base at once.',
      'Within 24 hours it can be 20 USDC at the worst.',
      'If nobody ends it: 70 USDC until 21 Sep 2026 14:13 UTC.',
    ]);
  });

  it('puts what is held now beside the uncapped figure', () => {
    const [now, day] = worstCaseLines(
      aWorstCase({
        now: { uncapped: 20_000_000n, held: 3_000_000n },
        untilEnd: { uncapped: 70_000_000n, held: 3_000_000n },
      }),
    );

    expect(now).toContain('20 USDC, 3 USDC by what you hold now, can be lost');
    expect(day).toBe(
      'If nobody ends it: 70 USDC, 3 USDC by what you hold now, until 21 Sep 2026 14:13 UTC.',
    );
  });

  it('says unlimited, endless and tiny as such', () => {
    const gas = aWorstCase({
      token: null,
      now: { uncapped: 1n, held: 1n },
      anyDay: { uncapped: 1n, held: 1n },
      untilEnd: { uncapped: 'unlimited', held: null },
      endsAt: null,
    });

    expect(worstCaseLines(gas)).toEqual([
      'If every key is stolen now, less than 0.000001 ETH can be lost on Base at once.',
      'If nobody ends it: any amount of ETH without end.',
    ]);
    expect(worstCaseLines(aWorstCase({ token: 'any' }))[0]).toContain('every token of the account');
  });
});
