// Money over many calls: totals per account and token, the largest first, and the words for them. A list
// that shows only its beginning must begin with the worst, and the sum must count what is not shown.

import type { Address } from 'viem';
import { currencyOf, shortHex } from '../chain/addresses';
import { limitWords, UNLIMITED } from '../chain/money';
import { permit2On, swapRoutersOn, swapTokenOf, universalRoutersOn } from '../chain/uniswap';
import type { Allowance, Payment } from './effect';
import { titled } from './finding';
import { paidWords } from './parties';

/** Payments of one account in one kind of money. */
export type Total = {
  chainId: number;
  token: Address | null;
  amount: bigint;
  payments: readonly Payment[];
};

/** Largest first: kinds of money whose worth Bardo can name, then the others by number alone. */
export function totalsOf(payments: readonly Payment[], chainId: number): Total[] {
  const groups = new Map<string, Payment[]>();
  for (const payment of payments) {
    const key = payment.token?.toLowerCase() ?? '';
    groups.set(key, [...(groups.get(key) ?? []), payment]);
  }
  const totals = [...groups.values()].map((group) => ({
    chainId,
    token: group[0]?.token ?? null,
    amount: group.reduce((sum, { amount }) => sum + amount, 0n),
    payments: group,
  }));
  return totals.sort((a, b) => Number(isKnown(b)) - Number(isKnown(a)) || larger(a, b));
}

/** Worst first: the largest of each kind of money, then the second of each, and so on. */
export function worstFirst(payments: readonly Payment[], chainId: number): Payment[] {
  const sorted = totalsOf(payments, chainId).map((total) => [...total.payments].sort(byAmount));
  const most = Math.max(0, ...sorted.map((group) => group.length));
  return [...Array(most).keys()].flatMap((at) => sorted.flatMap((group) => group[at] ?? []));
}

export function byAmount(a: { amount: bigint }, b: { amount: bigint }): number {
  if (a.amount === b.amount) return 0;
  return a.amount > b.amount ? -1 : 1;
}

/** "900 USDC", "2 ETH", "5 base units of a token Bardo does not know". */
export function moneyWords(chainId: number, token: Address | null, amount: bigint): string {
  return token === null ? limitWords(chainId, null)(amount) : paidWords({ chainId, token, amount });
}

/** "1000004 USDC and 2 ETH", for sentences: at most three kinds, the rest counted. */
export function totalWords(totals: readonly Total[]): string {
  const shown = totals.slice(0, 3).map((one) => moneyWords(one.chainId, one.token, one.amount));
  const more = totals.length - shown.length;
  const rest = more > 0 ? [`${more} more kind${more === 1 ? '' : 's'} of money`] : [];
  return [...shown, ...rest].join(' and ');
}

/** Short enough for a title; the number of an unknown token says nothing there. */
export function titleMoney(
  chainId: number,
  { token, amount }: Pick<Total, 'token' | 'amount'>,
): string {
  if (isKnown({ chainId, token })) return moneyWords(chainId, token, amount);
  return amount >= UNLIMITED ? 'unlimited tokens' : 'tokens Bardo does not know';
}

/** "Permit2" where Bardo knows the contract itself, else the shortened address. */
export function spenderWords(chainId: number, spender: string): string {
  return knownSpender(chainId, spender) ?? shortHex(spender);
}

export function knownSpender(chainId: number, spender: string): string | null {
  const at = spender.toLowerCase();
  if (permit2On(chainId).some((one) => one === at)) return 'Permit2';
  const routers = [...swapRoutersOn(chainId), ...universalRoutersOn(chainId)];
  return routers.some((one) => one === at) ? "Uniswap's router" : null;
}

/** "Lets 0x6666…6666 take unlimited USDC from your account". */
export function allowanceTitle(
  chainId: number,
  { token, amount, to }: Pick<Allowance, 'token' | 'amount' | 'to'>,
  holder: string,
): string {
  const lets = `Lets ${spenderWords(chainId, to)} take`;
  const money = titleMoney(chainId, { token, amount });
  const tokens = amount >= UNLIMITED ? 'unlimited tokens' : 'tokens';
  return titled(
    `${lets} ${money} from ${holder}`,
    `${lets} ${tokens} from ${holder}`,
    `${lets} ${money}`,
  );
}

function isKnown({ chainId, token }: Pick<Total, 'chainId' | 'token'>): boolean {
  return token === null || swapTokenOf(chainId, token) !== null;
}

/** Of known kinds as whole coins; numbers of unknown tokens are only compared with each other. */
function larger(a: Total, b: Total): number {
  return byAmount({ amount: weighed(a) }, { amount: weighed(b) });
}

function weighed({ chainId, token, amount }: Total): bigint {
  const known = token === null ? currencyOf(chainId) : swapTokenOf(chainId, token);
  const decimals = known?.decimals ?? 18;
  return amount * 10n ** BigInt(Math.max(0, 18 - decimals));
}
