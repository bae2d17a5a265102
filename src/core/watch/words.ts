// Figures of a Golem in the words the home page and the site share.
import { chainName, tokenOf } from '../chain/addresses';
import { figure, tokenAmount } from '../chain/money';
import { agoWords, dateWords, durationWords, type Moment } from '../chain/time';
import type { GolemRecord } from '../memory/state';
import type { Permission, Phase } from '../protocol/status';
import { capOf, endsAt, type Health, leftToday } from '../runway/health';
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

export function phaseWords(phase: Phase): string {
  return phase === 'terminal' ? 'terminal (dead)' : phase;
}

export function healthWords(health: Health | null): string {
  if (health === null) return 'no runway yet';
  return health === 'unknown' ? NOT_KNOWN : health;
}

/** "Base · ends in 4 days"; the bare date when nobody knows the time. */
export function runwayWords(runway: Permission, now: Moment): string {
  const end = endsAt(runway);
  const when = now === null ? `until ${dateWords(end)}` : `ends in ${durationWords(end - now)}`;
  return `${chainName(runway.chainId)} · ${when}`;
}

export function heartbeatAge(row: { record: Pick<GolemRecord, 'golem'> }, now: Moment): string {
  const { heartbeat } = row.record.golem;
  if (!heartbeat) return 'never';
  return now === null ? dateWords(heartbeat.at) : agoWords(heartbeat.at, now);
}
