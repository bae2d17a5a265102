import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { typedAmount, typedText } from '../../../src/core/chain/typed-amount';

const usdc = (text: string) => {
  const read = typedAmount(text, 6);
  return read.ok ? read.value : read.fault;
};

describe('an amount as it is typed', () => {
  it.each([
    ['10', 10_000_000n],
    [' 1500 ', 1_500_000_000n],
    ['1.5', 1_500_000n],
    ['0.000001', 1n],
    ['1.50000000', 1_500_000n],
    ['0', 0n],
    ['007', 7_000_000n],
    ['1,500.00', 1_500_000_000n],
    ['0.125', 125_000n],
    ['0.500', 500_000n],
    ['1.2345', 1_234_500n],
    ['1.5000', 1_500_000n],
    ['1.50', 1_500_000n],
    ['1500.125', 1_500_125_000n],
    ['1,500,000', 1_500_000_000_000n],
    ['12,345,678.9', 12_345_678_900_000n],
  ])('%s is read', (text, value) => {
    expect(usdc(text)).toBe(value);
  });

  it.each(['12,5', '0,5', '1,50', '1.500,00', '1,5.0', '15,00,000', '0,500.5', '1,2,3'])(
    '%s could be two things, so it is none',
    (text) => {
      expect(usdc(text)).toBe('comma');
    },
  );

  it.each([
    ...['', ' ', '.', ',', '.5', '5.', ',5', '5,', '1.500.000', '1 500', '1’500', '1_500', '-1'],
    ...['+1', '1e3', '0x10', '10 USDC', '$10', '١٠', '１０', 'ten', '1\u200b0', '1,500 000'],
  ])('“%s” is no plain number', (text) => {
    expect(usdc(text)).toBe('unreadable');
  });

  it('is never rounded', () => {
    expect(usdc('0.0000001')).toBe('fine');
    expect(usdc('1.0000000')).toBe(1_000_000n);
  });

  it.each([
    ['1.500', '1.5', '1500'],
    ['1,500', '1.5', '1500'],
    ['12.000', '12', '12000'],
    ['999,999', '999.9990', '999999'],
    ['1.125', '1.1250', '1125'],
    [' 1.001 ', '1.0010', '1001'],
  ])('%s is refused with both its readings', (text, fraction, thousands) => {
    expect(typedAmount(text, 6)).toEqual({
      ok: false,
      fault: 'twofold',
      readings: [fraction, thousands],
    });
    expect([usdc(fraction), usdc(thousands)]).not.toContain('twofold');
  });

  it('is read back as it was written into a field', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 20n), fc.constantFrom(3, 6, 18), (value, decimals) => {
        expect(typedAmount(typedText(value, decimals), decimals)).toEqual({ ok: true, value });
      }),
    );
    expect(typedText(1_125_000n, 6)).toBe('1.1250');
    expect(typedText(10_000_000n, 6)).toBe('10');
  });

  it('with any comma is what a reader of points means, or nothing', () => {
    const digits = fc.stringMatching(/^[0-9]{1,9}([.,][0-9]{1,9}){0,4}$/);
    fc.assert(
      fc.property(digits, (text) => {
        const read = typedAmount(text, 18);
        if (!read.ok) return true;
        const meant = text.replaceAll(',', '');
        const plain = typedAmount(meant, 18);
        return plain.ok && plain.value === read.value && !/^\d+,\d+$/.test(text);
      }),
    );
  });
});
