// Budgets and streams of the framework's enforcers, in words and as limits.
import { describe, expect, it } from 'vitest';
import { erc20PeriodTransfer } from '../../../src/core/caveats/erc20-period-transfer';
import { erc20Streaming } from '../../../src/core/caveats/erc20-streaming';
import { erc20TransferAmount } from '../../../src/core/caveats/erc20-transfer-amount';
import { nativeTokenPeriodTransfer } from '../../../src/core/caveats/native-token-period-transfer';
import { nativeTokenStreaming } from '../../../src/core/caveats/native-token-streaming';
import { nativeTokenTransferAmount } from '../../../src/core/caveats/native-token-transfer-amount';
import { anAddress, BASE, NOW, USDC_ON_BASE } from '../../vectors/builders';

const scene = { chainId: BASE, now: NOW };
const DEC_3 = 1_796_306_400n;
// 3 Nov 2026 14:00 UTC
const ALICE = anAddress(0x11);
const MAX = 2n ** 256n - 1n;

const period = (over: object = {}) => ({
  token: USDC_ON_BASE,
  periodAmount: 10_000_000n,
  periodDuration: 86_400n,
  startDate: DEC_3,
  ...over,
});
const stream = (over: object = {}) => ({
  token: USDC_ON_BASE,
  initialAmount: 1_000_000n,
  maxAmount: 50_000_000n,
  amountPerSecond: 100n,
  startTime: DEC_3,
  ...over,
});
const wordsOf = (over: object) => erc20PeriodTransfer.words(period(over), scene);

describe('a token budget per period', () => {
  it('says amount, period and start', () => {
    expect(wordsOf({})).toEqual({
      text: 'at most 10 USDC every day, from 3 Dec 2026 14:00 UTC',
    });
    expect(wordsOf({ periodDuration: 7n * 86_400n }).text).toContain('every 7 days');
    expect(wordsOf({ periodDuration: 5400n }).text).toContain('every 90 minutes');
  });

  it('says an allowance, which is a period that never comes round, as a total', () => {
    expect(wordsOf({ periodDuration: MAX }).text).toBe(
      'at most 10 USDC in total, from 3 Dec 2026 14:00 UTC',
    );
  });

  it('names base units and the token when the decimals are not known', () => {
    expect(wordsOf({ token: ALICE }).text).toBe(
      `at most 10,000,000 base units of the token ${ALICE} every day, from 3 Dec 2026 14:00 UTC`,
    );
  });

  it('warns about an amount that limits nothing', () => {
    expect(wordsOf({ periodAmount: MAX })).toEqual({
      text: 'any amount of USDC every day, from 3 Dec 2026 14:00 UTC',
      level: 'warning',
    });
    expect(erc20PeriodTransfer.bounds(period({ periodAmount: MAX }), scene).tokens).toBeUndefined();
  });

  it('says when the enforcer would refuse its terms', () => {
    expect(wordsOf({ periodAmount: 0n }).text).toBe(
      'nothing: the enforcer refuses an amount, a period or a start of zero',
    );
  });
});

it('reads native budgets in the currency of their chain', () => {
  const terms = { periodAmount: 10n ** 16n, periodDuration: 86_400n, startDate: DEC_3 };

  expect(nativeTokenPeriodTransfer.words(terms, scene).text).toBe(
    'at most 0.01 ETH every day, from 3 Dec 2026 14:00 UTC',
  );
  expect(nativeTokenPeriodTransfer.words(terms, { ...scene, chainId: 137 }).text).toBe(
    'at most 0.01 POL every day, from 3 Dec 2026 14:00 UTC',
  );
  expect(nativeTokenPeriodTransfer.words(terms, { ...scene, chainId: 31_337 }).text).toBe(
    'at most 0.01 units of native currency every day, from 3 Dec 2026 14:00 UTC',
  );
});

describe('a stream', () => {
  it('says first amount, growth per day, total and start', () => {
    expect(erc20Streaming.words(stream(), scene).text).toBe(
      '1 USDC, growing by 8.64 USDC a day, at most 50 USDC in total, from 3 Dec 2026 14:00 UTC',
    );
    expect(erc20Streaming.words(stream({ initialAmount: 0n, maxAmount: MAX }), scene)).toEqual({
      text: 'growing by 8.64 USDC a day, with no limit in total, from 3 Dec 2026 14:00 UTC',
    });
  });

  it('warns when neither rate nor total limits it', () => {
    const terms = stream({ amountPerSecond: MAX, maxAmount: MAX });

    expect(erc20Streaming.words(terms, scene).level).toBe('warning');
    expect(erc20Streaming.bounds(terms, scene)).toEqual({
      calls: true,
      budgets: [
        {
          token: USDC_ON_BASE,
          amount: MAX,
          every: null,
          startsAt: DEC_3,
          initial: 1_000_000n,
          perSecond: MAX,
        },
      ],
    });
  });

  it('is read for native currency too, which leaves the calls open', () => {
    const terms = stream({ initialAmount: 0n, maxAmount: 10n ** 18n, amountPerSecond: 10n ** 12n });

    expect(nativeTokenStreaming.words(terms, scene).text).toBe(
      'growing by 0.0864 ETH a day, at most 1 ETH in total, from 3 Dec 2026 14:00 UTC',
    );
    expect(nativeTokenStreaming.bounds(terms, scene)).toEqual({
      value: 'limited',
      budgets: [
        {
          token: null,
          amount: 10n ** 18n,
          every: null,
          startsAt: DEC_3,
          initial: 0n,
          perSecond: 10n ** 12n,
        },
      ],
    });
  });
});

it('reads totals', () => {
  const usdc = { token: USDC_ON_BASE, maxAmount: 2_500_000n };

  expect(erc20TransferAmount.words(usdc, scene).text).toBe('at most 2.5 USDC in total');
  expect(nativeTokenTransferAmount.words({ maxAmount: 10n ** 17n }, scene).text).toBe(
    'at most 0.1 ETH in total',
  );
  expect(nativeTokenTransferAmount.words({ maxAmount: MAX }, scene)).toEqual({
    text: 'any amount of ETH',
    level: 'warning',
  });
});
