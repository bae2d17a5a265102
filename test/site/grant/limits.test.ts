// What two grants let through together, told only in a time in which both count.
import { describe, expect, it } from 'vitest';
import type { Ask } from '../../../site/grant/draft';
import { everyWords, limitAsked, limitOf, sumOf } from '../../../site/grant/limits';
import { aPermission, NOW, SESSION_KEY } from '../../vectors/builders';

const [DAY, WEEK] = [86_400, 7 * 86_400];
const weekly = aPermission({ cap: '70000000', periodSeconds: WEEK });
const lease = {
  ...{ generation: 1, budgetId: '1', sessionKey: SESSION_KEY, cap: '5000000' },
  expiresAt: NOW + DAY,
};
const ask = { cap: '70000000', leaseCap: '10000000', periodSeconds: WEEK } as Ask;

describe('What a grant lets through', () => {
  it('counts by the week where nothing counts by the day', () => {
    expect(limitOf(weekly)).toEqual({ amount: 70_000_000n, seconds: WEEK });
    expect(limitOf({ ...weekly, lease })).toEqual({ amount: 5_000_000n, seconds: DAY });
    expect(limitAsked(ask, null)).toEqual({ amount: 70_000_000n, seconds: WEEK });
    expect(limitAsked(ask, '0x1')).toEqual({ amount: 10_000_000n, seconds: DAY });
    expect([everyWords(DAY), everyWords(WEEK)]).toEqual(['a day', 'every 7 days']);
  });

  it('is no sum of days and weeks', () => {
    expect(sumOf(limitOf({ ...weekly, lease }), limitAsked(ask, '0x1'))).toEqual({
      ...{ amount: 15_000_000n, seconds: DAY },
    });
    expect(sumOf(limitOf(weekly), limitAsked(ask, '0x1'))).toBeNull();
  });
});
