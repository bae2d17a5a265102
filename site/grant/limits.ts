// What a grant and its lease let through together, in the time in which that counts: a lease in any day, a grant without
// one in its own period.
import { DAY, periodWords } from '../../src/core/chain/time';
import type { Permission } from '../../src/core/protocol/status';
import { capOf } from '../../src/core/runway/health';
import { type Ask, type Draft, leaseCapOf, periodOf } from './draft';
import { grantWords } from './grant.words';
import { readGrant } from './terms';

export type Limit = { amount: bigint; seconds: number };

export function limitOf(permission: Permission): Limit {
  const seconds = permission.lease ? DAY : permission.periodSeconds;
  return { amount: capOf(permission), seconds };
}

/** Of a grant in the making and the one it takes the place of; null when they count other times. */
export function limitTogether(
  { context, ask, guardian }: Pick<Draft, 'context' | 'ask' | 'guardian'>,
  old: Permission,
): Limit | null {
  const read = readGrant(context ?? '0x', ask.chainId);
  if (!read.ok) return null;
  const { cap, periodSeconds } = read.terms;
  const { amount } = limitAsked(ask, guardian);
  const next = { amount: amount < cap ? amount : cap, seconds: guardian ? DAY : periodSeconds };
  return sumOf(limitOf(old), next);
}

/** null when they count other times. */
export function sumOf(one: Limit, other: Limit): Limit | null {
  const { seconds } = one;
  return seconds === other.seconds ? { amount: one.amount + other.amount, seconds } : null;
}

/** As it is asked for. */
export function limitAsked(ask: Ask, guardian: unknown): Limit {
  return guardian
    ? { amount: leaseCapOf(ask), seconds: DAY }
    : { amount: BigInt(ask.cap), seconds: periodOf(ask) };
}

/** "a day", "every 7 days" */
export function everyWords(seconds: number): string {
  return seconds === DAY ? 'a day' : grantWords.every(periodWords(BigInt(seconds)));
}
