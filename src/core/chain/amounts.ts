// Base units (bigint) to decimal text. The direction of rounding is in the name: what an owner has
// left is rounded down, what may be lost is rounded up, so a rounded figure never flatters. What is too
// small to be shown is "less than" the smallest figure, in both directions: one wei is not a millionth.

const SHOWN_DECIMALS = 6;

export function amountDown(value: bigint, decimals: number): string {
  return decimalText(value, decimals, 'down');
}

export function amountUp(value: bigint, decimals: number): string {
  return decimalText(value, decimals, 'up');
}

function decimalText(value: bigint, decimals: number, rounding: 'down' | 'up'): string {
  const dropped = Math.max(0, decimals - SHOWN_DECIMALS);
  const unit = 10n ** BigInt(dropped);
  if (value > 0n && value < unit) return `less than 0.${'0'.repeat(SHOWN_DECIMALS - 1)}1`;
  const shown = rounding === 'up' ? (value + unit - 1n) / unit : value / unit;

  const places = decimals - dropped;
  const digits = shown.toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const fraction = digits.slice(digits.length - places).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
