// The worst case as sentences. What may be lost is rounded up; unlimited is said, never shown as a number.

import { chainName } from '../chain/addresses';
import { limitWords } from '../chain/money';
import { dateWords } from '../chain/time';
import type { Loss } from './loss';
import type { Figure, WorstCase } from './pots';

/** For one asset: at once, within a day if that is more, by the end. */
export function worstCaseWords(worst: WorstCase): string {
  const { now, anyDay, untilEnd, chainId } = worst;
  const figures = [
    `${figureWords(now, worst)} at once`,
    ...(isMore(anyDay.uncapped, now.uncapped) ? [`${figureWords(anyDay, worst)} in 24 hours`] : []),
    `${figureWords(untilEnd, worst)} ${endWords(worst, 'by')}`,
  ];
  return `Worst case on ${chainName(chainId)} if every key is stolen: ${figures.join(', ')}.`;
}

/** "10 USDC now, 20 USDC in any 24 hours, 70 USDC until 28 Sep 2026 14:13 UTC": each figure once. */
export function takenWords(worst: WorstCase): string {
  if (worst.weighed) return 'what its rules let be lost, which Bardo cannot put into a figure';
  const { now, anyDay, untilEnd } = worst;
  const amount = ({ uncapped }: Figure) => lossWords(uncapped, worst);
  const total = `${amount(untilEnd)} ${endWords(worst, 'until')}`;
  if (!isMore(untilEnd.uncapped, now.uncapped)) return `${amount(now)} at once, and no more`;
  const day = isMore(anyDay.uncapped, now.uncapped) ? `, ${amount(anyDay)} in any 24 hours` : '';
  return `${now.uncapped === 0n ? 'nothing' : amount(now)} now${day}, ${total}`;
}

function endWords({ endsAt, endBlock }: WorstCase, when: 'by' | 'until'): string {
  if (endsAt !== null) return `${when} ${dateWords(endsAt)}`;
  return endBlock === null ? 'without end' : `${when} block ${endBlock}, whenever that comes`;
}

/** "70 USDC (25 USDC of what you hold now)" */
function figureWords({ uncapped, held }: Figure, worst: WorstCase): string {
  const whole = lossWords(uncapped, worst);
  if (held === null || held === uncapped) return whole;
  return `${whole} (${lossWords(held, worst)} of what you hold now)`;
}

export function lossWords(
  loss: Loss,
  { chainId, token }: Pick<WorstCase, 'chainId' | 'token'>,
): string {
  if (token === 'any') return 'every token of the account';
  const words = limitWords(chainId, token);
  return words(loss === 'unlimited' ? 2n ** 256n : loss);
}

export function isMore(a: Loss, b: Loss): boolean {
  if (b === 'unlimited') return false;
  return a === 'unlimited' || a > b;
}
