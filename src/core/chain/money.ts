// Money in words: the one place that says "10 USDC", "0.01 ETH" and "5 base units of …". A token is put into words by
// what Bardo knows of it itself, native money by its chain's own currency.
import type { Address } from 'viem';
import { currencyOf, type Token, tokenOf } from './addresses';
import { amountDown, amountUp } from './amounts';

/** At or above this an amount is unlimited for every real token. */
export const UNLIMITED = 2n ** 128n;

/** How tokens are called in sentences that do not show their address. */
export const STRANGE_TOKEN = 'a token Bardo does not know';

/** `token` null = the chain's own currency. */
export type Money = { chainId: number; token: string | null };

/** What may be lost is rounded up, what is left is rounded down. */
export type Rounding = 'up' | 'down';

export type AmountWords = (amount: bigint) => string;

/** `unknown`: what it is, where Bardo does not know the token. */
export function amountWords(
  { chainId, token }: Money,
  amount: bigint,
  rounding: Rounding = 'up',
  unknown = '',
): string {
  if (token !== null) return tokenAmount(tokenOf(chainId, token), amount, unknown, rounding);
  return tokenAmount(coinOf(chainId), amount, unknown, rounding);
}

/** What a token is counted in whose decimals nobody vouches for. */
export const BASE_UNITS = 'base units';

/** "10 USDC" of a token that is known, else "5 base units of …". */
export function tokenAmount(
  known: Token | null,
  amount: bigint,
  unknown = '',
  rounding: Rounding = 'up',
): string {
  const name = known ? known.symbol : `${BASE_UNITS}${unknown && ` of ${unknown}`}`;
  return `${figure(known, amount, rounding)} ${name}`;
}

/** The number alone, for sentences that name the money once: "1,000,000.5", because nobody counts zeros. */
export function figure(known: Token | null, amount: bigint, rounding: Rounding): string {
  const text = (rounding === 'up' ? amountUp : amountDown)(amount, known?.decimals ?? 0);
  return text.replace(/(?<!\..*)\d(?=(\d{3})+\b)/g, '$&,');
}

/** For rules: "10 USDC", "any amount of USDC"; a token that Bardo does not know by its whole address. */
export function limitWords(chainId: number, token: Address | null): AmountWords {
  const unknown = `the token ${token}`;
  const name = token === null ? nativeName(chainId) : tokenOf(chainId, token)?.symbol;
  return (amount) =>
    amount >= UNLIMITED
      ? `any amount of ${name ?? unknown}`
      : amountWords({ chainId, token }, amount, 'up', unknown);
}

/** "USDC", or the token by its address. */
export function tokenName(chainId: number, token: Address): string {
  return tokenOf(chainId, token)?.symbol ?? `token ${token}`;
}

export function nativeName(chainId: number): string {
  return currencyOf(chainId)?.symbol ?? 'native currency';
}

/** Where nobody names the coin or its decimals, every wallet takes it to have 18. */
function coinOf(chainId: number): Token {
  return currencyOf(chainId) ?? { symbol: 'units of native currency', decimals: 18 };
}
