import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountDown, amountUp } from '../../../src/core/chain/amounts';

describe('Amounts', () => {
  it.each([
    [0n, 6, '0'],
    [1n, 6, '0.000001'],
    [10_000_000n, 6, '10'],
    [10_500_000n, 6, '10.5'],
    [123n, 0, '123'],
    [123n, 2, '1.23'],
    [5n, 2, '0.05'],
    [1_000_000_000_000_000n, 18, '0.001'],
    [2n ** 256n - 1n, 0, (2n ** 256n - 1n).toString()],
  ])('%i at %i decimals is %s', (value, decimals, text) => {
    expect(amountDown(value, decimals)).toBe(text);
    expect(amountUp(value, decimals)).toBe(text);
  });

  it('round what is left down and what may be lost up', () => {
    expect(amountDown(1_999_999_999_999_999_999n, 18)).toBe('1.999999');
    expect(amountUp(1_999_999_000_000_000_001n, 18)).toBe('2');
    expect(amountUp(10n ** 12n + 1n, 18)).toBe('0.000002');
  });

  it('never say nothing for something, nor a millionth for less', () => {
    for (const text of [amountDown, amountUp]) {
      expect(text(1n, 18)).toBe('less than 0.000001');
      expect(text(10n ** 12n - 1n, 18)).toBe('less than 0.000001');
      expect(text(10n ** 12n, 18)).toBe('0.000001');
      expect(text(0n, 18)).toBe('0');
    }
  });

  it('bracket the true value by at most one shown digit', () => {
    const millionths = (text: string) => {
      const [whole = '0', fraction = ''] = text.split('.');
      return BigInt(whole + fraction.padEnd(6, '0'));
    };
    fc.assert(
      fc.property(
        fc.bigInt(0n, 2n ** 256n - 1n),
        fc.integer({ min: 6, max: 30 }),
        (value, decimals) => {
          const unit = 10n ** BigInt(decimals - 6);
          const down = amountDown(value, decimals);
          const shown = down.startsWith('less') ? 0n : millionths(down);
          expect(shown * unit <= value && value < (shown + 1n) * unit).toBe(true);
          const most = amountUp(value, decimals);
          const up = most.startsWith('less') ? 1n : millionths(most);
          expect(up * unit >= value && (up - 1n) * unit < value).toBe(true);
        },
      ),
    );
  });
});
