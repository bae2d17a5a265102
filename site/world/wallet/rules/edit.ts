// What the owner typed into the permission picker; the panel will not send what the host would refuse.
import type { GrantEdit } from '../view';

/** Why it cannot be granted; null when it can. */
export function problemOf({ amount, expiresAt }: GrantEdit, decimals: number): string | null {
  if (amount !== undefined && !isAmount(amount, decimals)) {
    return `An amount above zero with at most ${decimals} decimals.`;
  }
  const past = typeof expiresAt === 'number' && expiresAt * 1000 <= Date.now();
  return past ? 'The end must be in the future.' : null;
}

function isAmount(text: string, decimals: number): boolean {
  const [, part = ''] = text.split('.');
  return /^\d{1,30}(\.\d+)?$/.test(text) && part.length <= decimals && /[1-9]/.test(text);
}
