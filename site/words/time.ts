// Moments in the reader's own zone. What is signed and exported is in UTC.
const FORMS = {
  full: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  clock: { hour: '2-digit', minute: '2-digit' },
  day: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  short: { weekday: 'short', day: 'numeric' },
} as const satisfies { [form: string]: Intl.DateTimeFormatOptions };

export type TimeForm = keyof typeof FORMS;

/** "3 Dec 2026, 15:00"; the zone is said where the full form is shown. */
export function timeWords(at: number, form: TimeForm, zone?: string): string {
  const named = form === 'full' ? ({ timeZoneName: 'short' } as const) : {};
  const where = zone === undefined ? {} : { timeZone: zone };
  const options = { ...FORMS[form], ...named, ...where, hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('en-GB', options).format(new Date(at * 1000));
}

export function isoTime(at: number): string {
  return new Date(at * 1000).toISOString().replace('.000Z', 'Z');
}

/** The last midnight at or before a moment, `days` days away from it, in the reader's zone. */
export function midnightOf(at: number, days = 0): number {
  const day = new Date(at * 1000);
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() + days);
  return Math.floor(day.getTime() / 1000);
}
