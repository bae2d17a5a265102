// Unix seconds to words. Computed here and not with `Date`, because core has no clock and a
// calendar that cannot read one cannot be asked for "now" by mistake.

/** Unix seconds; null when clocks disagree and nobody knows the time. */
export type Moment = number | null;

export const MINUTE = 60;
export const HOUR = 3600;
export const DAY = 86_400;

/** An end further away than ten years is no end that anybody would wait for. */
export const HORIZON = 3650 * DAY;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Last second of the year 9999: anything later is "no date" rather than a date nobody can check. */
const LATEST_DATE = 253_402_300_799;

/** "3 Dec 2026 14:00 UTC" */
export function dateWords(at: number | bigint): string {
  if (at < 0 || at > LATEST_DATE) return 'a time beyond the year 9999';
  const seconds = Number(at);
  const { year, month, day } = civilFromDays(Math.floor(seconds / DAY));
  return `${day} ${MONTHS[month - 1]} ${year} ${timeOfDay(seconds)} UTC`;
}

/** "14:02 UTC": for moments that are obviously today. */
export function clockWords(at: number): string {
  return `${timeOfDay(at)} UTC`;
}

/** "at 14:02 UTC" on that day, else "on 3 Dec 2026 14:00 UTC": what stays on a screen must not age on it. */
export function whenWords(at: number, now: number): string {
  const isToday = Math.floor(at / DAY) === Math.floor(now / DAY);
  return isToday ? `at ${clockWords(at)}` : `on ${dateWords(at)}`;
}

/** "3 min ago"; a moment in the future is said to be one, never shown as fresh. */
export function agoWords(at: number, now: number): string {
  const age = now - at;
  if (age < -MINUTE) return `${durationWords(-age)} in the future`;
  return age < 5 ? 'just now' : `${durationWords(age)} ago`;
}

/** "45 s", "3 min", "5 h", "4 days": rounded down to the largest unit that fits. */
export function durationWords(seconds: number): string {
  if (seconds < MINUTE) return `${Math.max(0, Math.floor(seconds))} s`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} h`;
  const days = Math.floor(seconds / DAY);
  return days === 1 ? '1 day' : `${days} days`;
}

/** "day", "7 days", "90 minutes", to follow "every": exact, because it is part of what is granted. */
export function periodWords(seconds: bigint): string {
  const units: [bigint, string][] = [
    [86_400n, 'day'],
    [3600n, 'hour'],
    [60n, 'minute'],
    [1n, 'second'],
  ];
  for (const [size, name] of units) {
    if (seconds >= size && seconds % size === 0n) {
      const count = seconds / size;
      return count === 1n ? name : `${count} ${name}s`;
    }
  }
  return `${seconds} seconds`;
}

function timeOfDay(seconds: number): string {
  const ofDay = seconds % DAY;
  const hours = Math.floor(ofDay / HOUR);
  const minutes = Math.floor((ofDay % HOUR) / MINUTE);
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

/** Days since 1970-01-01 to a Gregorian date, counting years from March so that leap days come last. */
function civilFromDays(days: number): { year: number; month: number; day: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}
