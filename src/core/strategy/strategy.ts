// What a strategy asks for, sentence by sentence. Nothing is guessed: a sentence that seems to be about
// money, time or payees and cannot be read in one way becomes a question, with the sentence in it.
import type { Address } from 'viem';
import { DAY } from '../chain/time';
import { moneyIn } from './strategy-amounts';
import { dayStart } from './strategy-date';
import { payeesIn } from './strategy-payees';
import { isPlainBudget } from './strategy-plain';
import { sentencesOf } from './strategy-text';

export type Capability = 'swap' | 'liquidity' | 'vault' | 'bridge' | 'replicants' | 'limit-orders';

export type Topic = 'budget' | 'gas' | 'replicants' | 'duration' | 'payee' | 'text';

export type Statement =
  | { kind: 'budget' | 'gas' | 'replicants'; amount: bigint; every: number; source: string }
  | { kind: 'duration'; seconds: number; source: string }
  | { kind: 'until'; at: number; source: string }
  | { kind: 'payee'; payee: Address; source: string }
  | { kind: 'capability'; capability: Capability; source: string }
  | { kind: 'unclear'; about: Topic; why: string; source: string | null };

/** Words of seed 002 S9, as whole words: "help" holds no liquidity. */
const CAPABILITIES: [Capability, RegExp][] = [
  ['swap', /\b(swap(s|ping)?|trad(e|es|ing)|dca|buy(s|ing)?|sell(s|ing)?)\b/i],
  ['liquidity', /\b(liquidity|lp|pools?)\b/i],
  ['vault', /\b(vaults?|deposit(s|ing)?|yield)\b/i],
  ['bridge', /\b(bridg(e|es|ing)|cross-chain)\b/i],
  ['replicants', /\b(replicants?|sub-agents?)\b/i],
  ['limit-orders', /\b(limit orders?|uniswapx)\b/i],
];

const SPENDS =
  /\b(budget|spend(s|ing)?|cap|limit|allowance|runway|at most|up to|no more than|maximum|max|exceed|dca|invests?|pays?|costs?)\b/i;
const CHILDREN = /\b(replicants?|sub-agents?|child(ren)?)\b/i;
const LIFETIME =
  /\b(runway|budget|spend(s|ing)?|allowance|permission|grant|duration|expir(e|es|y)|lifetime|lifespan|valid|lives?|runs? for|window)\b/i;
