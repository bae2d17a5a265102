// ISO 8601 times as ERC-4361 has them, to unix seconds, without `Date`.
/** RFC 3339 to unix seconds; null when nothing was given, undefined when it is no such time. */
export function timeOf(text: string | undefined): number | null | undefined {
  if (text === undefined) return null;
  const match =
    /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(?:Z|([+-])(\d\d):(\d\d))$/i.exec(
      text,
    );
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as Six;
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  const offset =
    (Number(match[8] ?? 0) * 60 + Number(match[9] ?? 0)) * (match[7] === '-' ? -60 : 60);
  const days = daysBefore(year) + daysOfYear(year, month) + day - 1;
  return days * 86_400 + hour * 3600 + minute * 60 + second - offset;
}

type Six = [number, number, number, number, number, number];

/** Days from 1970-01-01 to 1 January of `year`. */
function daysBefore(year: number): number {
  const past = year - 1;
  const leaps = Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400);
  return past * 365 + leaps - 719_162;
}

function daysOfYear(year: number, month: number): number {
  let days = 0;
  for (let earlier = 1; earlier < month; earlier += 1) days += daysIn(year, earlier);
  return days;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
