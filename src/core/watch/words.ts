// Figures of a Golem in the words the home page and the site share.
import { chainName, tokenOf } from '../chain/addresses';
import { amountDown } from '../chain/amounts';
import { durationWords } from '../chain/time';
import type { Health } from '../permissions/health';
import type { Permission, Phase } from '../protocol/status';
import type { RosterRow } from './roster';

/** "8.2 of 10 USDC left"; base units are said as such when we do not know the token ourselves. */
export function leftWords(runway: Permission, left: bigint): string {
  const token = runway.token ? tokenOf(runway.chainId, runway.token) : null;
  if (!token) return `${left} of ${runway.cap} base units left`;
  const cap = amountDown(BigInt(runway.cap), token.decimals);
  return `${amountDown(left, token.decimals)} of ${cap} ${token.symbol} left`;
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
