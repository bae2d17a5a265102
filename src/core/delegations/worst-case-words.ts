// The worst case as sentences. What may be lost is rounded up; unlimited is said, never shown as a number.
import { nativeWords, tokenWords } from '../caveats/budget-words';
import { chainName } from '../chain/addresses';
import { dateWords } from '../chain/time';
import type { Figure, Loss, WorstCase } from './worst-case';

/** Three lines for one asset: today, the worst day if it is worse, until the end. */
export function worstCaseLines(worst: WorstCase): string[] {
  const { today, anyDay, untilExpiry, endsAt, chainId } = worst;
  const chain = chainName(chainId);
  const end = endsAt === null ? 'for ever: it has no end' : `until ${dateWords(endsAt)}`;
  return [
    `If every key is stolen now, ${figureWords(today, worst)} can be lost on ${chain} within 24 hours.`,
    ...(isMore(anyDay.uncapped, today.uncapped)
      ? [`Around a reset it can be ${lossWords(anyDay.uncapped, worst)} within 24 hours.`]
      : []),
    `If nobody ends it: ${figureWords(untilExpiry, worst)} ${end}.`,
  ];
}

/** "70 USDC, 25 USDC by what you hold now" */
function figureWords({ uncapped, held }: Figure, worst: WorstCase): string {
  const whole = lossWords(uncapped, worst);
  if (held === null || held === uncapped) return whole;
  return `${whole}, ${lossWords(held, worst)} by what you hold now,`;
}

function lossWords(loss: Loss, { chainId, token }: WorstCase): string {
  if (token === 'any') return 'every token of the account';
  const words = token === null ? nativeWords(chainId) : tokenWords(chainId, token);
  return words(loss === 'unlimited' ? 2n ** 256n : loss);
}

function isMore(a: Loss, b: Loss): boolean {
  if (b === 'unlimited') return false;
  return a === 'unlimited' || a > b;
}
