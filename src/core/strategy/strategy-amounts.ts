// Money and periods in a sentence. What can be read in one way only is an amount; everything else is a
// reason to ask. Digits are 0-9, a mark that could mean two things is asked about, nothing is rounded.
import { DAY, HOUR } from '../chain/time';
import { type TypedAmount, twofoldWords, typedAmount } from '../chain/typed-amount';

export type Money = { currency: 'USDC' | 'ETH'; amount: bigint; every: number };

/** `ok` null = the sentence names no money over time at all. */
export type MoneyReading = { ok: Money | null } | { why: string };

const DECIMALS = { USDC: 6, ETH: 18 } as const;
const PERIODS: Record<string, number> = {
  hour: HOUR,
  hourly: HOUR,
  day: DAY,
  daily: DAY,
  week: 7 * DAY,
  weekly: 7 * DAY,
};

const SYMBOLS = '[$€£¥]';
const UNITS = 'usdc|usdt|usd|dai|dollars?|euros?|eur|weth|ether|eth|gwei|wei|btc|wbtc|cents?';
const AMOUNT = new RegExp(
  `(~|≈|<|>)?\\s?(${SYMBOLS}|\\b(?:${UNITS})\\b)?\\s?(\\d[\\d.,_]*)([a-z%]*)\\s?(?:(${UNITS})\\b)?`,
  'gi',
);
const VAGUE =
  /\b(about|around|roughly|approximately|circa|maybe|some|several|few|or so|ideally)\b/i;
/** Also "1 500": a space inside a number may be thousands or two numbers. */
const RANGE = /\d\s?(?:-|–|—|to|or)\s?[$€£¥]?\d|\d\s\d/i;
const DATE = /\b\d{4}-\d{2}-\d{2}\b/g;
const PERIOD =
  /\b(?:minute|hour|day|week|fortnight|month|quarter|year|block|hourly|daily|weekly|monthly|yearly|annually)\b/gi;
const INTRODUCED = /(?:\/|\b(?:per|a|an|each|every)\b)\s?[a-z]+|\b(?:hour|dai|week)ly\b/i;
/** "1 week" and "for a week" are how long, not how often. */
const SPAN = /\d+[\s-]?[a-z]+|\bfor (?:an?|one) [a-z]+/gi;

export function moneyIn(source: string): MoneyReading {
  const sentence = source.replace(DATE, 'date');
  const found = [...sentence.matchAll(AMOUNT)].filter((match) => currencyOf(match) !== null);
  const [first, second] = found;
  if (!first) return { ok: null };
  if (second) return { why: 'it names more than one amount' };
  if (RANGE.test(sentence)) return { why: 'it names a range' };
  if (VAGUE.test(sentence) || first[1]) return { why: 'it is not exact' };

  const currency = currencyOf(first);
  if (currency === 'other') return { why: 'Bardo grants USDC, and ETH for gas, nothing else' };
  if (currency === null || unitGlued(first)) return { why: 'the amount cannot be read' };
  // What ends a sentence or a clause is no part of the number.
  const typed = (first[3] ?? '').replace(/[.,]$/, '');
  const read = typedAmount(typed, DECIMALS[currency]);
  if (!read.ok) return { why: faultWords(typed, read) };
  if (read.value === 0n) return { why: 'nothing at all cannot be granted' };
  const every = periodOf(sentence);
  return every === null
    ? { why: 'it does not say for which hour, day or week' }
    : { ok: { currency, amount: read.value, every } };
}

const COMMA = 'a comma can mean thousands or decimals: write 1500 without one, or a point (1.5)';

function faultWords(typed: string, read: TypedAmount & { ok: false }): string {
  if (read.fault === 'twofold') return twofoldWords(typed, read.readings);
  return read.fault === 'comma' ? COMMA : 'the amount cannot be read';
}

function currencyOf([, , before, , glued, after]: RegExpMatchArray):
  | Money['currency']
  | 'other'
  | null {
  const named = (before ?? after ?? (glued && UNIT_ALONE.test(glued) ? glued : '')).toLowerCase();
  if (named === '') return null;
  if (['$', 'usdc', 'usd', 'dollar', 'dollars'].includes(named)) return 'USDC';
  return ['eth', 'ether'].includes(named) ? 'ETH' : 'other';
}

const UNIT_ALONE = new RegExp(`^(?:${UNITS})$`, 'i');

/** "1k USDC", "10% USDC": letters right behind the digits that are not the currency itself. */
function unitGlued([, , , , glued]: RegExpMatchArray): boolean {
  return glued !== undefined && glued !== '' && !UNIT_ALONE.test(glued);
}

/** The one period a sentence names; null for none, several, or one that is not exactly so many seconds. */
function periodOf(sentence: string): number | null {
  if (!INTRODUCED.test(sentence)) return null;
  const words = sentence.replace(SPAN, ' ').match(PERIOD) ?? [];
  const [length, ...others] = new Set(words.map((word) => PERIODS[word.toLowerCase()] ?? null));
  return others.length === 0 ? (length ?? null) : null;
}
