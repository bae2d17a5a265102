// Basis points as a percentage: exact, because it is part of what is granted.

/** 150 → "1.5 %" */
export function percentWords(basisPoints: number): string {
  const whole = Math.floor(basisPoints / 100);
  const fraction = String(basisPoints % 100)
    .padStart(2, '0')
    .replace(/0+$/, '');
  return fraction === '' ? `${whole} %` : `${whole}.${fraction} %`;
}
