// Figures of a Golem in the words the home page and the site share.
import { tokenOf } from '../chain/addresses';
import { figure, tokenAmount } from '../chain/money';
import type { Permission, Phase } from '../protocol/status';
import { capOf, type Health, leftToday } from '../runway/health';
import { effectiveCap } from '../runway/phase';

/** "2.1 of 5 USDC left (its phase allows 5 of 10)"; base units when we do not know the token ourselves. */
export function leftWords(runway: Permission, phase: Phase): string {
  const cap = capOf(runway);
  const allowed = effectiveCap(cap, phase);
  const token = runway.token ? tokenOf(runway.chainId, runway.token) : null;
  const down = (amount: bigint) => figure(token, amount, 'down');
  const narrowed = allowed === cap ? '' : ` (its phase allows ${down(allowed)} of ${down(cap)})`;
  const whole = tokenAmount(token, allowed, '', 'down');
  return `${down(leftToday(runway, phase))} of ${whole} left${narrowed}`;
}

/** Said wherever only a comparison of times could tell and the clocks do not agree. */
export const NOT_KNOWN = 'not known (clocks disagree)';

/** A kind or mode that this Bardo does not know is named, never left out. */
export function newerWords(word: string): string {
  return `something newer (${word})`;
}

export function phaseWords(phase: Phase): string {
  return phase === 'terminal' ? 'terminal (dead)' : phase;
}

export function healthWords(health: Health | null): string {
  if (health === null) return 'no runway yet';
  return health === 'unknown' ? NOT_KNOWN : health;
}
