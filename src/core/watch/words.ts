// Figures of a Golem in the words the home page and the site share.
import { chainName, tokenOf } from '../chain/addresses';
import { amountDown } from '../chain/amounts';
import { durationWords } from '../chain/time';
import { type Health, leftToday } from '../permissions/health';
import { effectiveCap } from '../permissions/phase';
import type { Permission, Phase } from '../protocol/status';
import type { RosterRow } from './roster';

/** "2.1 of 5 USDC left (its phase allows 5 of 10)"; base units when we do not know the token ourselves. */
export function leftWords(runway: Permission, phase: Phase): string {
  const cap = BigInt(runway.cap);
  const allowed = effectiveCap(cap, phase);
  const token = runway.token ? tokenOf(runway.chainId, runway.token) : null;
  const figure = (amount: bigint) => (token ? amountDown(amount, token.decimals) : String(amount));
  const unit = token?.symbol ?? 'base units';
  const narrowed =
    allowed === cap ? '' : ` (its phase allows ${figure(allowed)} of ${figure(cap)})`;
  return `${figure(leftToday(runway, phase))} of ${figure(allowed)} ${unit} left${narrowed}`;
}

export function phaseWords(phase: Phase): string {
  return phase === 'terminal' ? 'terminal (dead)' : phase;
}

export function healthWords(health: Health | null): string {
  return health ?? 'no permission yet';
}

/** "Base · ends in 4 days" */
export function runwayWords(runway: Permission, now: number): string {
  return `${chainName(runway.chainId)} · ends in ${durationWords(runway.expiresAt - now)}`;
}

export function heartbeatAge(row: RosterRow, now: number): string {
  const { heartbeat } = row.record.golem;
  if (!heartbeat) return 'never';
  const age = now - heartbeat.at;
  return age < 0 ? 'dated in the future' : `${durationWords(age)} ago`;
}
