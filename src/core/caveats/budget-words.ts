// Periods and streams of money in words: shared by the token and the native enforcers, whose terms
// differ only in naming a token. What may be lost is rounded up.
import type { Address } from 'viem';
import { type AmountWords, UNLIMITED } from '../chain/money';
import { DAY, dateWords, periodWords } from '../chain/time';
import type { Budget, CaveatWords } from './caveat';

/** Last second of the year 9999. A reset or end after it never comes. */
export const NEVER = 253_402_300_799n;

export type PeriodTerms = { periodAmount: bigint; periodDuration: bigint; startDate: bigint };

export function periodBudgetWords(terms: PeriodTerms, amountWords: AmountWords): CaveatWords {
  if (isPeriodRefused(terms)) return refused('an amount, a period or a start of zero');
  const amount = amountWords(terms.periodAmount);
  const start = `from ${dateWords(terms.startDate)}`;
  const unlimited = terms.periodAmount >= UNLIMITED;
  const limit = unlimited ? amount : `at most ${amount}`;
  const text = isOneTime(terms)
    ? `${limit} in total, ${start}`
    : `${limit} every ${periodWords(terms.periodDuration)}, ${start}`;
  return unlimited ? { text, level: 'warning' } : { text };
}

export function isPeriodRefused(terms: PeriodTerms): boolean {
  return terms.periodAmount === 0n || terms.periodDuration === 0n || terms.startDate === 0n;
}

export function periodBudget(terms: PeriodTerms, token: Address | null): Budget {
  const every = isOneTime(terms) ? null : terms.periodDuration;
  return { token, amount: terms.periodAmount, every, startsAt: terms.startDate };
}

/** MetaMask writes an "allowance" as a period that never comes round. */
export function isOneTime(terms: PeriodTerms): boolean {
  return terms.startDate + terms.periodDuration > NEVER;
}

export type StreamTerms = {
  initialAmount: bigint;
  maxAmount: bigint;
  amountPerSecond: bigint;
  startTime: bigint;
};

export function streamBudgetWords(terms: StreamTerms, amountWords: AmountWords): CaveatWords {
  if (terms.startTime === 0n) return refused('a start of zero');
  if (terms.maxAmount < terms.initialAmount) return refused('a total below the first amount');
  const perDay = amountWords(terms.amountPerSecond * BigInt(DAY));
  const growth = `growing by ${perDay} a day`;
  const first =
    terms.initialAmount === 0n ? growth : `${amountWords(terms.initialAmount)}, ${growth}`;
  const endless = terms.maxAmount >= UNLIMITED;
  const total = endless
    ? 'with no limit in total'
    : `at most ${amountWords(terms.maxAmount)} in total`;
  const text = `${first}, ${total}, from ${dateWords(terms.startTime)}`;
  return isStreamUnlimited(terms) ? { text, level: 'warning' } : { text };
}

export function isStreamRefused({ startTime, maxAmount, initialAmount }: StreamTerms): boolean {
  return startTime === 0n || maxAmount < initialAmount;
}

export function isStreamUnlimited(terms: StreamTerms): boolean {
  return terms.maxAmount >= UNLIMITED && terms.initialAmount + terms.amountPerSecond >= UNLIMITED;
}

export function streamBudget(terms: StreamTerms, token: Address | null): Budget {
  const { initialAmount: initial, maxAmount: amount, amountPerSecond: perSecond } = terms;
  return { token, amount, every: null, startsAt: terms.startTime, initial, perSecond };
}

function refused(why: string): CaveatWords {
  return { text: `nothing: the enforcer refuses ${why}`, level: 'warning' };
}
