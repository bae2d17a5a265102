import { describe, expect, it } from 'vitest';
import { erc20PeriodTransfer } from '../../../src/core/caveats/erc20-period-transfer';
import { erc20TransferAmount } from '../../../src/core/caveats/erc20-transfer-amount';
import { readCaveats } from '../../../src/core/caveats/list';
import { multiTokenPeriod } from '../../../src/core/caveats/multi-token-period';
import { nativeTokenStreaming } from '../../../src/core/caveats/native-token-streaming';
import { BASE, NOW, USDC_ON_BASE } from '../../vectors/builders';

const scene = { chainId: BASE, now: NOW };
const period = (periodAmount: bigint) => ({
  enforcer: erc20PeriodTransfer.address,
  terms: erc20PeriodTransfer.encode({
    token: USDC_ON_BASE,
    periodAmount,
    periodDuration: 86_400n,
    startDate: 1n,
  }),
});
const total = {
  enforcer: erc20TransferAmount.address,
  terms: erc20TransferAmount.encode({ token: USDC_ON_BASE, maxAmount: 5n }),
};
const stream = (maxAmount: bigint) => ({
  enforcer: nativeTokenStreaming.address,
  terms: nativeTokenStreaming.encode({
    initialAmount: 0n,
    maxAmount,
    amountPerSecond: 1n,
    startTime: 1n,
  }),
});
const tokens = (periodAmount: bigint) => ({
  enforcer: multiTokenPeriod.address,
  terms: multiTokenPeriod.encode({
    periods: [{ token: USDC_ON_BASE, periodAmount, periodDuration: 86_400n, startDate: 1n }],
  }),
});

describe('Of two budgets of one kind in a delegation', () => {
  it('only the first counts, however small the second', () => {
    const [first, second] = readCaveats([period(10n ** 12n), period(10n)], scene);

    expect(first?.bounds.budgets?.[0]?.amount).toBe(10n ** 12n);
    expect(second?.bounds).toEqual({ calls: true });
    expect(second?.words.level).toBe('warning');
    expect(second?.words.text).toMatch(
      /it does not count: an earlier rule of its kind does, in its place$/,
    );
  });

  it('this holds for streams of native currency too', () => {
    const [, second] = readCaveats([stream(10n ** 20n), stream(1n)], scene);

    expect(second?.bounds).toEqual({});
  });

  it('neither counts where each may write what the other is held against', () => {
    const rules = readCaveats([tokens(10n), tokens(10n ** 12n)], scene);

    for (const { bounds, words } of rules) {
      expect(bounds).toEqual({ calls: true });
      expect(words.level).toBe('warning');
    }
    const [refused] = readCaveats([tokens(0n), tokens(10n)], scene);
    expect(refused?.bounds.nothing).toBeUndefined();
  });

  it('both count when they are of different kinds, or keep their own terms', () => {
    const rules = readCaveats([period(10n), total, total, stream(1n)], scene);

    expect(rules.map(({ bounds }) => bounds.budgets?.length)).toEqual([1, 1, 1, 1]);
  });
});
