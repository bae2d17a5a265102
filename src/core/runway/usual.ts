// The usual size of a runway. Beyond it the owner must override explicitly, and a delegation that lets more be
// taken is said to do so.
//
// A runway at these limits pays its daily amount at once, twice around a reset, and on 91 days that 90 times
// 24 hours can touch: what a delegation lets be taken is held against just these three. Native currency has a
// limit of its own, for gas: a twentieth of an ether a day, the seeds' own figure. Other money has none: nobody
// here knows what it is worth.
import { tokenOf } from '../chain/addresses';
import { ETHER } from '../chain/chains/currencies';
import { chainOf } from '../chain/known';
import type { Loss } from '../delegations/loss';
import type { WorstCase } from '../delegations/pots';
import { isMore, lossWords } from '../delegations/worst-case-words';

export const USUAL_DAYS = 90;
export const USUAL_USDC = 100;
const USUAL_WEI = 50_000_000_000_000_000n;

/** What a day of it usually is at most, in base units; null = money whose worth Bardo does not know. */
function usualDay({ chainId, token }: WorstCase): bigint | null {
  if (token === null) return chainOf(chainId)?.currency === ETHER ? USUAL_WEI : null;
  const usdc = tokenOf(chainId, token);
  return usdc && BigInt(USUAL_USDC) * 10n ** BigInt(usdc.decimals);
}

export function isJudged(worst: WorstCase): boolean {
  return usualDay(worst) !== null;
}

/** Sentences, one for each figure that is above the usual; none for money that cannot be judged. */
export function beyondUsual(worst: WorstCase): string[] {
  const day = usualDay(worst);
  if (day === null) return [];
  const { now, anyDay, untilEnd } = worst;
  const over = (loss: Loss, usual: bigint, when: string) =>
    isMore(loss, usual)
      ? [
          `${lossWords(loss, worst)} can be taken ${when}. Usual is at most ${lossWords(usual, worst)}.`,
        ]
      : [];
  return [
    ...over(now.uncapped, day, 'now'),
    ...over(anyDay.uncapped, 2n * day, 'in any 24 hours'),
    ...over(untilEnd.uncapped, BigInt(USUAL_DAYS + 1) * day, 'in the end'),
  ].map((line) => line.charAt(0).toUpperCase() + line.slice(1));
}
