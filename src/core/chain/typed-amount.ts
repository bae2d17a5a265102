// An amount as a person types it, in base units. A comma groups thousands in some countries and begins the decimals in
// others, and a wrong guess is a thousandfold: what can be read in two ways is not read.

/**
 * `comma`: "1,500" is 1500 to some and 1.5 to others, "12,5" is nothing to most. `fine`: more decimals than the money
 * has. `unreadable`: no plain number.
 */
export type AmountFault = 'comma' | 'fine' | 'unreadable';
export type TypedAmount = { ok: true; value: bigint } | { ok: false; fault: AmountFault };

/** Digits, and a point before the decimals. */
const PLAIN = /^\d{1,30}(?:\.\d+)?$/;
/** Commas that can only group: several of them in threes, or one with a point behind it. */
const GROUPED = /^[1-9]\d{0,2}(?:(?:,\d{3}){2,9}(?:\.\d+)?|,\d{3}\.\d+)$/;

export function typedAmount(text: string, decimals: number): TypedAmount {
  const typed = text.trim();
  if (!PLAIN.test(typed) && !GROUPED.test(typed)) {
    return { ok: false, fault: /^[\d.,]*\d,\d[\d.,]*$/.test(typed) ? 'comma' : 'unreadable' };
  }
  const [whole = '', fraction = ''] = typed.replaceAll(',', '').split('.');
  if (fraction.replace(/0+$/, '').length > decimals) return { ok: false, fault: 'fine' };
  return { ok: true, value: BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0')) };
}
