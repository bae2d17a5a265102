// Amounts, periods and streams in words: shared by the token and the native enforcers, whose terms
// differ only in naming a token. What may be lost is rounded up.
import type { Address } from 'viem';
import { currencyOf, tokenOf } from '../chain/addresses';
import { amountUp } from '../chain/amounts';
import { DAY, dateWords, periodWords } from '../chain/time';
import type { Budget, CaveatWords } from './caveat';

/** At or above this an amount is unlimited for every real token. */
export const UNLIMITED = 2n ** 128n;

/** Last second of the year 9999. A reset or end after it never comes. */
export const NEVER = 253_402_300_799n;

export type AmountWords = (amount: bigint) => string;

/** "10 USDC"; base units with the token's address when we do not know its decimals ourselves. */
export function tokenWords(chainId: number, token: Address): AmountWords {
  const known = tokenOf(chainId, token);
  return (amount) => {
    if (amount >= UNLIMITED) return `any amount of ${known?.symbol ?? `the token ${token}`}`;
    if (known) return `${amountUp(amount, known.decimals)} ${known.symbol}`;
    return `${amount} base units of the token ${token}`;
  };
}

/** "USDC", or the token by its address. */
export function tokenName(chainId: number, token: Address): string {
  return tokenOf(chainId, token)?.symbol ?? `token ${token}`;
}

export function nativeWords(chainId: number): AmountWords {
  return (amount) =>
    amount >= UNLIMITED
      ? `any amount of ${nativeName(chainId)}`
      : coinWords(chainId, amountUp(amount, 18));
}

/** "0.01 ETH", of a figure that is rounded already. */
export function coinWords(chainId: number, figure: string): string {
  return `${figure} ${currencyOf(chainId)?.symbol ?? 'units of native currency'}`;
}

export function nativeName(chainId: number): string {
  return currencyOf(chainId)?.symbol ?? 'native currency';
}

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
