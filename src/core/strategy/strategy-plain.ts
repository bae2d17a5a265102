// "12 USDC per day for 30 days": money over time and nothing else is a budget, whatever it is called. One word more
// than these, and it may be what something earns, costs or is worth: then it must say that it is spent.

const MONEY = /\$\s?\d[\d.,_]*|\d[\d.,_]*\s?(?:usdc|usd|dollars?)\b|\b(?:usdc|usd)\s?\d[\d.,_]*/i;
const PERIOD =
  /(?:\/\s?|\b(?:per|an?|each|every)\s)(?:hour|day|week|month|year)\b|\b(?:hour|dai|week|month|year)ly\b/i;
const SPAN = /(?:\d+|\bfor (?:an?|one))[\s-]?(?:hour|day|week|month|year)s?\b/gi;
const DATE = /\b\d{4}-\d{2}-\d{2}\b/g;
const FILLERS = [
  'for',
  'until',
  'till',
  'the',
  'next',
  'and',
  'give',
  'it',
  'allow',
  'grant',
  'use',
];

export function isPlainBudget(sentence: string): boolean {
  if (!MONEY.test(sentence) || !PERIOD.test(sentence.replace(SPAN, ' '))) return false;
  const rest = sentence
    .replace(DATE, ' ')
    .replace(SPAN, ' ')
    .replace(MONEY, ' ')
    .replace(PERIOD, ' ')
    .toLowerCase();
  const words = rest.split(/[\s,:–—-]+/).filter((word) => word !== '');
  return words.every((word) => FILLERS.includes(word));
}
