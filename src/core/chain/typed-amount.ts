// An amount as a person types it, in base units. Commas and points group thousands in some countries and begin the
// decimals in others, and a wrong guess is a thousandfold: what can be read in two ways is not read.

/**
 * `twofold`: "1.500" and "1,500" are 1.5 to some and 1500 to others; `readings` holds both, each written so that it
 * can be read in one way. `comma`: another comma that does not only group. `fine`: more decimals than the money has.
 * `unreadable`: no plain number.
 */
export type TypedAmount =
  | { ok: true; value: bigint }
  | { ok: false; fault: 'comma' | 'fine' | 'unreadable' }
  | { ok: false; fault: 'twofold'; readings: Readings };

/** With decimals, and in thousands. */
export type Readings = readonly [string, string];

/** Digits, and a point before the decimals. */
const PLAIN = /^\d{1,30}(?:\.\d+)?$/;
/** Commas that can only group: several of them in threes, or one with a point behind it. */
const GROUPED = /^[1-9]\d{0,2}(?:(?:,\d{3}){2,9}(?:\.\d+)?|,\d{3}\.\d+)$/;
/** One mark before exactly three digits. Nobody groups behind a zero. */
const TWOFOLD = /^([1-9]\d{0,2})[.,](\d{3})$/;

export function typedAmount(text: string, decimals: number): TypedAmount {
  const typed = text.trim();
  const [, thousands, digits] = TWOFOLD.exec(typed) ?? [];
  if (thousands && digits) {
    const fraction = typedText(BigInt(thousands + digits), 3);
    return { ok: false, fault: 'twofold', readings: [fraction, thousands + digits] };
  }
  if (!PLAIN.test(typed) && !GROUPED.test(typed)) {
    return { ok: false, fault: /^[\d.,]*\d,\d[\d.,]*$/.test(typed) ? 'comma' : 'unreadable' };
  }
  const [whole = '', fraction = ''] = typed.replaceAll(',', '').split('.');
  if (fraction.replace(/0+$/, '').length > decimals) return { ok: false, fault: 'fine' };
  return { ok: true, value: BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0')) };
}

/** The amount as it can be put into a field: `typedAmount` reads it back. A fourth decimal tells 1.1250 from 1125. */
export function typedText(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const text = fraction === '' ? whole : `${whole}.${fraction}`;
  return TWOFOLD.test(text) ? `${text}0` : text;
}

/** For a sentence: "“1.500” can mean 1.5 or 1500: write one of these". */
export function twofoldWords(text: string, [fraction, thousands]: Readings): string {
  return `“${text.trim()}” can mean ${fraction} or ${thousands}: write one of these`;
}
