// Midnight UTC at which a written date begins, without `Date`: core has no clock.
import { DAY } from '../chain/time';

/** "2026-12-31" to unix seconds; null for a date that does not exist. */
export function dayStart(text: string): number | null {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  const lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  if (year < 1970 || day < 1 || day > (lengths[month - 1] ?? 0)) return null;
  const before = lengths.slice(0, month - 1).reduce((sum, length) => sum + length, 0);
  return ((year - 1970) * 365 + leapsUpTo(year - 1) - leapsUpTo(1969) + before + day - 1) * DAY;
}

function leapsUpTo(year: number): number {
  return Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
}

function isLeap(year: number): boolean {
  return leapsUpTo(year) > leapsUpTo(year - 1);
}