const NEGATED = /\b(no|not|never|without|avoid|cannot|don['’]t)\b/i;
/** A bound is written with a negation too; what is left without it decides. */
const BOUND =
  /\b(no|never|not|don['’]t)( (spend|pay|use))? (more than|above|over|exceed(s|ing)?|to exceed)\b/gi;
/** Amounts that are a condition or a result, not what may be spent. */
const CONDITION =
  /\b(if|when|whenever|unless|once|above|below|exceeds?|volume|tvl|price|worth|earns?|profits?|revenue|receives?)\b/i;

export function readStrategy(text: string): Statement[] {
  const { sentences, problem } = sentencesOf(text);
  if (problem) return [{ kind: 'unclear', about: 'text', why: problem, source: null }];
  return sentences.flatMap((source) => {
    const spending = money(source);
    return [...spending, ...lifetime(source, spending), ...payees(source), ...capabilities(source)];
  });
}

function money(source: string): Statement[] {
  const topic = topicOf(source);
  if (topic === 'budget' && !SPENDS.test(source) && !isPlainBudget(source)) return [];
  const unclear = (why: string): Statement[] => [{ kind: 'unclear', about: topic, why, source }];
  const reading = moneyIn(source);
  if ('why' in reading) return unclear(reading.why);
  if (!reading.ok) return isAboutMoney(source) ? unclear('the amount cannot be read') : [];

  const rest = source.replace(BOUND, ' ');
  if (CONDITION.test(rest) || NEGATED.test(rest)) return unclear('it depends on something else');
  const { currency, amount, every } = reading.ok;
  if (currency !== (topic === 'gas' ? 'ETH' : 'USDC')) {
    return unclear('gas is paid in ETH and everything else in USDC');
  }
  return [{ kind: topic, amount, every, source }];
}

function topicOf(source: string): 'budget' | 'gas' | 'replicants' {
  if (/\bgas\b/i.test(source)) return 'gas';
  return CHILDREN.test(source) ? 'replicants' : 'budget';
}

/** "Budget: ten dollars a day", "budget: 10 a day": clearly money, though not readable. */
function isAboutMoney(source: string): boolean {
  const over = /(\/|\b(per|a|each|every)\b)\s?(hour|day|week|month|year)\b|\b(dai|week|month)ly\b/i;
  return /\b(budget|spend(s|ing)?|allowance)\b/i.test(source) && over.test(source);
}

/** "every 30 days" is how often, not how long. Of "2.5 weeks" the 5 is no number of its own. */
const SPAN =
  /(?<!\b(?:every|each|per)\s|\d[.,]?)(\b\d[\d.,]*|\bfor (?:an?|one))[\s-]?(hour|day|week|month|year)s?\b/gi;
/** "for two weeks", "10 to 20 days", "about 30 days": a time, but not one that can be read in one way. */
const LOOSE =
  /(?<!\b(?:every|each|per)\s)(?:\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|twenty|thirty|sixty|ninety|few|several|couple of|half an?)[\s-]|\b(?:about|around|roughly|approximately|circa|maybe)\s\d+[\s-]?|~\s?\d+[\s-]?|\d\s?(?:-|–|—|to|or)\s?\d+[\s-]?)(?:hour|day|week|month|year)s?\b/i;
const UNTIL = /\b(?:until|till)\s+(\d{4}-\d{2}-\d{2}\b)?/gi;
const DATE = /\b\d{4}-\d{2}-\d{2}\b/g;

/** A sentence that says what may be spent says so for how long, if it names a time. */
function lifetime(source: string, spending: readonly Statement[]): Statement[] {
  if (!LIFETIME.test(source) && !spending.some(({ kind }) => kind === 'budget')) return [];
  const unclear = (why: string): Statement => ({ kind: 'unclear', about: 'duration', why, source });
  if (LOOSE.test(source)) return [unclear('write the time as one number of days or weeks')];
  const spans = [...source.matchAll(SPAN)];
  const dates = [...source.matchAll(UNTIL)];
  if (spans.length + dates.length > 1) return [unclear('it names more than one time')];
  const named = dates.filter(([, date]) => date !== undefined).length;
  if ((source.match(DATE)?.length ?? 0) > named) {
    return [unclear('write the end as until and a date, year-month-day')];
  }
  const [date] = dates;
  if (date) {
    const at = date[1] ? dayStart(date[1]) : null;
    return at === null
      ? [unclear('write the date as year-month-day')]
      : [{ kind: 'until', at, source }];
  }
  const [span] = spans;
  return span ? [spanned(span, source) ?? unclear('write the time in whole days or weeks')] : [];
}

/** null for a length that is not exactly so many days. */
function spanned([, count = '', unit = '']: RegExpMatchArray, source: string): Statement | null {
  const name = unit.toLowerCase();
  if ((name !== 'day' && name !== 'week') || /[.,]/.test(count)) return null;
  const times = /^\d+$/.test(count) ? Number(count) : 1;
  const seconds = times * (name === 'week' ? 7 * DAY : DAY);
  return seconds === 0 || !Number.isSafeInteger(seconds)
    ? { kind: 'unclear', about: 'duration', why: 'that is no length of time', source }
    : { kind: 'duration', seconds, source };
}

function payees(source: string): Statement[] {
  return payeesIn(source, isNegated(source)).map((reading) =>
    'why' in reading
      ? { kind: 'unclear', about: 'payee', why: reading.why, source }
      : { kind: 'payee', payee: reading.payee, source },
  );
}

function capabilities(source: string): Statement[] {
  if (isNegated(source)) return [];
  return CAPABILITIES.filter(([, words]) => words.test(source)).map(([capability]) => ({
    kind: 'capability',
    capability,
    source,
  }));
}

function isNegated(source: string): boolean {
  return NEGATED.test(source.replace(BOUND, ' '));
}
